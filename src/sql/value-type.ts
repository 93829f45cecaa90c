/** Values are whole numbers, text or truth values, whatever they mean: dates are days, numbers are steps. */
import type { Domain } from '../plan/expressions/index.ts';
import type { OutputType } from './query.ts';

const TYPES = {
  integer: ['integer', 'whole'],
  number: ['integer', 'whole'],
  date: ['integer', 'whole'],
  timestamp: ['integer', 'whole'],
  text: ['text', 'text'],
  boolean: ['boolean', 'boolean'],
} as const satisfies Record<Domain['type'], readonly ['integer' | 'text' | 'boolean', OutputType]>;

/** How a value of the domain goes into a query. */
export const typeOf = ({ type }: Domain): 'integer' | 'text' | 'boolean' => TYPES[type][0];

/** How it comes out. */
export const outputTypeOf = ({ type }: Domain): OutputType => TYPES[type][1];
