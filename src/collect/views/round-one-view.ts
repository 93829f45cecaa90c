/**
 * The third view where the counts of round one are shown beside the differences. Fewer people can then have been sampled:
 * only those who answered 0. For a value that many have this is far worse than the differences alone.
 */
import { binomialLogMass, up } from '../../numerics/index.ts';
import type { Die } from './die.ts';
import { differenceDelta } from './difference-view.ts';
import type { AskedPeople } from './population.ts';

/** Beyond so many people the bound for so many is taken: more of them only blur what is seen. */
const WITH_VALUE_MAX = 200;
const OTHERS_MAX = 400;

/**
 * What the counts of both rounds tell about one person of a population.
 *   Says     δ(ε) <= the larger one of what the differences tell and the hockey sticks of people who change between a
 *            value and 0, seen among their own value's people and those of answer 0 alone
 *   Assumes  the same people answer both rounds; only counts are seen
 *   Rounds   up
 *   Source   derived: round one does not depend on the truth, so that a move between two values shows in the differences
 *            only; all people who are left out add to the counts independently of the change, which never tells more
 */
export function bothRoundsDelta(population: AskedPeople, die: Die, epsilon: number): number {
  const { counts, others } = population;
  const leaving = Math.min(...counts.filter(count => count > 0));
  const toNone = leaving < Infinity ? [seenDelta({ withValue: leaving, others }, die, epsilon)] : [];
  const joined = Math.min(...counts) + 1;
  const fromNone = others > 0 ? [seenDelta({ withValue: joined, others: others - 1 }, die, epsilon)] : [];
  const differences = differenceDelta(population, { sampling: die.sampling, epsilon });
  return Math.min(die.sampling, Math.max(differences, ...toNone, ...fromNone));
}

export interface Seen {
  /** People with the value, the person in question among them, and people whose answer is 0. */
  readonly withValue: number;
  readonly others: number;
}

/**
 * One person of a value, or of answer 0 instead, by their value's difference D and the count of zeros in round one.
 *   Says     δ(ε) = the larger hockey stick between the laws of (D, zeros): D ~ Bin(n, π_s), and given D the other zeros
 *            are Bin(n−D, π_0/(1−π_s)) + Bin(n_0, π_0+π_s); against n−1 and n_0+1
 *   Assumes  both counts are exact
 *   Rounds   up
 *   Source   derived: the sampled answer 0 in round one; of those who have the value they alone are in the difference
 */
export function seenDelta({ withValue, others }: Seen, die: Die, epsilon: number): number {
  const n = Math.min(withValue, WITH_VALUE_MAX);
  const none = Math.min(others, OTHERS_MAX);
  const present = jointLaw(n, none, die);
  const absent = jointLaw(n - 1, none + 1, die);
  const growth = Math.exp(epsilon) * (1 - ERROR);
  let [forward, backward] = [0, 0];
  for (let cell = 0; cell < present.length; cell++) {
    forward += Math.max(0, present[cell] * (1 + ERROR) - growth * absent[cell]);
    backward += Math.max(0, absent[cell] * (1 + ERROR) - growth * present[cell]);
  }
  return Math.min(1, up.mul(Math.max(forward, backward), 1 + ERROR) + UNDERFLOW);
}

/** No chance of a table of so few people errs by more than this share of itself, nor its sum; unless it underflows. */
const ERROR = 2 ** -36;
const UNDERFLOW = 1e-290;

/** The chance of each difference and count of other zeros, difference by difference; n + n_0 people in all. */
function jointLaw(withValue: number, others: number, { sampling, outputs }: Die): Float64Array {
  const width = withValue + others + 1;
  const law = new Float64Array((width + 1) * width);
  const elsewhere = binomial(others, Math.min(1, outputs[0] + sampling));
  for (let moved = 0; moved <= withValue; moved++) {
    const chance = Math.exp(binomialLogMass(withValue, sampling, moved));
    const unsampled = binomial(withValue - moved, Math.min(1, outputs[0] / (1 - sampling)));
    const row = law.subarray(moved * width, (moved + 1) * width);
    for (let i = 0; i < unsampled.length; i++)
      for (let j = 0; j < elsewhere.length; j++) row[i + j] += chance * unsampled[i] * elsewhere[j];
  }
  return law;
}

const binomial = (trials: number, probability: number): Float64Array =>
  Float64Array.from({ length: trials + 1 }, (_, count) => Math.exp(binomialLogMass(trials, probability, count)));
