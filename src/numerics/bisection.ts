/**
 * Where a monotone question turns from no to yes. Answers are certified, so some may be 'unknown': the result is
 * the last number known to be no and the first known to be yes, each found by its own bisection.
 */
import { refuse } from '../vocabulary/index.ts';

export type Certainty = 'yes' | 'no' | 'unknown';

/** Must answer no below some point, yes above some point, unknown only between the two. */
export type MonotonePredicate = (x: number) => Certainty;

export interface SearchInterval {
  readonly from: number;
  readonly to: number;
}

export interface Turn {
  /** The greatest number found with the answer no; -Infinity when there is none. */
  readonly no: number;
  /** The least number found with the answer yes; Infinity when there is none. */
  readonly yes: number;
}

/** The turn within an interval, to a relative tolerance; tolerance 0 goes on to neighbouring doubles. */
export function turnWithin(question: MonotonePredicate, { from, to }: SearchInterval, tolerance = 0): Turn {
  if (!(from <= to && tolerance >= 0))
    refuse('value_out_of_range', 'An interval runs from a smaller to a larger number and a tolerance is not negative.');
  const known = new Map<number, Certainty>();
  const ask = remembering(question, known);
  const yes = firstWhere(x => ask(x) === 'yes', { from, to }, tolerance);
  // what the first search learned narrows the second: at a sharp turn nothing is left to ask
  const asked = [...known];
  const below = Math.max(from, ...asked.filter(([, answer]) => answer === 'no').map(([x]) => x));
  const above = Math.min(to, ...asked.filter(([, answer]) => answer !== 'no').map(([x]) => x));
  const no = lastBefore(x => ask(x) !== 'no', { from: below, to: above }, tolerance);
  return Object.freeze({ no, yes });
}

/** As `turnWithin`, widening geometrically from a positive start as far as the limits; few questions when it is near. */
export function turnNear(question: MonotonePredicate, start: number, limits: SearchInterval, tolerance = 0): Turn {
  if (!(limits.from > 0 && limits.from <= start && start <= limits.to && limits.to < Infinity))
    refuse('value_out_of_range', 'A search starts within positive, finite limits.');
  const ask = remembering(question, new Map());
  let [from, to] = [start, start];
  for (let factor = 2; ask(from) !== 'no' && from > limits.from; factor **= 2)
    from = Math.max(from / factor, limits.from);
  for (let factor = 2; ask(to) !== 'yes' && to < limits.to; factor **= 2) to = Math.min(to * factor, limits.to);
  return turnWithin(ask, { from, to }, tolerance);
}

/** A certified answer may cost a long computation: none is asked for twice. */
function remembering(question: MonotonePredicate, known: Map<number, Certainty>): MonotonePredicate {
  return x => {
    const answer = known.get(x) ?? question(x);
    known.set(x, answer);
    return answer;
  };
}

type Predicate = (x: number) => boolean;

/** Least x found where a predicate that turns true once is true. */
function firstWhere(predicate: Predicate, { from, to }: SearchInterval, tolerance: number): number {
  if (!predicate(to)) return Infinity;
  return predicate(from) ? from : halve(predicate, { from, to }, tolerance).to;
}

/** Greatest x found where it is still false. */
function lastBefore(predicate: Predicate, { from, to }: SearchInterval, tolerance: number): number {
  if (predicate(from)) return -Infinity;
  return predicate(to) ? halve(predicate, { from, to }, tolerance).from : to;
}

/** Keeps `from` false and `to` true until they are neighbours or as close as asked. */
function halve(predicate: Predicate, interval: SearchInterval, tolerance: number): SearchInterval {
  let { from, to } = interval;
  while (to - from > tolerance * Math.max(Math.abs(from), Math.abs(to))) {
    const middle = middleDouble(from, to);
    if (middle === from || middle === to) break;
    if (predicate(middle)) to = middle;
    else from = middle;
  }
  return { from, to };
}

/** The double with as many doubles below it down to `low` as above it up to `high`: 64 halvings reach neighbours. */
function middleDouble(low: number, high: number): number {
  const ends = new BigInt64Array(new Float64Array([low, high]).buffer);
  return fromOrdinal((ordinal(ends[0]) + ordinal(ends[1])) >> 1n);
}

/** Doubles count up with their bits when positive and down when negative; both zeros are 0. */
const ordinal = (bits: bigint): bigint => (bits < 0n ? -(bits - negativeZero) : bits);
const fromOrdinal = (position: bigint): number =>
  new Float64Array(new BigInt64Array([position < 0n ? negativeZero - position : position]).buffer)[0];
const negativeZero = -(2n ** 63n);
