"""Workloads that our accountant knows less well than to 1 %, by other accountants: is any of their bounds below ours?

usage: extremes.py FILE, as `npm run extremes -- FILE` wrote it, where dp_accounting and autodp are installed.
"""
import contextlib
import io
import json
import math
import signal
import sys
import warnings

WIDE = 0.01
SECONDS = 120


def event_of(mechanism, relation):
    """Noise is relative to one unit more; a replaced one changes twice as much."""
    import dp_accounting as dp

    twice = 2 if relation == "replace-one" else 1
    kind = mechanism["kind"]
    if kind == "gaussian":
        return dp.GaussianDpEvent(mechanism["noiseMultiplier"] / twice)
    if kind == "laplace":
        return dp.LaplaceDpEvent(mechanism["scale"] / twice)
    if kind == "discrete-laplace":
        return dp.DiscreteLaplaceDpEvent(mechanism["parameter"], mechanism["sensitivity"] * twice)
    if kind == "discrete-gaussian":
        return dp.DiscreteGaussianDpEvent(mechanism["sigma"], twice)
    if kind == "randomized-response":
        return dp.RandomizedResponseDpEvent(mechanism["noiseParameter"], mechanism["buckets"])
    return dp.EpsilonDeltaDpEvent(mechanism["epsilon"] * twice, mechanism.get("delta", 0))


def by_dp_accounting(make, step, relation, ask):
    import dp_accounting as dp

    event, sampling = event_of(step["mechanism"], relation), step["sampling"]
    if sampling["kind"] == "poisson":
        event = dp.PoissonSampledDpEvent(sampling["rate"], event)
    elif sampling["kind"] == "fixed-size":
        event = dp.SampledWithoutReplacementDpEvent(sampling["of"], sampling["size"], event)
    elif sampling["kind"] == "with-replacement":
        event = dp.SampledWithReplacementDpEvent(sampling["of"], sampling["size"], event)
    else:
        return None
    replaced = dp.NeighboringRelation.REPLACE_ONE
    accountant = make(replaced if relation == "replace-one" else dp.NeighboringRelation.ADD_OR_REMOVE_ONE)
    accountant.compose(event, step["count"])
    if "epsilonAt" in ask:
        return accountant.get_epsilon(ask["epsilonAt"]["delta"])
    return accountant.get_delta(ask["deltaAt"]["epsilon"])


def losses(relation):
    from dp_accounting.pld import pld_privacy_accountant

    return pld_privacy_accountant.PLDAccountant(relation)


def moments(relation):
    from dp_accounting.rdp import rdp_privacy_accountant

    return rdp_privacy_accountant.RdpAccountant(neighboring_relation=relation)


def by_autodp(step, relation, ask):
    """Knows samples of a fixed size, of a mechanism whose cost is that of a replaced unit."""
    from autodp import mechanism_zoo, transformer_zoo

    mechanism, sampling = step["mechanism"], step["sampling"]
    if sampling["kind"] != "fixed-size" or relation != "replace-one":
        return None
    kind = mechanism["kind"]
    if kind == "gaussian":
        inner = mechanism_zoo.GaussianMechanism(mechanism["noiseMultiplier"] / 2)
    elif kind == "laplace":
        inner = mechanism_zoo.LaplaceMechanism(mechanism["scale"] / 2)
    elif kind == "pure":
        inner = mechanism_zoo.PureDP_Mechanism(2 * mechanism["epsilon"])
    elif kind == "randomized-response" and mechanism["buckets"] == 2:
        inner = mechanism_zoo.RandresponseMechanism(1 - mechanism["noiseParameter"] / 2)
    else:
        return None
    inner.neighboring = "replace_one"
    sampled = transformer_zoo.AmplificationBySampling(PoissonSampling=False)(
        inner, sampling["size"] / sampling["of"], improved_bound_flag=False
    )
    composed = transformer_zoo.Composition()([sampled], [step["count"]])
    if "epsilonAt" in ask:
        return float(composed.get_approxDP(ask["epsilonAt"]["delta"]))
    return None


PEERS = {
    "dp_accounting, losses": lambda *given: by_dp_accounting(losses, *given),
    "dp_accounting, moments": lambda *given: by_dp_accounting(moments, *given),
    "autodp": by_autodp,
}


def bound_by(run, given):
    """None where the library does not know the workload, fails, or takes longer than anybody waits."""
    signal.alarm(SECONDS)
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            found = run(*given)
        return None if found is None or math.isnan(found) else float(found)
    except BaseException as error:
        if isinstance(error, KeyboardInterrupt):
            raise
        return None
    finally:
        signal.alarm(0)


def late(*_):
    raise TimeoutError


def main():
    warnings.simplefilter("ignore")
    signal.signal(signal.SIGALRM, late)
    with open(sys.argv[1]) as lines:
        verdicts = [json.loads(line) for line in lines]
    # JSON has no infinity: a width without end is null
    wide = [each for each in verdicts if each.get("bracket") and (each["width"] is None or each["width"] > WIDE)]
    known, better = 0, 0
    for each in wide:
        specification = each["specification"]
        step, ours = specification["steps"][0], each["bracket"]["upper"]
        given = step, specification["relation"], specification["ask"]
        bounds = {name: bound_by(run, given) for name, run in PEERS.items()}
        told = {name: bound for name, bound in bounds.items() if bound is not None and math.isfinite(bound)}
        known += bool(told)
        if told and min(told.values()) < (math.inf if ours is None else ours):
            better += 1
        if told:
            print(each["number"], step["sampling"]["kind"], specification["relation"], each["bracket"], told, flush=True)
    print(f"{len(wide)} workloads wider than 1 %; a peer bounds {known} of them, {better} below ours")


main()
