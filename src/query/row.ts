/** The columns that a lambda sees: terms by name, for any name that there is. */
import type { NamedExpression } from '../plan/index.ts';
import { columnOf, type Scope } from './scope.ts';
import { termOf } from './term-maker.ts';
import type { Typed } from './typed.ts';

/** A name that is not there is refused when it is read, for those who write JavaScript. */
export const rowOf = <Shape>(scope: Scope): Shape =>
  // What `Shape` promises by its keys, the scope holds by the same names.
  new Proxy({}, { get: (_, name) => termOf(columnOf(scope, String(name))) }) as Shape;

export const named = ([name, { expression }]: readonly [string, Typed]): NamedExpression => ({ name, expression });
