"""One workload by another accountant: prints the seconds of a second, warm run and the bounds found, as JSON.

usage: account.py LIBRARY NOISE RATE STEPS DELTA [PARAMETER]
The parameter is the grid of dp_accounting, or the error of epsilon that prv_accountant may make.
"""
import json
import sys
import time


def by_dp_accounting(noise, rate, steps, delta, grid):
    import dp_accounting
    from dp_accounting.pld import pld_privacy_accountant

    accountant = pld_privacy_accountant.PLDAccountant(value_discretization_interval=grid)
    gaussian = dp_accounting.GaussianDpEvent(noise)
    accountant.compose(dp_accounting.PoissonSampledDpEvent(rate, gaussian), steps)
    return None, accountant.get_epsilon(delta)


def by_dp_accounting_fixed_size(noise, rate, steps, delta, _):
    """Only Renyi accounting knows samples of a fixed size; its noise is relative to a replaced unit."""
    import dp_accounting
    from dp_accounting.rdp import rdp_privacy_accountant

    accountant = rdp_privacy_accountant.RdpAccountant(
        neighboring_relation=dp_accounting.NeighboringRelation.REPLACE_ONE
    )
    gaussian = dp_accounting.GaussianDpEvent(noise / 2)
    sampled = dp_accounting.SampledWithoutReplacementDpEvent(round(1 / rate), 1, gaussian)
    accountant.compose(sampled, steps)
    return None, accountant.get_epsilon(delta)


def by_prv_accountant(noise, rate, steps, delta, error):
    from prv_accountant import PoissonSubsampledGaussianMechanism, PRVAccountant

    accountant = PRVAccountant(
        prvs=PoissonSubsampledGaussianMechanism(sampling_probability=rate, noise_multiplier=noise),
        max_self_compositions=steps,
        eps_error=error,
        delta_error=delta * 1e-5,
    )
    lower, _, upper = accountant.compute_epsilon(delta=delta, num_self_compositions=steps)
    return lower, upper


LIBRARIES = {
    "dp_accounting": by_dp_accounting,
    "dp_accounting-fixed-size": by_dp_accounting_fixed_size,
    "prv_accountant": by_prv_accountant,
}


def main():
    library, noise, rate, steps, delta, parameter = sys.argv[1:7]
    arguments = float(noise), float(rate), int(steps), float(delta), float(parameter)
    run = LIBRARIES[library]
    run(arguments[0], arguments[1], 10, *arguments[3:])
    start = time.perf_counter()
    lower, upper = run(*arguments)
    print(json.dumps({"seconds": time.perf_counter() - start, "lower": lower, "upper": upper}))


main()
