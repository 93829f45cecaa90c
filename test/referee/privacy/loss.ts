/**
 * What the best adversary learns from one output: the largest ratio of two mixtures of products of kernels, and the sum of what
 * one law has above another. Mixtures are of exact results, one for each way in which chance may have decided.
 */
import type { Kernel } from './kernels.ts';

/** Exact results with their probabilities: places in the values of each coordinate. */
export interface Mixture {
  readonly points: readonly (readonly number[])[];
  readonly weights: readonly number[];
}

export interface Pair {
  readonly one: Mixture;
  readonly other: Mixture;
  readonly kernels: readonly Kernel[];
}

/** Outputs are tried one by one up to so many evaluations of a mixture. */
const EXHAUSTIVE_MOST = 20_000;
const STARTS_MOST = 6;

/** The largest |ln| of the ratio over all outputs. */
export function largestLoss(pair: Pair): number {
  const outputs = pair.kernels.reduce((product, kernel) => product * kernel.length, 1);
  const size = pair.one.points.length + pair.other.points.length;
  return outputs * size <= EXHAUSTIVE_MOST ? amongAll(pair) : byAscent(pair);
}

const lossOf = (one: number, other: number): number => (one === other ? 0 : Math.abs(Math.log(one) - Math.log(other)));

function amongAll({ one, other, kernels }: Pair): number {
  let most = 0;
  const visit = (place: number, left: Float64Array, right: Float64Array): void => {
    if (place === kernels.length) {
      most = Math.max(most, lossOf(sum(left), sum(right)));
      return;
    }
    for (const row of kernels[place]) visit(place + 1, times(left, one, place, row), times(right, other, place, row));
  };
  visit(0, Float64Array.from(one.weights), Float64Array.from(other.weights));
  return most;
}

export const sum = (weights: Float64Array): number => weights.reduce((total, weight) => total + weight, 0);

export function times(weights: Float64Array, { points }: Mixture, place: number, row: Float64Array): Float64Array {
  const product = new Float64Array(weights.length);
  for (let i = 0; i < weights.length; i++) product[i] = weights[i] * row[points[i][place]];
  return product;
}

/** From many starts, one coordinate at a time while it helps: a lower bound of the loss, which it reaches in practice. */
function byAscent(pair: Pair): number {
  const { one, other, kernels } = pair;
  const starts = [...spread(one.points), ...spread(other.points)];
  let most = 0;
  for (const start of starts)
    for (const sign of [1, -1]) {
      const output = start.map((value, place) => Math.min(value, kernels[place].length - 1));
      most = Math.max(most, ascended(pair, output, sign));
    }
  return most;
}

function spread<T>(list: readonly T[]): T[] {
  const step = Math.max(1, Math.floor(list.length / STARTS_MOST));
  return list.filter((_, i) => i % step === 0);
}

function ascended({ one, other, kernels }: Pair, output: number[], sign: number): number {
  const signed = (left: number, right: number): number => sign * (Math.log(left) - Math.log(right));
  let best = Number.NEGATIVE_INFINITY;
  for (let round = 0; round < 8; round++) {
    const before = best;
    for (const place of kernels.keys()) {
      const [left, right] = [one, other].map(mixture => without(mixture, kernels, output, place));
      for (const [candidate, row] of kernels[place].entries()) {
        const value = signed(dot(left, one, place, row), dot(right, other, place, row));
        if (!(value > best)) continue;
        best = value;
        output[place] = candidate;
      }
    }
    if (!(best > before + 1e-12)) break;
  }
  return best;
}

/** The weights of all points but for one coordinate. */
function without({ points, weights }: Mixture, kernels: readonly Kernel[], output: readonly number[], place: number) {
  const product = Float64Array.from(weights);
  for (const [i, kernel] of kernels.entries())
    if (i !== place) {
      const row = kernel[output[i]];
      for (let j = 0; j < product.length; j++) product[j] *= row[points[j][i]];
    }
  return product;
}

function dot(weights: Float64Array, { points }: Mixture, place: number, row: Float64Array): number {
  let total = 0;
  for (let j = 0; j < weights.length; j++) total += weights[j] * row[points[j][place]];
  return total;
}

/** The probability of one output in either world. */
export type Likelihoods = readonly (readonly [one: number, other: number])[];

/** All outputs; kernels must be probabilities here. Outputs of one ratio are one: no adversary tells more from them. */
export function likelihoodsOf({ one, other, kernels }: Pair): Likelihoods {
  const merged = new Map<string, [number, number]>();
  const visit = (place: number, left: Float64Array, right: Float64Array): void => {
    if (place < kernels.length) {
      for (const row of kernels[place]) visit(place + 1, times(left, one, place, row), times(right, other, place, row));
      return;
    }
    const [p, q] = [sum(left), sum(right)];
    if (p === 0 && q === 0) return;
    const name = (p / (p + q)).toPrecision(9);
    const known = merged.get(name);
    if (known === undefined) merged.set(name, [p, q]);
    else {
      known[0] += p;
      known[1] += q;
    }
  };
  visit(0, Float64Array.from(one.weights), Float64Array.from(other.weights));
  return [...merged.values()];
}

/** Of independent outputs together. */
export const together = (one: Likelihoods, other: Likelihoods): Likelihoods =>
  one.flatMap(([p, q]) => other.map(([r, s]) => [p * r, q * s] as const));

/** What one law has above e^epsilon times the other, in the worse direction. */
export function hockeyStick(likelihoods: Likelihoods, epsilon: number): number {
  const factor = Math.exp(epsilon);
  let [forth, back] = [0, 0];
  for (const [p, q] of likelihoods) {
    forth += Math.max(0, p - factor * q);
    back += Math.max(0, q - factor * p);
  }
  return Math.max(forth, back);
}

/** Orders at which moments of the loss are looked at; 1 is its mean. */
const ORDERS = [1, 1.5, 2, 4, 16];

/** The largest Renyi divergence over its order, in the worse direction. */
export function concentration(likelihoods: Likelihoods): number {
  const turned = likelihoods.map(([p, q]) => [q, p] as const);
  return Math.max(...[likelihoods, turned].flatMap(list => ORDERS.map(order => divergence(list, order) / order)));
}

/** Outcomes that are impossible in one world are of masses that doubles lose: they are left out. */
function divergence(likelihoods: Likelihoods, order: number): number {
  const seen = likelihoods.filter(([p, q]) => p > 0 && q > 0);
  if (order === 1) return seen.reduce((total, [p, q]) => total + p * Math.log(p / q), 0);
  const moment = seen.reduce((total, [p, q]) => total + Math.exp(order * Math.log(p) + (1 - order) * Math.log(q)), 0);
  return Math.log(moment) / (order - 1);
}
