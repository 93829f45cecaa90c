/**
 * Numbers of a policy: the exact decimal that was written, and the double nearest to it.
 * 0.1 in a policy is one tenth, so that three times 0.1 fits into 0.3.
 */
import { type Rational, rational, toNumber } from '../../numerics/index.ts';
import { refuse } from '../../vocabulary/index.ts';

export interface Decimal {
  /** Plain digits without an exponent: the same text for 1e-2, 0.01 and 0.010. */
  readonly text: string;
  readonly exact: Rational;
  readonly nearest: number;
}

/** Longer or larger numbers mean nothing in a policy, and exact arithmetic on them would take for ever. */
const LENGTH_MAX = 100;
const EXPONENT_MAX = 99;

const NUMERAL = /^-?\d+(\.\d+)?([eE][+-]?(\d+))?$/;

/** The number as written, or undefined where it is none that a policy may hold. */
export function decimal(written: string): Decimal | undefined {
  const exponent = NUMERAL.exec(written)?.at(3) ?? '0';
  if (!NUMERAL.test(written) || written.length > LENGTH_MAX || !(Number(exponent) <= EXPONENT_MAX)) return undefined;
  const exact = rational.fromDecimal(written);
  return Object.freeze({ text: plainText(exact), exact, nearest: toNumber(exact, 'nearest') });
}

/** No JSON value has a bigint inside, so none is mistaken for a number. */
export const isDecimal = (value: unknown): value is Decimal =>
  typeof (value as Partial<Decimal> | null | undefined)?.exact?.numerator === 'bigint';

/** Digits of a rational that has finitely many. */
export function plainText({ numerator, denominator }: Rational): string {
  let places = 0;
  let scale = 1n;
  while (scale % denominator !== 0n) {
    places += 1;
    scale *= 10n;
  }
  const scaled = (numerator * scale) / denominator;
  const digits = (scaled < 0n ? -scaled : scaled).toString().padStart(places + 1, '0');
  const whole = digits.slice(0, digits.length - places);
  return `${scaled < 0n ? '-' : ''}${whole}${places === 0 ? '' : `.${digits.slice(-places)}`}`;
}

/** The one text of a number that somebody wrote, undefined where it is none; SQL also writes `.5` and `5.`. */
export const decimalText = (written: string): string | undefined =>
  decimal(
    written
      .trim()
      .replace(/^(-?)\./, '$10.')
      .replace(/\.(?=$|[eE])/, ''),
  )?.text;

/** A parameter of an operator, such as a rate, a step or an edge, as exact decimal text. */
export const exactText = (value: number | bigint): string =>
  decimalText(String(value)) ?? refuse('value_out_of_range', `${value} is not a finite number.`);
