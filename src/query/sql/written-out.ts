/**
 * How large an expression is once it is written out. COALESCE, CASE, BETWEEN and clamps say a part of theirs twice: within
 * each other they would grow beyond all memory, though the text is short.
 */
import type { Expression } from '../../plan/index.ts';
import { tooLarge } from './statement.ts';

/** More than any list of constants has that fits the text. */
const PARTS_MAX = 100_000;

export function checkWrittenOut(expression: Expression): void {
  if (!(partsOf(expression, new Map()) <= PARTS_MAX)) tooLarge(`made of more than ${PARTS_MAX} parts when expanded`);
}

/** What stands in several places is one object, so that it is counted once and added often. */
function partsOf(part: unknown, counted: Map<object, number>): number {
  if (typeof part !== 'object' || part === null) return 0;
  const known = counted.get(part);
  if (known !== undefined) return known;
  const parts = Object.values(part).reduce<number>((sum, inner) => sum + partsOf(inner, counted), 1);
  counted.set(part, parts);
  return parts;
}
