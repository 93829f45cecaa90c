"""Many questions by OpenDP: the standard error of a count by five groups at (1, 1e-6), as JSON.

The rho of (epsilon, delta) is found through OpenDP's conversion, and each question gets an equal share of it, or of epsilon.
usage: many_opendp.py EPSILON DELTA QUESTIONS
"""
import json
import math
import sys
import warnings

import opendp.prelude as dp
import polars as pl

warnings.filterwarnings("ignore")
dp.enable_features("contrib")


def rho_of(epsilon, delta):
    space = dp.atom_domain(T=int), dp.absolute_distance(T=int)

    def fits(rho):
        gaussian = dp.m.make_gaussian(*space, scale=math.sqrt(1 / (2 * rho)))
        return dp.c.make_zCDP_to_approxDP(gaussian).map(1).epsilon(delta) <= epsilon

    low, high = 1e-9, float(epsilon)
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if fits(middle) else (low, middle)
    return low


def scale_of(loss, questions):
    context = dp.Context.compositor(
        data=pl.LazyFrame({"ward": ["A"]}),
        privacy_unit=dp.unit_of(contributions=1),
        privacy_loss=loss,
        split_evenly_over=questions,
    )
    wards = pl.LazyFrame({"ward": list("ABCDE")})
    return context.query().group_by("ward").agg(dp.len(signed=True)).with_keys(wards).summarize()["scale"][0]


def main():
    epsilon, delta = float(sys.argv[1]), float(sys.argv[2])
    questions = int(sys.argv[3])
    laplace = scale_of(dp.loss_of(epsilon=epsilon), questions)
    pure = math.sqrt(2 * math.exp(-1 / laplace)) / (1 - math.exp(-1 / laplace))
    concentrated = scale_of(dp.loss_of(rho=rho_of(epsilon, delta)), questions)
    print(json.dumps({"concentrated": concentrated, "pure": pure}))


main()
