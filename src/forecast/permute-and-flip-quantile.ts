/** A quantile as `ask` draws it: by permute-and-flip among the multiples of a step. Mean and variance of what it tells. */
import type { Relation } from '../vocabulary/index.ts';

interface LatticeQuantile {
  readonly quantile: number;
  readonly min: number;
  readonly max: number;
  readonly relation: Relation;
  readonly step: number;
}

/** Neighbouring candidates that miss the rank alike, counted in steps from the least one, and the probability of their coins. */
interface Run {
  readonly first: number;
  readonly size: number;
  readonly miss: number;
}

/** What weighs less than this part of the rest is not seen: simulations err more. */
const NEGLIGIBLE = 1e-10;

/**
 * Choices are gone through in random order, and the first whose coin falls heads is told.
 *   Says     a choice whose coin falls heads with p has probability p·∫ Π (1 − s·t) dt over t from 0 to 1, with the product over
 *            all other coins s; coins fall heads with exp(−ε·(miss − least miss)/(2Δ)), misses and Δ as a question has them
 *   Assumes  values sorted, and within the bounds
 *   Rounds   nearest; the integral by 24 points, to 1e-4 of a step, far below what simulations err by
 *   Source   [MS20]
 */
export function permuteAndFlipMoments(
  sorted: Float64Array,
  question: LatticeQuantile,
  epsilon: number,
): { readonly centre: number; readonly variance: number } {
  const { quantile, min, relation, step } = question;
  const change = relation === 'replace-one' ? 1 : Math.max(quantile, 1 - quantile);
  const decay = epsilon / (2 * change);
  const runs = runsNear(sorted, question, decay);
  const least = Math.min(...runs.map(({ miss }) => miss));
  const coins = runs.map(({ miss }) => Math.exp(-decay * (miss - least)));
  const chances = chancesOf(
    runs.map(({ size }) => size),
    coins,
  );
  let [total, first, second] = [0, 0, 0];
  const origin = runs[0].first;
  for (const [i, { first: from, size }] of runs.entries()) {
    const middle = from - origin + (size - 1) / 2;
    total += chances[i];
    first += chances[i] * middle;
    second += chances[i] * (middle ** 2 + (size ** 2 - 1) / 12);
  }
  const centre = first / total;
  return { centre: min + (origin + centre) * step, variance: Math.max(0, second / total - centre ** 2) * step ** 2 };
}

/** All candidates that may matter, outwards from the rank. */
function runsNear(sorted: Float64Array, { quantile, min, max, step }: LatticeQuantile, decay: number): Run[] {
  const n = sorted.length;
  const target = quantile * n;
  const stepOf = (place: number): number => Math.round((sorted[place] - min) / step);
  const last = Math.round((max - min) / step);
  const missing = (below: number, above: number): number => Math.max(below - target, above - (n - target));
  const runs: Run[] = [];
  let [least, total] = [Infinity, 0];
  /** False where nothing farther out can matter. */
  const added = (first: number, end: number, below: number, above: number): boolean => {
    if (end <= first) return true;
    const miss = missing(below, above);
    if (miss < least) [least, total] = [miss, least === Infinity ? 0 : total * Math.exp(-decay * (least - miss))];
    const weight = Math.exp(-decay * (miss - least));
    if (weight * (last + 1) < NEGLIGIBLE * total) return false;
    runs.push({ first, size: end - first, miss });
    total += weight * (end - first);
    return true;
  };
  if (n === 0) return [{ first: 0, size: last + 1, miss: 0 }];
  const middle = Math.min(n - 1, Math.floor(target));
  /** Places of the first value that is the same as the one at `place`, and of the first that is larger. */
  const tied = (place: number): [number, number] => {
    const own = stepOf(place);
    let [from, to] = [place, place + 1];
    while (from > 0 && stepOf(from - 1) === own) from--;
    while (to < n && stepOf(to) === own) to++;
    return [from, to];
  };
  const [from, to] = tied(middle);
  added(stepOf(middle), stepOf(middle) + 1, from, n - to);
  for (let place = from; place >= 0; ) {
    // the gap below the value at `place`, then the value below that
    const lower = place === 0 ? -1 : stepOf(place - 1);
    if (!added(lower + 1, stepOf(place), place, n - place) || place === 0) break;
    const [next, end] = tied(place - 1);
    if (!added(lower, lower + 1, next, n - end)) break;
    place = next;
  }
  for (let place = to; place <= n; ) {
    const upper = place === n ? last + 1 : stepOf(place);
    if (!added(stepOf(place - 1) + 1, upper, place, n - place) || place === n) break;
    const [start, next] = tied(place);
    if (!added(upper, upper + 1, start, n - next)) break;
    place = next;
  }
  return runs;
}

/** Beyond so many heads to be expected among all coins, a choice is seen twice hardly ever: its probability is in proportion to its coin. */
const MANY = 1e5;

/** The probability of each run of choices, up to a common factor. */
export function chancesOf(sizes: readonly number[], coins: readonly number[]): number[] {
  const heads = sizes.reduce((sum, size, i) => sum + size * coins[i], 0);
  if (heads > MANY) return sizes.map((size, i) => size * coins[i]);
  const chances = sizes.map(() => 0);
  const reach = -Math.expm1(-heads);
  for (const [point, weight] of POINTS) {
    // evenly in 1 − exp(−heads·t), as the product falls off
    const left = 1 - point * reach;
    const t = -Math.log(left) / heads;
    let product = 0;
    for (const [i, size] of sizes.entries()) product += size * Math.log1p(-coins[i] * t);
    const density = (weight * Math.exp(product)) / left;
    for (const [i, size] of sizes.entries()) chances[i] += (density * size * coins[i]) / (1 - coins[i] * t);
  }
  return chances;
}

/** Points and weights of Gauss and Legendre from 0 to 1: roots of the polynomial by Newton's method. */
const POINTS: readonly (readonly [number, number])[] = gaussLegendre(24);

function gaussLegendre(number: number): readonly (readonly [number, number])[] {
  return Array.from({ length: number }, (_, i) => {
    let x = Math.cos((Math.PI * (i + 0.75)) / (number + 0.5));
    let slope = 1;
    for (let trial = 0; trial < 100; trial++) {
      let [value, before] = [1, 0];
      for (let degree = 1; degree <= number; degree++)
        [value, before] = [((2 * degree - 1) * x * value - (degree - 1) * before) / degree, value];
      slope = (number * (x * value - before)) / (x * x - 1);
      const move = value / slope;
      x -= move;
      if (Math.abs(move) < 1e-15) break;
    }
    return [(1 + x) / 2, 1 / ((1 - x * x) * slope * slope)] as const;
  });
}
