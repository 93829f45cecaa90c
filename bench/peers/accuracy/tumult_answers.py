"""Tumult Analytics: its query builder compiles each query, and says which noise it adds.

A query takes Spark seconds to minutes. So counts and sums are given by their noise law; means and variances are computed from exact
sums, the noise that the query says it adds and the formula that it applies afterwards; quantiles are drawn by the mechanism of the
query, called without Spark. With `confirm` the query itself is evaluated, for all tables at once as public groups.
"""
import os
import sys

os.environ["PYSPARK_PYTHON"] = sys.executable
os.environ["SPARK_LOCAL_IP"] = "127.0.0.1"
import numpy
import pandas
from pyspark.sql import SparkSession
from sympy import Rational
from tmlt.analytics import AddOneRow, AddRowsWithID, ApproxDPBudget, KeySet, MaxRowsPerID, PureDPBudget, QueryBuilder, Session
from tmlt.core.domains.numpy_domains import NumpyIntegerDomain
from tmlt.core.domains.pandas_domains import PandasSeriesDomain
from tmlt.core.measurements.pandas_measurements.series import NoisyQuantile
from tmlt.core.measures import PureDP

from common import Prepared, discrete_laplace, main

HIGH = 1000
sessions = {}
frames = {}
random = numpy.random.default_rng()


def prepare(asked):
    if not sessions:
        builder = SparkSession.builder.master("local[1]").config("spark.driver.memory", "2g")
        few = {"spark.sql.shuffle.partitions": 1, "spark.default.parallelism": 1, "spark.ui.enabled": "false"}
        for name, value in few.items():
            builder = builder.config(name, value)
        spark = builder.config("spark.sql.warehouse.dir", os.path.join(asked["folder"], "spark")).getOrCreate()
        spark.sparkContext.setLogLevel("OFF")
        spark.conf.set("spark.sql.execution.arrow.pyspark.enabled", "true")
        for table, path in asked["tables"].items():
            frames[table] = pandas.read_csv(path)
            frame = spark.createDataFrame(frames[table]).cache()
            for approximate in [False, True]:
                sessions[table, approximate] = Session.from_dataframe(
                    privacy_budget=ApproxDPBudget(float("inf"), 1) if approximate else PureDPBudget(float("inf")),
                    source_id=table,
                    dataframe=frame,
                    protected_change=AddRowsWithID("person") if table == "visits" else AddOneRow(),
                )
    return lambda question, epsilon: prepared(question, epsilon, asked)


def prepared(question, epsilon, asked):
    by = "bin" if question["aggregate"] == "histogram" else question.get("by")
    one_table = len(question["truth"]) == 1 or (question["aggregate"] == "people" and by is None)
    if by == "town":
        return Prepared(unlisted(question, epsilon, asked["delta"]), None, "two queries, each for half of epsilon")
    session = sessions[question["table"], False]
    budget = PureDPBudget(epsilon)
    query = asking(question, by, one_table, asked["edges"])

    def answers(_):
        frame = session.evaluate(query, budget).toPandas()
        value = [name for name in frame.columns if name not in ("draw", by)][0]
        found = {}
        for row in frame.to_dict("records"):
            found.setdefault(int(row.get("draw", 0)), {})[str(row[by]) if by else "all"] = float(row[value])
        return found

    noises = [info["noise_parameter"] for info in session._noise_info(query, budget)]
    if question["law"]:
        return Prepared(answers if asked.get("confirm") else None, discrete_laplace(float(noises[0])))
    if asked.get("confirm"):
        return Prepared(answers)
    drawn = quantiles if question["aggregate"] == "quantile" else moments
    return Prepared(drawn(question, by, noises), None, "by the mechanism of the query, without Spark")


def unlisted(question, epsilon, delta):
    """One query finds the groups, another one counts in them."""
    session = sessions[question["table"], True]
    query = QueryBuilder(question["table"])
    if "bound" in question:
        query = query.enforce(MaxRowsPerID(question["bound"]))

    def answers(_):
        groups = session.evaluate(query.get_groups(["draw", "town"]), ApproxDPBudget(epsilon / 2, delta))
        keys = KeySet.from_dataframe(groups)
        counts = session.evaluate(query.groupby(keys).count(), ApproxDPBudget(epsilon / 2, 0)).toPandas()
        found = {draw: {} for draw in range(len(question["truth"]))}
        for row in counts.to_dict("records"):
            found[int(row["draw"])][str(row["town"])] = float(row["count"])
        return found

    return answers


def groups_of(question, by):
    """Rows by table and group; of a person with more rows than count, some at random."""
    frame = frames[question["table"]]
    if "bound" in question:
        frame = frame.sample(frac=1.0).groupby("person").head(question["bound"])
    return {
        (int(draw), "all" if by is None else str(key)): rows[question["column"]].to_numpy()
        for (draw, key), rows in frame.groupby(["draw", by or "draw"])
    }


def by_draw(found):
    answers = {}
    for (draw, key), value in found.items():
        answers.setdefault(draw, {})[key] = float(value)
    return answers


def quantiles(question, by, noises):
    groups = {each: pandas.Series(values) for each, values in groups_of(question, by).items()}
    domain = PandasSeriesDomain(NumpyIntegerDomain())
    mechanism = NoisyQuantile(domain, PureDP(), question["rank"], 0, HIGH, Rational(str(noises[0])))
    return lambda _: by_draw({each: mechanism(values) for each, values in groups.items()})


def geometric(scale):
    """Whole numbers with weights exp(-|x| / scale)."""
    share = 1 - numpy.exp(-1 / float(scale))
    return random.geometric(share) - random.geometric(share)


def moments(question, by, noises):
    middle, middle_of_squares = HIGH // 2, HIGH**2 // 2
    groups = {
        each: (len(values), (values - middle).sum(), (values.astype(float) ** 2 - middle_of_squares).sum())
        for each, values in groups_of(question, by).items()
    }

    def mean(size, deviations, _):
        return (deviations + geometric(noises[0])) / max(1, size + geometric(noises[1])) + middle

    def variance(size, deviations, squares):
        size = size + geometric(noises[2])
        if size <= 1:
            return (HIGH / 2) ** 2
        of_squares = (squares + geometric(noises[1])) / size + middle_of_squares
        found = (of_squares - ((deviations + geometric(noises[0])) / size + middle) ** 2) * size / (size - 1)
        return min(max(found, 0), (HIGH / 2) ** 2 * size / (size - 1))

    one = {"mean": mean, "variance": variance, "deviation": lambda *of: variance(*of) ** 0.5}[question["aggregate"]]
    return lambda _: by_draw({each: one(*sums) for each, sums in groups.items()})


def asking(question, by, one_table, edges):
    query = QueryBuilder(question["table"])
    if one_table:
        query = query.filter("draw = 0")
    if "scoreFrom" in question:
        query = query.filter(f"score >= {question['scoreFrom']}")
    if "bound" in question and not (question["aggregate"] == "people" and by is None):
        query = query.enforce(MaxRowsPerID(question["bound"]))
    if by == "bin":
        query = query.map(
            lambda row: {"bin": str(min(int(row["score"]) * 10 // HIGH, 9))}, new_column_types={"bin": "VARCHAR"}, augment=True
        )
    keys = {} if one_table else {"draw": list(range(len(question["truth"])))}
    if by or keys:
        listed = {"ward": list("ABCDE"), "district": list(range(100)), "parish": list(range(1000)), "bin": [str(bin) for bin in range(10)]}
        query = query.groupby(KeySet.from_dict(keys | ({by: listed[by]} if by else {})))
    return aggregated(query, question)


def aggregated(query, question):
    aggregate, column = question["aggregate"], question.get("column")
    if aggregate in ("count", "histogram"):
        return query.count()
    if aggregate == "people":
        return query.count_distinct(["person"])
    if aggregate == "quantile":
        return query.quantile(column, question["rank"], 0, HIGH)
    method = {"sum": query.sum, "mean": query.average, "variance": query.variance, "deviation": query.stdev}[aggregate]
    return method(column, 0, HIGH)


main(prepare, "tumult")
