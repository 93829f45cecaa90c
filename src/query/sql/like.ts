/** LIKE as far as the closed language goes: a whole text, its beginning, or a part of it. */
import { compare, contains, startsWith, type Typed } from '../typed.ts';
import { textOf } from './function.ts';

/** Undefined for any other pattern. */
export function like(operand: Typed, pattern: Typed): Typed | undefined {
  const [, before, middle, after] = /^(%?)([^%_\\]*)(%?)$/s.exec(textOf(pattern) ?? '_') ?? [];
  if (middle === undefined) return undefined;
  if (before === '') return after === '' ? compare('equal', operand, pattern) : startsWith(operand, middle);
  return after === '' ? undefined : contains(operand, middle);
}
