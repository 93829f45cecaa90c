/** What is publicly known of a column or expression before any row is read: its type and every value it may take. */
import { type Rational, rational } from '../../numerics/index.ts';
import { refuse } from '../../vocabulary/index.ts';
import type { ValueType } from './expression.ts';
import type { Value } from './value.ts';
import { greatest, least } from './whole-numbers.ts';

export type Domain = NumberDomain | TextDomain | BooleanDomain;

/** Whole multiples of a step from low to high, both counted in steps. Null is possible everywhere. */
export interface NumberDomain {
  readonly type: 'integer' | 'number' | 'date' | 'timestamp';
  readonly low: bigint;
  readonly high: bigint;
  /** One day for dates, one microsecond for timestamps. */
  readonly step: Rational;
  /** False where low and high are only what a machine can hold: comparable, but nothing to add up. */
  readonly bounded: boolean;
  /** Where not every step between low and high is possible: those that are, in order. */
  readonly listed?: readonly bigint[];
}

export interface TextDomain {
  readonly type: 'text';
  /** Absent where any text is possible. */
  readonly values?: readonly string[];
  /** The most characters of a text that is not listed; absent where it has any number of them. */
  readonly longest?: number;
}

export interface BooleanDomain {
  readonly type: 'boolean';
}

export const LARGEST = 2n ** 63n - 1n;

export const booleans: BooleanDomain = Object.freeze({ type: 'boolean' });

/** Numbers in steps; whole steps make integers. What could leave 64 bits is refused. */
export function numbers(low: bigint, high: bigint, step: Rational, bounded = true): NumberDomain {
  if (!(low >= -LARGEST && high <= LARGEST))
    return refuse(
      'overflow_possible',
      `A result could reach ${high > -low ? high : low} steps of ${show(step)}, which exceeds 2^63. Clamp its parts, or round them to larger steps.`,
    );
  return Object.freeze({ type: step.denominator === 1n ? 'integer' : 'number', low, high, step, bounded });
}

export const integers = (low: bigint, high: bigint, bounded = true): NumberDomain =>
  numbers(low, high, rational.one, bounded);

/** Days or microseconds. */
export const moments = (type: 'date' | 'timestamp', low: bigint, high: bigint, bounded: boolean): NumberDomain =>
  Object.freeze({ type, low, high, step: rational.one, bounded });

export const texts = (values?: readonly string[]): TextDomain =>
  Object.freeze(
    values === undefined ? { type: 'text' } : { type: 'text', values: Object.freeze([...new Set(values)]) },
  );

/** Any text of at most so many characters. */
export const textsUpTo = (longest: number | undefined): TextDomain =>
  Object.freeze(longest === undefined ? { type: 'text' } : { type: 'text', longest });

/** The most characters that a text may have, or undefined where nothing says so. */
export const longestOf = ({ values, longest }: TextDomain): number | undefined =>
  values === undefined ? longest : values.reduce((most, value) => Math.max(most, [...value].length), 0);

export const isNumeric = (domain: Domain): domain is NumberDomain =>
  domain.type === 'integer' || domain.type === 'number';

/** Everything with an order of whole steps: numbers, dates, timestamps. */
export const isStepped = (domain: Domain): domain is NumberDomain =>
  domain.type !== 'text' && domain.type !== 'boolean';

/** Integers are numbers whose step is whole: no rule tells them apart. */
export const sameType = (one: Domain, other: Domain): boolean =>
  one.type === other.type || (isNumeric(one) && isNumeric(other));

/** How many values there are besides null, or undefined where they are not publicly listed. */
export function sizeOf(domain: Domain): bigint | undefined {
  if (domain.type === 'boolean') return 2n;
  if (domain.type === 'text') return domain.values === undefined ? undefined : BigInt(domain.values.length);
  if (!domain.bounded) return undefined;
  return domain.listed === undefined ? domain.high - domain.low + 1n : BigInt(domain.listed.length);
}

/** The values that are publicly listed, in order; null is not among them. */
export function valuesOf(domain: Domain): Value[] {
  if (domain.type === 'boolean') return [false, true];
  if (domain.type === 'text') return [...(domain.values ?? [])];
  if (domain.listed !== undefined) return [...domain.listed];
  return Array.from({ length: Number(domain.high - domain.low + 1n) }, (_, i) => domain.low + BigInt(i));
}

/** The values of either: the hull of two ranges of one step, the union of two lists. */
export function union(one: Domain, other: Domain): Domain {
  if (one.type === 'text' && other.type === 'text') return eitherText(one, other);
  if (!isStepped(one) || !isStepped(other)) return one;
  const [low, high] = [least([one.low, other.low]), greatest([one.high, other.high])];
  const { listed: _, ...hull } = { ...one, low, high, bounded: one.bounded && other.bounded };
  if (one.listed === undefined || other.listed === undefined) return Object.freeze(hull);
  const listed = [...new Set([...one.listed, ...other.listed])].sort((a, b) => (a < b ? -1 : 1));
  return Object.freeze({ ...hull, listed: Object.freeze(listed) });
}

function eitherText(one: TextDomain, other: TextDomain): TextDomain {
  if (one.values && other.values) return texts([...one.values, ...other.values]);
  const [a, b] = [longestOf(one), longestOf(other)];
  return textsUpTo(a === undefined || b === undefined ? undefined : Math.max(a, b));
}

/** The domain of nothing but null. */
export function nothing(type: ValueType): Domain {
  if (type === 'text') return texts([]);
  if (type === 'boolean') return booleans;
  return type === 'date' || type === 'timestamp' ? moments(type, 0n, 0n, true) : integers(0n, 0n);
}

const show = ({ numerator, denominator }: Rational): string =>
  denominator === 1n ? `${numerator}` : `${numerator}/${denominator}`;
