/** The least noise, or the largest rate, that keeps a workload within (epsilon, delta). */
import { type Certainty, turnNear } from '../../numerics/index.ts';
import { type ApproximateGuarantee, refuse } from '../../vocabulary/index.ts';
import type { SpecifiedMechanism, SpecifiedSampling, Step } from '../specification.ts';
import { type Account, deltaAt, epsilonAt } from './accountant.ts';

/** Does the workload certainly keep the target, certainly miss it, or is that too close to tell? */
function keeps(account: Account, { epsilon, delta }: ApproximateGuarantee): Certainty {
  const { lower, upper } = delta === 0 ? epsilonAt(account, 0) : deltaAt({ ...account, decide: delta }, epsilon);
  const limit = delta === 0 ? epsilon : delta;
  if (upper !== null && upper <= limit) return 'yes';
  return lower === null || lower > limit ? 'no' : 'unknown';
}

/** How close noise and rate are searched for, relatively. */
const TOLERANCE = 1e-7;

const withFirst = (account: Account, change: Partial<Step>): Account => ({
  ...account,
  steps: account.steps.map((step, i) => (i === 0 ? { ...step, ...change } : step)),
});

/** The parameter that carries a mechanism's noise, as a scale that grows with the noise. */
function noisy(mechanism: SpecifiedMechanism): ((scale: number) => SpecifiedMechanism) | undefined {
  switch (mechanism.kind) {
    case 'gaussian':
      return scale => ({ ...mechanism, noiseMultiplier: scale });
    case 'laplace':
      return scale => ({ ...mechanism, scale });
    case 'discrete-laplace':
      return scale => ({ ...mechanism, parameter: 1 / scale });
    case 'discrete-gaussian':
    case 'mixture-of-gaussians':
      return scale => ({ ...mechanism, sigma: scale });
    default:
      return undefined;
  }
}

export interface Calibrated {
  readonly lower: number | null;
  readonly upper: number | null;
}

/**
 * The least noise of the first step that keeps the target. `upper` certainly keeps it, `lower` certainly does not;
 * for discrete-laplace, whose parameter falls as noise grows, it is `lower` that keeps it.
 */
export function noiseFor(account: Account, target: ApproximateGuarantee): Calibrated {
  const { mechanism } = account.steps[0];
  const withNoise = noisy(mechanism);
  if (withNoise === undefined)
    return refuse(
      'calibration_impossible',
      `${mechanism.kind} has no noise to calibrate. noiseFor needs a first step with additive noise.`,
    );
  const sensitivity = 'sensitivity' in mechanism ? mechanism.sensitivity : 1;
  const turn = turnNear(
    scale => keeps(withFirst(account, { mechanism: withNoise(scale) }), target),
    sensitivity,
    { from: sensitivity * 1e-3, to: sensitivity * 1e9 },
    TOLERANCE,
  );
  if (turn.yes === Infinity)
    return refuse(
      'calibration_impossible',
      'The other steps alone exceed this target. Allow more epsilon or delta, or drop steps.',
    );
  const least = Math.max(0, turn.no);
  return mechanism.kind === 'discrete-laplace'
    ? { lower: (1 / turn.yes) * (1 - 2 ** -50), upper: least === 0 ? null : 1 / least }
    : { lower: least, upper: turn.yes };
}

/** The largest rate of the first step that keeps the target: `lower` certainly keeps it, `upper` certainly does not. */
export function rateFor(account: Account, target: ApproximateGuarantee): Calibrated {
  const { sampling } = account.steps[0];
  if (sampling.kind !== 'poisson' && sampling.kind !== 'cluster')
    return refuse('calibration_impossible', 'rateFor needs a first step sampled by poisson or cluster.');
  const misses = (rate: number): Certainty => {
    const answer = keeps(withFirst(account, { sampling: { ...sampling, rate } satisfies SpecifiedSampling }), target);
    return answer === 'yes' ? 'no' : answer === 'no' ? 'yes' : 'unknown';
  };
  if (misses(1) === 'no') return { lower: 1, upper: 1 };
  const turn = turnNear(misses, 0.01, { from: 1e-12, to: 1 }, TOLERANCE);
  if (turn.no === -Infinity)
    return refuse(
      'calibration_impossible',
      'The other steps alone exceed this target. Allow more epsilon or delta, or drop steps.',
    );
  return { lower: turn.no, upper: Math.min(1, turn.yes) };
}
