/**
 * The laws of what is released, as tables: the likelihood of every output that matters for every exact value. They are computed
 * here from the kind and scale of noise that the product applies, never by its samplers.
 */
import type { Noise } from '../../../src/noise/index.ts';
import { type Rational, toNumber, upperTail } from '../../../src/numerics/index.ts';
import type { ValueCount } from '../../../src/plan/expressions/index.ts';

/** `likelihood[output][value]`, up to a factor that all values of an output share where only ratios matter. */
export type Kernel = readonly Float64Array[];

export const numberOf = (exact: Rational): number => toNumber(exact, 'nearest');

/**
 * Between two neighbouring values the ratio of two mixtures of Laplace laws is a Moebius function of exp(2·output/scale), and
 * beyond the last value it is constant: it is greatest at a value.
 */
export function laplaceAtValues(values: readonly bigint[], scale: number): Kernel {
  return values.map(output => Float64Array.from(values, value => Math.exp(-Math.abs(Number(output - value)) / scale)));
}

export interface QuantileLaw {
  readonly low: bigint;
  readonly high: bigint;
  readonly rank: Rational;
  readonly epsilon: Rational;
  readonly sensitivity: bigint;
  readonly drawing: 'permute-and-flip' | 'exponential';
}

/** Answers by permute-and-flip with coins of probability exp(-epsilon·(miss - least miss)/(2·sensitivity)), or in proportion to them. */
export function quantileKernel(values: readonly (readonly ValueCount[])[], law: QuantileLaw): Kernel {
  const { low, high, epsilon, sensitivity } = law;
  const unit = numberOf(epsilon) / (2 * Number(sensitivity));
  const outputs = Array.from({ length: Number(high - low) + 1 }, (_, i) => low + BigInt(i));
  const columns = values.map(tallies => {
    const misses = outputs.map(output => Number(missOf(tallies, output, law.rank)));
    const best = Math.min(...misses);
    const exponents = misses.map(miss => unit * (miss - best));
    return law.drawing === 'exponential' ? inProportion(exponents) : firstHeads(exponents);
  });
  return outputs.map((_, i) => Float64Array.from(columns, column => column[i]));
}

export interface QuantilesLaw extends Omit<QuantileLaw, 'rank' | 'epsilon'> {
  readonly levels: readonly {
    readonly epsilon: Rational;
    readonly draws: readonly { readonly rank: Rational; readonly lower: Rational; readonly upper: Rational }[];
  }[];
}

/** Each row lies in so many cells of its value: what is said of the price holds for any number of them. */
const CELLS = 2;

/**
 * The first two levels of quantiles that are drawn together: the cell of the border between the rows below it and those above, and
 * the first answer of the next level. An adversary sees no less.
 */
export function quantilesKernel(values: readonly (readonly ValueCount[])[], law: QuantilesLaw): Kernel {
  const { low, high, levels, sensitivity, drawing } = law;
  const [{ epsilon: first, draws: middle }, { epsilon: second, draws: next }] = levels;
  const span = Number(high - low) + 1;
  const chances = drawing === 'exponential' ? inProportion : firstHeads;
  const answerOf = (misses: readonly number[], epsilon: Rational, part: number): number[] => {
    const unit = numberOf(epsilon) / (2 * Number(sensitivity) * CELLS * Math.max(part, 1 - part));
    const best = Math.min(...misses);
    return chances(misses.map(miss => unit * (miss - best)));
  };
  const [whole, between] = [numberOf(middle[0].rank), next[0]];
  const [lower, upper] = [numberOf(between.lower), numberOf(between.upper)];
  const part = (numberOf(between.rank) - lower) / (upper - lower);
  const isBelow = upper === whole;
  const columns = values.map(tallies => {
    const rows = Array.from({ length: span * CELLS }, () => 0);
    for (const { value, rows: number } of tallies)
      for (let cell = 0; cell < CELLS; cell++) rows[Number(value - low) * CELLS + cell] += Number(number);
    const sum = (from: number, end: number): number => rows.slice(from, end).reduce((all, each) => all + each, 0);
    const all = sum(0, rows.length);
    const borders = answerOf(
      rows.map((_, cell) => Math.abs(sum(0, cell) - whole * all)),
      first,
      whole,
    );
    return borders.flatMap((chance, cell) => {
      const [from, end] = isBelow ? [0, cell] : [cell, rows.length];
      const inside = sum(from, end);
      const answers = Array.from({ length: span }, (_, value) => value).filter(
        value => value >= Math.floor(from / CELLS) && value * CELLS < end,
      );
      const misses = answers.map(value => {
        const under = sum(from, Math.max(from, value * CELLS));
        const over = sum(Math.max(from, (value + 1) * CELLS), end);
        return Math.max(under - part * inside, over - (1 - part) * inside);
      });
      const law = from === end ? [1] : answerOf(misses, second, part);
      return law.map(each => chance * each);
    });
  });
  return columns[0].map((_, i) => Float64Array.from(columns, column => column[i]));
}

function inProportion(exponents: readonly number[]): number[] {
  const weights = exponents.map(exponent => Math.exp(-exponent));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map(weight => weight / total);
}

/**
 * How likely each of those is to be the first, in random order, whose coin of probability exp(-exponent) falls heads. Of n others
 * those that come before it are any j with probability 1/((n+1)·C(n,j)), and all of their coins must fall tails.
 */
function firstHeads(exponents: readonly number[]): number[] {
  const n = exponents.length - 1;
  return exponents.map((exponent, c) => {
    // tails[j]: sum over all sets of j others of the probability that all of these fall tails
    const tails = [1, ...Array.from({ length: n }, () => 0)];
    for (const [s, other] of exponents.entries())
      if (s !== c) for (let j = n; j >= 1; j--) tails[j] += tails[j - 1] * -Math.expm1(-other);
    let [sum, sets] = [0, 1];
    for (let j = 0; j <= n; j++) {
      sum += tails[j] / sets;
      sets *= (n - j) / (j + 1);
    }
    return (Math.exp(-exponent) * sum) / (n + 1);
  });
}

/** Rows times the rank's denominator that lie on the wrong side; below 0, how many more could. */
function missOf(tallies: readonly ValueCount[], output: bigint, { numerator: a, denominator: b }: Rational): bigint {
  const rows = (wanted: (value: bigint) => boolean): bigint =>
    tallies.filter(({ value }) => wanted(value)).reduce((sum, tally) => sum + tally.rows, 0n);
  const all = rows(() => true);
  const [below, above] = [rows(value => value < output), rows(value => value > output)];
  const [under, over] = [b * below - a * all, b * above - (b - a) * all];
  return under > over ? under : over;
}

/** Outputs as cells of whole numbers, all or those from one on: single ones where noise is small, and what lies far off together. */
export function noiseCells(values: readonly bigint[], { kind, scale }: Noise, most: number, from?: bigint): Kernel {
  const width = numberOf(scale);
  const [low, high] = [least(values), greatest(values)];
  const reach = Math.ceil(width * (kind === 'discrete-laplace' ? 16 : 6)) + 1;
  const span = Number(high - low) + 2 * reach;
  const step = BigInt(Math.max(1, Math.ceil(span / most)));
  const edges: bigint[] = [];
  for (let edge = low - BigInt(reach); edge <= high + BigInt(reach); edge += step)
    if (from === undefined || edge > from) edges.push(edge);
  const below = kind === 'discrete-laplace' ? laplaceBelow(width) : gaussianBelow(width);
  const columns = values.map(value => {
    const first = from === undefined ? Number.NEGATIVE_INFINITY : Number(from - value);
    const ends = [first, ...edges.map(edge => Number(edge - value)), Number.POSITIVE_INFINITY];
    return ends.slice(1).map((end, i) => Math.max(0, massBetween(below, ends[i], end)));
  });
  return columns[0].map((_, cell) => Float64Array.from(columns, column => column[cell]));
}

/** P(first <= noise < end), of noise that is symmetric: above 0 from the other side, where rare values are not lost beside 1. */
const massBetween = (below: (m: number) => number, first: number, end: number): number =>
  first > 0 ? below(1 - first) - below(1 - end) : below(end) - below(first);

const least = (values: readonly bigint[]): bigint => values.reduce((a, b) => (b < a ? b : a));
const greatest = (values: readonly bigint[]): bigint => values.reduce((a, b) => (b > a ? b : a));

/** P(noise < m), discrete Laplace of this scale. */
export function laplaceBelow(scale: number): (m: number) => number {
  const decay = Math.exp(-1 / scale);
  // P(noise >= m) = decay^m / (1 + decay) for m >= 1, and symmetric; a decay next to 1 has no power of infinity
  const from = (m: number): number => Math.exp(-m / scale) / (1 + decay);
  return m => (m >= 1 ? 1 - from(m) : from(1 - m));
}

/** P(noise < m), discrete Gaussian of this scale. */
function gaussianBelow(scale: number): (m: number) => number {
  // half a step off the normal law, it is that law to the last digit
  if (scale > WIDEST) return m => upperTail((0.5 - m) / scale);
  const reach = Math.ceil(scale * 12) + 2;
  const weights = Array.from({ length: 2 * reach + 1 }, (_, i) => Math.exp(-((i - reach) ** 2) / (2 * scale ** 2)));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const cumulated = [0];
  for (const weight of weights) cumulated.push(cumulated[cumulated.length - 1] + weight / total);
  return m => cumulated[Math.max(0, Math.min(cumulated.length - 1, m + reach))];
}

/** Scales above it are too wide to list. */
const WIDEST = 1000;
