/** What is released by default: the difference of each value with exact noise. This is differential privacy, amplified. */
import { inversePrice, price } from '../../accounting/index.ts';

export interface NoisyRelease {
  readonly values: number;
  readonly sampling: number;
  /** Parameter of the discrete Laplace noise on each difference. */
  readonly noiseEpsilon: number;
}

/** A changed answer leaves one count, and with several values it enters another. */
const replaceRatio = (values: number): 1 | 2 => (values === 1 ? 1 : 2);

/**
 * What noisy differences tell about one person's answer.
 *   Says     ε' = ln((1−π_s+π_s·e^e) / (1−π_s+π_s·e^(e−r))), r = e for one value and 2e for several
 *   Assumes  replace-one: who took part is public; nothing else of either round is released, and the batch only once; noise
 *            as `derivedNoise` makes it is as good as noise drawn anew only to whoever cannot break the cipher
 *   Rounds   up
 *   Source   [EAS16] section 4.5; the difference is a count over a Bernoulli sample of the people
 */
export const releasedEpsilon = ({ values, sampling, noiseEpsilon }: NoisyRelease): number =>
  price({
    operator: 'bernoulli',
    rate: sampling,
    cost: { epsilon: noiseEpsilon, replace: replaceRatio(values) * noiseEpsilon },
    relation: 'replace-one',
  }).epsilon;

/** The largest noise parameter that tells no more than epsilon: the least noise. Rounded down. */
export const noiseEpsilonFor = ({
  values,
  sampling,
  epsilon,
}: Omit<NoisyRelease, 'noiseEpsilon'> & { epsilon: number }) =>
  inversePrice({
    operator: 'bernoulli',
    rate: sampling,
    epsilon,
    replaceRatio: replaceRatio(values),
    relation: 'replace-one',
  }).epsilon;
