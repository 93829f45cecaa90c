"""One question by another library: prints the seconds of a second, warm run and the rows that it read, as JSON.

usage: ask.py LIBRARY QUESTION FILE ROWS
Every run begins at the Parquet file and ends with noisy numbers; what only loads a library is not counted.
"""
import json
import sys
import time

WARDS = ["A", "B", "C"]
LOW, HIGH = 0.0, 1000.0


def by_opendp(question, file, rows):
    import opendp.prelude as dp
    import polars as pl

    dp.enable_features("contrib")
    by_unit = question.startswith("unit-")
    unit = dp.unit_of(contributions=10, identifier="patient") if by_unit else dp.unit_of(contributions=1)
    needed = ["patient", "ward"] if by_unit else ["ward", "cost"]
    # it takes frames and CSV, but no plan that begins at Parquet
    frame = pl.scan_parquet(file).select(needed).head(rows).collect()
    context = dp.Context.compositor(
        data=frame.lazy(),
        privacy_unit=unit,
        privacy_loss=dp.loss_of(epsilon=1.0),
        split_evenly_over=1,
        margins=[dp.polars.Margin(max_length=rows), dp.polars.Margin(by=["ward"], max_length=rows, max_groups=len(WARDS))],
    )
    query = context.query()
    if by_unit:
        query = query.truncate_per_group(10)
    wards = pl.LazyFrame({"ward": WARDS})
    total = pl.col("cost").fill_null(0.0).fill_nan(0.0).dp.sum((LOW, HIGH))
    asked = {
        "count": lambda: query.filter(pl.col("cost") > 500.0).select(dp.len()),
        "sum": lambda: query.select(total),
        "sum-by-ward": lambda: query.group_by("ward").agg(total).with_keys(wards),
        "unit-count-by-ward": lambda: query.group_by("ward").agg(dp.len()).with_keys(wards),
    }
    return asked[question]().release().collect().rows()


def by_diffprivlib(question, file, rows):
    import polars as pl
    from diffprivlib import tools

    table = pl.scan_parquet(file).head(rows)
    cost = table.select("cost").collect()["cost"].to_numpy()
    if question == "count":
        return [int(tools.count_nonzero(cost > 500, epsilon=1))]
    if question == "sum":
        return [float(tools.sum(cost, epsilon=1, bounds=(LOW, HIGH)))]
    if question == "sum-by-ward":
        ward = table.select("ward").collect()["ward"].to_numpy()
        return [float(tools.sum(cost[ward == each], epsilon=1, bounds=(LOW, HIGH))) for each in WARDS]
    raise ValueError("diffprivlib does not know units with several rows")


def by_smartnoise(question, file, rows):
    import polars as pl
    import snsql
    from snsql import Privacy

    by_unit = question.startswith("unit-")
    frame = pl.scan_parquet(file).head(rows).collect().to_pandas()
    table = {
        "row_privacy": not by_unit,
        "max_ids": 10,
        "rows": rows,
        "patient": {"type": "int", "private_id": by_unit},
        "ward": {"type": "string"},
        "cost": {"type": "float", "lower": LOW, "upper": HIGH},
    }
    metadata = {"": {"main": {"visits": table}}}
    reader = snsql.from_connection(frame, privacy=Privacy(epsilon=1.0, delta=1e-9), metadata=metadata)
    text = {
        "count": "SELECT COUNT(*) FROM main.visits WHERE cost > 500",
        "sum": "SELECT SUM(cost) FROM main.visits",
        "sum-by-ward": "SELECT ward, SUM(cost) FROM main.visits GROUP BY ward",
        "unit-count-by-ward": "SELECT ward, COUNT(*) FROM main.visits GROUP BY ward",
    }
    return reader.execute(text[question])[1:]


LIBRARIES = {"opendp": by_opendp, "diffprivlib": by_diffprivlib, "smartnoise": by_smartnoise}


def main():
    library, question, file, rows = sys.argv[1:5]
    run = LIBRARIES[library]
    run(question, file, 1000)
    start = time.perf_counter()
    found = run(question, file, int(rows))
    print(json.dumps({"seconds": time.perf_counter() - start, "rows": int(rows), "found": str(found)}))


main()
