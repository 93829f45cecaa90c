/** Holds a pair's tails to the truth, known as rational numbers on both sides of their logarithms. */
import type { LossPair, Tail } from '../../src/accounting/loss/pair.ts';
import { type Rational, rational } from '../../src/numerics/index.ts';
import type { Enclosure } from './enclosure.ts';

/** Logarithms of both masses of one tail; undefined for no mass at all. */
export interface TrueTail {
  readonly p: Enclosure | undefined;
  readonly q: Enclosure | undefined;
}

export function tailOf(pair: LossPair, side: 'upper' | 'lower', t: number): Tail {
  const tail = { p: Number.NaN, q: Number.NaN, error: Number.NaN };
  pair[side](t, tail);
  return tail;
}

/** Whether the truth lies within the stated error of what the pair says, at a threshold that may be off by `room`. */
export function isTrue(pair: LossPair, side: 'upper' | 'lower', t: number, truth: TrueTail, room = 0): boolean {
  const [wide, narrow] = side === 'upper' ? [t - room, t + room] : [t + room, t - room];
  const [most, least] = [tailOf(pair, side, wide), tailOf(pair, side, narrow)];
  return (['p', 'q'] as const).every(
    of => atMost(truth[of], most[of], most.error) && atLeast(truth[of], least[of], least.error),
  );
}

const atMost = (truth: Enclosure | undefined, value: number, error: number): boolean =>
  truth === undefined || (value > -Infinity && rational.compare(truth.lower, sum(value, error)) <= 0);

const atLeast = (truth: Enclosure | undefined, value: number, error: number): boolean =>
  value === -Infinity || (truth !== undefined && rational.compare(truth.upper, sum(value, -error)) >= 0);

const sum = (a: number, b: number): Rational => rational.add(rational.fromNumber(a), rational.fromNumber(b));

/** The two masses themselves, where logarithms do not matter. */
export function massesOf(pair: LossPair, side: 'upper' | 'lower', t: number): [p: number, q: number] {
  const { p, q } = tailOf(pair, side, t);
  return [Math.exp(p), Math.exp(q)];
}
