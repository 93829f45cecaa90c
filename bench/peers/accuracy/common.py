"""What all adapters share: the questions as JSON on standard input, answers until there are enough or time is up, errors as lines of JSON.

An adapter gives `prepare(question, epsilon)`, which returns a function from the number of a table to answers by table and group,
the root mean square error by the library's own noise law where that is simple, and what is said beside the number.
"""
import json
import sys
import time
from collections import namedtuple

Prepared = namedtuple("Prepared", "answers law note", defaults=(None, None))


class Unsupported(Exception):
    """The library has no such question."""


def mean_square(question, draw, answer):
    """Over the groups there are: one that is not released counts as 0."""
    truth = question["truth"][draw]
    return sum((answer.get(key, 0) - value) ** 2 for key, value in truth.items()) / len(truth)


def measured(prepare, question, epsilon, enough, seconds):
    try:
        prepared = prepare(question, epsilon)
    except Unsupported:
        return {"unsupported": True}
    tables = len(question["truth"])
    errors = []
    start = time.perf_counter()
    turn = 0
    while prepared.answers and len(errors) < enough and (turn < 1 or time.perf_counter() - start < seconds):
        for draw, answer in prepared.answers(turn % tables).items():
            errors.append(mean_square(question, draw, answer))
        turn += 1
    return {"errors": errors, "law": prepared.law, "note": prepared.note}


def discrete_laplace(scale):
    """Standard deviation of integers with weights exp(-|x| / scale)."""
    from math import exp, sqrt

    return sqrt(2 * exp(-1 / scale)) / (1 - exp(-1 / scale))


def main(prepare, library):
    """One line of JSON for each question and epsilon, as it is found."""
    asked = json.load(sys.stdin)
    for epsilon in asked["epsilons"]:
        for question in asked["questions"]:
            start = time.perf_counter()
            enough = asked["confirming"] if question["law"] else asked["runs"]
            try:
                result = measured(prepare(asked), question, epsilon, enough, asked["seconds"])
            except Exception as problem:  # one question that fails does not take the others with it
                result = {"failed": f"{type(problem).__name__}: {problem}"[:300]}
            print(json.dumps({"question": question["name"], "epsilon": epsilon, **result}), flush=True)
            told = result.get("failed") or ("no such question" if "unsupported" in result else f"{len(result['errors'])} answers")
            print(f"{library}: {question['name']}, epsilon {epsilon}: {told}, {time.perf_counter() - start:.1f} s", file=sys.stderr, flush=True)
