/**
 * Values given by the asker become data of the plan, in one spelling each: 1e3, 1000.0 and 1000 are one number.
 * Both entry points make their literals here, so the same question is the same plan.
 */
import { isSpeakable } from '../json/index.ts';
import type { ValueType } from '../plan/expressions/index.ts';
import { day, decimalText, exactText, instant } from '../source/values/index.ts';
import { refuse } from '../vocabulary/index.ts';
import type { Typed } from './typed.ts';

/** What may stand for a value in TypeScript; dates and timestamps are ISO text. */
export type LiteralInput = string | number | bigint | boolean;

const literal = (type: ValueType, value: string | boolean | null): Typed =>
  Object.freeze<Typed>({ expression: { kind: 'literal', type, value }, type });

export const nothing = (type: ValueType): Typed => literal(type, null);

/** The value as a literal of this type, or undefined where it is none. */
export function literalOf(type: ValueType, value: LiteralInput): Typed | undefined {
  if (type === 'boolean') return typeof value === 'boolean' ? literal(type, value) : undefined;
  if (type === 'integer' || type === 'number') return typeof value === 'boolean' ? undefined : number(String(value));
  if (typeof value !== 'string' || !isSpeakable(value)) return undefined;
  const text = { text: () => value, date: () => day(value)?.text, timestamp: () => instant(value)?.text }[type]();
  return text === undefined ? undefined : literal(type, text);
}

/** A number's own text decides its type: 2 and 2.0 are integers, whatever they are compared with. */
function number(written: string): Typed | undefined {
  const text = decimalText(written);
  return text === undefined ? undefined : literal(text.includes('.') ? 'number' : 'integer', text);
}

/** What the part of a value is called: 5 and 5.0 are one. */
export const partName = (value: LiteralInput): string =>
  typeof value === 'number' || typeof value === 'bigint' ? exactText(value) : String(value);

/** Percent as a rate, by moving the point. */
export const percent = (value: string): string =>
  decimalText(`${value}e-2`) ?? refuse('value_out_of_range', `${value} percent is not a finite number.`);
