/** What a sample tells, by trying everything: every choice of unknown rows, and every two states they may be in. */
import { type Rational, rational } from '../../src/numerics/index.ts';
import { power } from './rational-power.ts';

/** All ways to write `total` as a list of that length with no entry above its limit. */
function* sharings(total: number, limits: readonly number[]): Generator<number[]> {
  if (limits.length === 0) {
    if (total === 0) yield [];
    return;
  }
  const [limit, ...others] = limits;
  for (let first = 0; first <= Math.min(limit, total); first++)
    for (const rest of sharings(total - first, others)) yield [first, ...rest];
}

/** All samples of a table: how many rows of each value they show. */
export function* samplesOf(counts: readonly number[]): Generator<number[]> {
  const rows = counts.reduce((sum, count) => sum + count, 0);
  for (let size = 0; size <= rows; size++) yield* sharings(size, counts);
}

export function choose(n: number, k: number): bigint {
  if (k < 0 || k > n) return 0n;
  let product = 1n;
  for (let i = 1; i <= k; i++) product = (product * BigInt(n - k + i)) / BigInt(i);
  return product;
}

/** The largest ratio of a sample's probabilities, one value beside the table's included; undefined where it is infinite. */
export function trueRatio(counts: readonly number[], shown: readonly number[], unknown: number): Rational | undefined {
  const [values, seen] = [
    [...counts, 0],
    [...shown, 0],
  ];
  let worst: Rational = rational.one;
  for (const taken of sharings(unknown, values)) {
    const ways = [...sharings(unknown, new Array(values.length).fill(unknown))].map(put =>
      values.reduce((product, count, v) => product * choose(count - taken[v] + put[v], seen[v]), 1n),
    );
    const [least, most] = ends(ways);
    if (most > 0n && least === 0n) return undefined;
    if (most === 0n) continue;
    const ratio = rational.ratio(most, least);
    if (rational.compare(ratio, worst) > 0) worst = ratio;
  }
  return worst;
}

function ends([first, ...others]: readonly bigint[]): [least: bigint, most: bigint] {
  let [least, most] = [first, first];
  for (const way of others) {
    if (way < least) least = way;
    if (way > most) most = way;
  }
  return [least, most];
}

/** The probability of a sample, exactly. */
export const chanceOf = (counts: readonly number[], shown: readonly number[], rate: Rational): Rational =>
  counts
    .map((count, v) => binomialMass(count, shown[v], rate))
    .reduce((product, mass) => rational.mul(product, mass), rational.one);

const binomialMass = (trials: number, successes: number, rate: Rational): Rational =>
  rational.mul(
    rational.ratio(choose(trials, successes)),
    rational.mul(power(rate, successes), power(rational.sub(rational.one, rate), trials - successes)),
  );
