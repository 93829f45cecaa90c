"""diffprivlib: its tools, which replace one row of a known number of rows, and its histograms, which add or remove one."""
import csv

import numpy as np
from diffprivlib import tools

from common import Prepared, Unsupported, main

HIGH = 1000
KNOWN_SIZE = "replace-one, number of rows public"


def columns_of(path):
    with open(path, newline="") as file:
        rows = list(csv.DictReader(file))
    return {name: np.array([int(row[name]) for row in rows]) for name in ["draw", "score", "cost", "district", "parish"]} | {
        "ward": np.array(["ABCDE".index(row["ward"]) for row in rows])
    }


cached = {}


def prepare(asked):
    if not cached:
        columns = columns_of(asked["tables"]["people"])
        for draw in range(columns["draw"].max() + 1):
            cached[draw] = {name: values[columns["draw"] == draw] for name, values in columns.items()}

    def prepared(question, epsilon):
        aggregate, by = question["aggregate"], question.get("by")
        if question["table"] != "people" or by == "town" or (by and aggregate != "count"):
            raise Unsupported
        one = one_answer(question, epsilon, asked["edges"])

        def answers(draw):
            return {draw: one(cached[draw])}

        return Prepared(answers, None, None if by or aggregate == "histogram" else KNOWN_SIZE)

    return prepared


def one_answer(question, epsilon, edges):
    aggregate, by, column = question["aggregate"], question.get("by"), question.get("column")
    bounded = {"epsilon": epsilon, "bounds": (0, HIGH)}
    if by:
        groups = {"ward": 5, "district": 100, "parish": 1000}[by]
        name = (lambda code: "ABCDE"[code]) if by == "ward" else str

        def by_group(table):
            counts, _ = tools.histogram(table[by], epsilon=epsilon, bins=groups, range=(-0.5, groups - 0.5))
            return {name(code): count for code, count in enumerate(counts)}

        return by_group
    if aggregate == "histogram":
        return lambda table: {
            str(bin): count for bin, count in enumerate(tools.histogram(table[column], epsilon=epsilon, bins=np.array(edges), range=(edges[0], edges[-1]))[0])
        }
    calls = {
        "count": lambda table: tools.count_nonzero(table["score"] >= question.get("scoreFrom", 0), epsilon=epsilon),
        "sum": lambda table: tools.sum(table[column], **bounded),
        "mean": lambda table: tools.mean(table[column], **bounded),
        "variance": lambda table: tools.var(table[column], **bounded),
        "deviation": lambda table: tools.std(table[column], **bounded),
        "quantile": lambda table: tools.quantile(table[column], question.get("rank"), **bounded),
    }
    return lambda table: {"all": float(calls[aggregate](table))}


main(prepare, "diffprivlib")
