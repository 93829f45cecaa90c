/** An expression and what its values are: all that an entry point needs to know to make the next one. */
import type { Arithmetic, Comparison, DatePart, DateUnit, Expression, ValueType } from '../plan/expressions/index.ts';
import { refuse } from '../vocabulary/index.ts';

export interface Typed {
  readonly expression: Expression;
  readonly type: ValueType;
}

/** Whoever writes JavaScript may give anything. */
export const isTyped = (value: unknown): value is Typed =>
  typeof value === 'object' && value !== null && 'expression' in value && 'type' in value;

/** What a lambda of the asker gives back, or a refusal. */
export const typedIn = (value: unknown): Typed =>
  isTyped(value)
    ? value
    : refuse('type_mismatch', 'Build conditions and columns from the row, such as row => row.age.atLeast(18).');

const typed = (type: ValueType, expression: Expression): Typed => Object.freeze({ expression, type });

export const column = (name: string, type: ValueType): Typed => typed(type, { kind: 'column', name });

export const arithmetic = (operator: Arithmetic, left: Typed, right: Typed): Typed =>
  typed(isWhole(operator, left.type, right.type) ? 'integer' : 'number', {
    kind: 'arithmetic',
    operator,
    left: left.expression,
    right: right.expression,
  });

/** Two dates differ by whole days. */
const isWhole = (operator: Arithmetic, left: ValueType, right: ValueType): boolean =>
  left === right && ((left === 'integer' && operator !== 'divide') || (left === 'date' && operator === 'subtract'));

export const negate = ({ type, expression }: Typed): Typed => typed(type, { kind: 'negate', operand: expression });

export const absolute = ({ type, expression }: Typed): Typed => typed(type, { kind: 'absolute', operand: expression });

export const round = ({ expression }: Typed, step: string): Typed =>
  typed(/\./.test(step) ? 'number' : 'integer', { kind: 'round', operand: expression, step });

/** The next multiple of a step below. */
export const floor = ({ expression }: Typed, step: string): Typed =>
  typed(/\./.test(step) ? 'number' : 'integer', { kind: 'floor', operand: expression, step });

/** The next multiple of a step above. */
export const ceiling = (operand: Typed, step: string): Typed => negate(floor(negate(operand), step));

export const remainder = (left: Typed, right: Typed): Typed =>
  typed(left.type === 'integer' && right.type === 'integer' ? 'integer' : 'number', {
    kind: 'remainder',
    left: left.expression,
    right: right.expression,
  });

/** Of those that are not null. */
export const extreme = (kind: 'greatest' | 'least', values: readonly Typed[]): Typed =>
  typed(widest(values), { kind, operands: values.map(({ expression }) => expression) });

export const power = ({ expression }: Typed, exponent: string): Typed =>
  typed('number', { kind: 'power', operand: expression, exponent });

export const clamp = ({ type, expression }: Typed, low: string, high: string): Typed =>
  typed(type, { kind: 'clamp', operand: expression, low, high });

export const compare = (operator: Comparison, left: Typed, right: Typed): Typed =>
  typed('boolean', { kind: 'comparison', operator, left: left.expression, right: right.expression });

/** What stands in one `and` is one list, however it was put together. */
export const all = (conditions: readonly Typed[]): Typed => joined('and', conditions);

export const any = (conditions: readonly Typed[]): Typed => joined('or', conditions);

function joined(kind: 'and' | 'or', conditions: readonly Typed[]): Typed {
  const operands = conditions.flatMap(({ expression }) =>
    expression.kind === kind ? expression.operands : [expression],
  );
  return operands.length === 1 ? conditions[0] : typed('boolean', { kind, operands });
}

export const not = ({ expression }: Typed): Typed => typed('boolean', { kind: 'not', operand: expression });

export const isNull = ({ expression }: Typed): Typed => typed('boolean', { kind: 'isNull', operand: expression });

export const between = (operand: Typed, low: Typed, high: Typed): Typed =>
  all([compare('atLeast', operand, low), compare('atMost', operand, high)]);

export const isIn = ({ expression }: Typed, values: readonly Typed[]): Typed =>
  typed('boolean', { kind: 'in', operand: expression, values: values.map(value => value.expression) });

export interface Branch {
  readonly when: Typed;
  readonly result: Typed;
}

export const choose = (branches: readonly Branch[], otherwise: Typed): Typed =>
  typed(widest([...branches.map(({ result }) => result), otherwise]), {
    kind: 'case',
    // biome-ignore lint/suspicious/noThenProperty: the plan's word, on data that nobody awaits
    branches: branches.map(({ when, result }) => ({ when: when.expression, then: result.expression })),
    otherwise: otherwise.expression,
  });

const widest = (values: readonly Typed[]): ValueType =>
  values.some(({ type }) => type === 'number') ? 'number' : values[0].type;

export const lower = ({ expression }: Typed): Typed => typed('text', { kind: 'lower', operand: expression });

export const upper = ({ expression }: Typed): Typed => typed('text', { kind: 'upper', operand: expression });

/** The first character is 1. */
export const substring = ({ expression }: Typed, start: number, length: number): Typed =>
  typed('text', { kind: 'substring', operand: expression, start, length });

/** The last characters. */
export const ending = ({ expression }: Typed, length: number): Typed =>
  typed('text', { kind: 'ending', operand: expression, length });

/** What stands in one text is one list, however it was put together. */
export const concatenate = (texts: readonly Typed[]): Typed =>
  typed('text', {
    kind: 'concatenate',
    operands: texts.flatMap(({ expression }) =>
      expression.kind === 'concatenate' ? expression.operands : [expression],
    ),
  });

export const length = ({ expression }: Typed): Typed => typed('integer', { kind: 'length', operand: expression });

export const startsWith = ({ expression }: Typed, pattern: string): Typed =>
  typed('boolean', { kind: 'startsWith', operand: expression, pattern });

export const contains = ({ expression }: Typed, pattern: string): Typed =>
  typed('boolean', { kind: 'contains', operand: expression, pattern });

export const datePart = (part: DatePart, { expression }: Typed): Typed =>
  typed('integer', { kind: 'datePart', part, operand: expression });

export const startOf = (unit: DateUnit, { type, expression }: Typed): Typed =>
  typed(type, { kind: 'startOf', unit, operand: expression });

export const convert = (to: 'date' | 'timestamp', of: Typed): Typed =>
  of.type === to ? of : typed(to, { kind: 'convert', to, operand: of.expression });

/** By days, or by microseconds for timestamps. */
export const shift = ({ type, expression }: Typed, by: bigint): Typed =>
  typed(type, { kind: 'shift', by: String(by), operand: expression });
