"""SmartNoise SQL: one query each, with the epsilon of a column such that the whole query costs the epsilon that is compared.

A query takes a second or more. So all tables are answered at once, as public groups, with the same noise in each; where the noise
law is known, it is the first table alone.
"""
import math

import pandas
import snsql
from snsql import Privacy

from common import Prepared, Unsupported, main

HIGH = 1000
AGGREGATES = {
    "count": "COUNT(*)",
    "people": "COUNT(DISTINCT person)",
    "sum": "SUM({column})",
    "mean": "AVG({column})",
    "variance": "VAR({column})",
    "deviation": "STDDEV({column})",
}
frames = {}


def prepare(asked):
    if not frames:
        for name, path in asked["tables"].items():
            frames[name] = pandas.read_csv(path)
    return lambda question, epsilon: prepared(question, epsilon, asked["delta"])


def metadata_of(question):
    by_person = "bound" in question
    bounded = {"type": "int", "lower": 0, "upper": HIGH}
    table = {
        "row_privacy": not by_person,
        "max_ids": question.get("bound", 1),
        # public groups are all shown; others only above a threshold
        "censor_dims": question.get("by") == "town",
        "person": {"type": "int", "private_id": by_person},
        "score": bounded,
        "cost": bounded,
        "draw": {"type": "int"},
        "ward": {"type": "string"},
        "district": {"type": "int"},
        "parish": {"type": "int"},
        "town": {"type": "string"},
    }
    return {"": {"main": {question["table"]: table}}}


def text_of(question):
    if question["aggregate"] not in AGGREGATES:
        raise Unsupported
    aggregate = AGGREGATES[question["aggregate"]].format(column=question.get("column"))
    where = f" WHERE score >= {question['scoreFrom']}" if "scoreFrom" in question else ""
    source = f"FROM main.{question['table']}{where}"
    keys = ", ".join(keys_of(question))
    return f"SELECT {keys}, {aggregate} AS answer {source} GROUP BY {keys}" if keys else f"SELECT {aggregate} AS answer {source}"


def keys_of(question):
    return ([] if question["law"] else ["draw"]) + ([question["by"]] if "by" in question else [])


def prepared(question, epsilon, delta):
    text, metadata = text_of(question), metadata_of(question)
    delta = delta if question.get("by") == "town" else 1e-9

    frame = frames[question["table"]]
    frame = frame[frame["draw"] == 0] if question["law"] else frame

    def reader(epsilon):
        return snsql.from_connection(frame, privacy=Privacy(epsilon=epsilon, delta=delta), metadata=metadata)

    # epsilon is meant for each noisy column of the rewritten query: what all of them cost is what is compared
    columns = reader(1.0).get_privacy_cost(text)[0]
    chosen = reader(epsilon / max(1, round(columns)))

    def answers(_):
        found = {0: {}} if question["law"] else {draw: {} for draw in range(len(question["truth"]))}
        for *keys, value in chosen.execute(text)[1:]:
            draw = 0 if question["law"] else int(keys.pop(0))
            found[draw][str(keys[0]) if keys else "all"] = number(value)
        return found

    return Prepared(answers, law_of(chosen, text) if question["law"] else None)


def law_of(reader, text):
    """Laplace noise, from the accuracy that SmartNoise states."""
    alpha = 0.05
    accuracy = reader.get_simple_accuracy(text, alpha)[-1]
    return math.sqrt(2) * accuracy / math.log(1 / alpha)


def number(value):
    """A variance below 0 has no root, and is told as nothing."""
    return 0.0 if value is None or value != value else float(value)


main(prepare, "smartnoise")
