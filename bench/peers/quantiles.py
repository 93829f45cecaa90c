"""Quantiles by OpenDP: prints the seconds of all draws and the answers, as JSON.

usage: quantiles.py RANK EPSILON HIGH DRAWS TABLES
Candidates are the whole numbers from 0 to HIGH; the scale of the noise is found from epsilon by OpenDP itself.
"""
import json
import sys
import time

import opendp.prelude as dp

dp.enable_features("contrib")


def main():
    rank, epsilon, high, draws, tables = sys.argv[1:6]
    space = dp.vector_domain(dp.atom_domain(T=int)), dp.symmetric_distance()
    candidates = list(range(int(high) + 1))
    scores = dp.t.make_quantile_score_candidates(*space, candidates=candidates, alpha=float(rank))

    def noisy(scale):
        return scores >> dp.m.then_noisy_max(dp.max_divergence(), scale=scale, negate=True)

    chosen = noisy(dp.binary_search_param(noisy, d_in=1, d_out=float(epsilon), T=float))
    start = time.perf_counter()
    answers = [[candidates[chosen(rows)] for _ in range(int(draws))] for rows in json.loads(tables)]
    print(json.dumps({"seconds": time.perf_counter() - start, "answers": answers}))


main()
