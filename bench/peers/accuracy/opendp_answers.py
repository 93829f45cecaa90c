"""OpenDP: its Context API over Polars; the variance, which is not part of it, by its library of transformations."""
import warnings

import opendp.prelude as dp
import polars as pl

from common import Prepared, Unsupported, discrete_laplace, main

warnings.filterwarnings("ignore")
dp.enable_features("contrib")
HIGH = 1000
MAX_ROWS = 10_000
frames = {}


def prepare(asked):
    if not frames:
        for name, path in asked["tables"].items():
            frame = pl.read_csv(path)
            frames[name] = {draw: rows for (draw,), rows in frame.partition_by("draw", as_dict=True).items()}
    return lambda question, epsilon: prepared(question, epsilon, asked)


def prepared(question, epsilon, asked):
    if question["aggregate"] == "variance":
        return variance(question, epsilon)
    if question["aggregate"] == "deviation":
        raise Unsupported
    by = [by_of(question)] if by_of(question) else []
    # all tables at once, as public groups, with the same noise in each, except where OpenDP charges a person once for each group
    at_once = not question["law"] and by != ["town"] and not ("bound" in question and question["aggregate"] == "quantile")
    keys = (["draw"] if at_once else []) + by
    needed = sorted({*keys, "score", question.get("column", "score"), *(["person"] if "bound" in question else [])} - {"bin"})
    tables = frames[question["table"]]
    given = {None: pl.concat(list(tables.values())).select(needed)} if at_once else {draw: rows.select(needed) for draw, rows in tables.items()}
    context = dp.Context.compositor(
        data=next(iter(given.values())).lazy(),
        privacy_unit=dp.unit_of(contributions=1, **({"identifier": pl.col("person")} if "bound" in question else {})),
        privacy_loss=dp.loss_of(epsilon=epsilon, **({"delta": asked["delta"]} if by == ["town"] else {})),
        split_evenly_over=1,
        margins=[] if by == ["bin"] else [dp.polars.Margin(by=keys, max_length=MAX_ROWS)],
    )
    measurement = resolved(asking(question, context.query(), keys, asked["edges"]), epsilon, by == ["town"])

    def answers(draw):
        frame = measurement(given[None if at_once else draw].lazy()).collect()
        found = {} if at_once else {draw: {}}
        for row in frame.to_dicts():
            found.setdefault(row["draw"] if at_once else draw, {})[str(row[by[0]]) if by else "all"] = float(row["answer"])
        return found

    return Prepared(answers, law_of(question, measurement))


def resolved(query, epsilon, unlisted):
    """As `query.resolve()` would, in seconds less: the noise for an epsilon is in proportion to its inverse, and OpenDP checks it."""
    plan, inner = object.__getattribute__(query, "polars_plan"), object.__getattribute__(query, "_query")
    if unlisted:
        return object.__getattribute__(query, "resolve")()

    def made(scale):
        return dp.m.make_private_lazyframe(*inner._chain, inner._output_measure, plan, global_scale=scale)

    measurement = made(made(1.0).map(inner._d_in) / epsilon * (1 + 1e-9))
    cost = measurement.map(inner._d_in)
    assert 0.999 * epsilon <= cost <= epsilon, cost
    return measurement


def by_of(question):
    return "bin" if question["aggregate"] == "histogram" else question.get("by")


def law_of(question, measurement):
    if not question["law"]:
        return None
    return discrete_laplace(dp.summarize_polars_measurement(measurement)["scale"][0])


def asking(question, query, keys, edges):
    aggregate, by, bound = question["aggregate"], by_of(question), question.get("bound")
    if aggregate == "people":
        # one row of each person, or of each person and group, is left and counted
        query = query.truncate_per_group(1, by=[by]).truncate_num_groups(bound, by=[by], keep="first") if by else query.truncate_per_group(1)
    elif bound is not None:
        query = query.truncate_per_group(bound)
    if "scoreFrom" in question:
        query = query.filter(pl.col("score") >= question["scoreFrom"])
    if aggregate == "histogram":
        query = query.with_columns(pl.col("score").cut(edges[1:-1], labels=[str(bin) for bin in range(10)], left_closed=True).alias("bin"))
    expression = expression_of(question).alias("answer")
    if not keys:
        return query.select(expression)
    grouped = query.group_by(keys).agg(expression)
    return grouped if by == "town" else grouped.with_keys(listed(keys, len(question["truth"])))


def expression_of(question):
    aggregate = question["aggregate"]
    if aggregate in ("count", "people", "histogram"):
        return dp.len(signed=True)
    column = pl.col(question["column"]).fill_null(0)
    if aggregate == "sum":
        return column.dp.sum((0, HIGH))
    if aggregate == "mean":
        return column.dp.mean((0, HIGH))
    return column.dp.quantile(question["rank"], list(range(HIGH + 1)))


def listed(keys, draws):
    values = {
        "draw": pl.Series(range(draws)),
        "ward": pl.Series(list("ABCDE")),
        "district": pl.Series(range(100)),
        "parish": pl.Series(range(1000)),
        "bin": pl.Series([str(bin) for bin in range(10)], dtype=pl.Categorical),
    }
    found = pl.LazyFrame({keys[0]: values[keys[0]]})
    for key in keys[1:]:
        found = found.join(pl.LazyFrame({key: values[key]}), how="cross")
    return found


def variance(question, epsilon):
    """Of a table whose number of rows is public: one row is replaced, which its symmetric distance counts as 2."""
    if "bound" in question:
        raise Unsupported
    tables = {draw: rows[question["column"]].cast(pl.Float64).to_list() for draw, rows in frames[question["table"]].items()}
    space = dp.vector_domain(dp.atom_domain(bounds=(0.0, float(HIGH)), nan=False), size=len(tables[0])), dp.symmetric_distance()

    def noisy(scale):
        return space >> dp.t.then_variance() >> dp.m.then_laplace(scale)

    scale = dp.binary_search_param(noisy, d_in=2, d_out=float(epsilon), T=float)
    measurement = noisy(scale)
    return Prepared(lambda draw: {draw: {"all": measurement(tables[draw])}}, None, "replace-one, number of rows public")


main(prepare, "opendp")
