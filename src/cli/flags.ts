/** Words of the command line as numbers. Whether a number is in range is for the station that uses it to say. */
import { rational } from '../numerics/index.ts';
import { decimalText, plainText } from '../source/values/index.ts';
import { refuse } from '../vocabulary/index.ts';

const NUMBER = /^[+-]?((\d+\.?\d*|\.\d+)(e[+-]?\d+)?|infinity|nan)$/i;

/** NaN and infinity are read as what they say, so that they are refused as numbers out of range and not as typing errors. */
export function number(flag: string, word: string): number {
  if (word.startsWith('--')) return refuse('usage', `${flag} needs a number, not ${word}.`);
  if (!NUMBER.test(word)) return refuse('value_out_of_range', `${flag} takes a number; "${word}" is not one.`);
  const lower = word.toLowerCase();
  if (lower.endsWith('nan')) return Number.NaN;
  return lower.endsWith('infinity') ? (lower.startsWith('-') ? -Infinity : Infinity) : Number(word);
}

/** A decimal as it was written: amounts of privacy are exact. What is too small for a number is an allowance of nothing. */
export function decimal(flag: string, word: string): string {
  const value = number(flag, word);
  if (Number.isFinite(value)) return value === 0 ? '0' : withDigits(word);
  return refuse('value_out_of_range', `${flag} must be finite; it is ${word}.`);
}

/** `.05`, `5.` and `+5` as everything behind the flags writes them. */
const withDigits = (word: string): string =>
  word
    .replace(/^\+/, '')
    .replace(/^(-?)\./, '$10.')
    .replace(/\.(?=$|e)/i, '');

/** A rate as an exact decimal: `0.05`, or `5%` as people say it. */
export function decimalRate(flag: string, word: string): string {
  const [, percent] = /^(.*\S)\s*%$/.exec(word) ?? [];
  if (percent === undefined) return decimal(flag, word);
  // whatever is no number is refused as it was written
  if (!NUMBER.test(percent)) return decimal(flag, word);
  const hundredth = decimalText(`${decimal(flag, percent)}`);
  if (hundredth === undefined) return refuse('value_out_of_range', `${flag} is out of range; it is ${word}.`);
  return plainText(rational.div(rational.fromDecimal(hundredth), rational.ratio(100n)));
}

export const rate = (flag: string, word: string): number =>
  word.endsWith('%') ? Number(decimalRate(flag, word)) : number(flag, word);

export const rates = (flag: string, word: string): number[] => word.split(',').map(part => rate(flag, part));

export const numbers = (flag: string, word: string): number[] => word.split(',').map(part => number(flag, part));

/** The reader of one flag, as the parser of the command line wants it: `read(number, 'rate')`. */
export const read =
  <Value>(reader: (flag: string, word: string) => Value, flag: string) =>
  (word: string): Value =>
    reader(`--${flag}`, word);

/** `0.8:0.5,0.2:1`: pairs of a rate and what is spent there. */
export const pairs = (flag: string, word: string): [number, number][] =>
  word.split(',').map(part => {
    const [first, second, ...rest] = part.split(':');
    if (second !== undefined && rest.length === 0) return [rate(flag, first), number(flag, second)];
    return refuse('value_out_of_range', `${flag} takes RATE:EPSILON,...; "${part}" is not such a pair.`);
  });
