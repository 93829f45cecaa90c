/** Arguments of functions, as they were read. */
import type { Typed } from '../typed.ts';

/** Undefined where the arguments are not those that the function takes. */
export type Reader = (args: readonly Typed[]) => Typed | undefined;

export const textOf = ({ expression }: Typed): string | undefined =>
  expression.kind === 'literal' && expression.type === 'text' && typeof expression.value === 'string'
    ? expression.value
    : undefined;
