"""Many questions by Tumult Analytics: the standard error of a count by five groups, as JSON.

Tumult composes each kind of budget by adding it up, and converts none into another: `pure` is a session of (epsilon, delta),
`concentrated` one of the rho that is given, each shared equally. The noise is what the query says it adds.
usage: many_tumult.py EPSILON DELTA RHO QUESTIONS
"""
import json
import math
import os
import sys
import tempfile

os.environ["PYSPARK_PYTHON"] = sys.executable
os.environ["SPARK_LOCAL_IP"] = "127.0.0.1"
os.chdir(tempfile.mkdtemp())
from pyspark.sql import SparkSession
from tmlt.analytics import AddOneRow, ApproxDPBudget, KeySet, QueryBuilder, RhoZCDPBudget, Session


def main():
    epsilon, delta, rho = map(float, sys.argv[1:4])
    spark = SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false").getOrCreate()
    frame = spark.createDataFrame([("A",)], ["ward"])
    query = QueryBuilder("people").groupby(KeySet.from_dict({"ward": list("ABCDE")})).count()

    def noise(whole, part):
        session = Session.from_dataframe(privacy_budget=whole, source_id="people", dataframe=frame, protected_change=AddOneRow())
        return float(session._noise_info(query, part)[0]["noise_parameter"])

    questions = int(sys.argv[4])
    scale = noise(ApproxDPBudget(epsilon, delta), ApproxDPBudget(epsilon / questions, delta / questions))
    variance = noise(RhoZCDPBudget(rho), RhoZCDPBudget(rho / questions))
    pure = math.sqrt(2 * math.exp(-1 / scale)) / (1 - math.exp(-1 / scale))
    print(json.dumps({"concentrated": math.sqrt(variance), "pure": pure}))


main()
