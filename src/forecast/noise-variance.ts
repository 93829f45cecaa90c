/** How much noise a statistic gets that one unit changes by no more than its sensitivity. */
import { account } from '../accounting/index.ts';
import type { ApproximateGuarantee } from '../vocabulary/index.ts';
import { refuse } from '../vocabulary/index.ts';

/** Noise whose size does not depend on the data. */
export type AdditiveMechanism = 'laplace' | 'discrete-laplace' | 'gaussian';

/** What one unit changes at most: in sum over all entries, and in Euclidean norm. */
export interface NormSensitivity {
  readonly sum: number;
  readonly euclidean: number;
  /** The statistic is a multiple of this; undefined where it may be any number. */
  readonly step?: number | undefined;
}

export function noiseVariance(
  mechanism: AdditiveMechanism,
  sensitivity: NormSensitivity,
  privacy: ApproximateGuarantee,
): number {
  switch (mechanism) {
    case 'laplace':
      return 2 * (sensitivity.sum / privacy.epsilon) ** 2;
    case 'discrete-laplace':
      return discreteLaplaceVariance(sensitivity, privacy.epsilon);
    case 'gaussian':
      return (sensitivity.euclidean * gaussianScale(privacy)) ** 2;
  }
}

function discreteLaplaceVariance({ sum, step }: NormSensitivity, epsilon: number): number {
  if (step === undefined)
    return refuse('usage', 'Discrete Laplace noise needs --step, the step that values are multiples of.');
  const decay = (epsilon * step) / sum;
  return (2 * Math.exp(-decay) * step ** 2) / Math.expm1(-decay) ** 2;
}

/** The least scale that keeps (epsilon, delta) exactly, for a sensitivity of 1. */
function gaussianScale({ epsilon, delta }: ApproximateGuarantee): number {
  if (!(delta > 0)) return refuse('delta_needed', 'Gaussian noise needs a delta above 0.');
  const [answer] = [
    account({
      relation: 'add-remove',
      steps: [{ mechanism: { kind: 'gaussian', noiseMultiplier: 1 } }],
      ask: { noiseFor: { epsilon, delta } },
    }),
  ].flat();
  if ('noise' in answer && answer.noise.upper !== null) return answer.noise.upper;
  return refuse('calibration_impossible', `No Gaussian noise was found for epsilon ${epsilon} and delta ${delta}.`);
}
