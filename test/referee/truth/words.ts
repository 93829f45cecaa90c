/**
 * Expressions with four faces: SQL, the typed API, plain data for HTTP, and what they mean, computed here from the
 * documentation (docs/reference/sql.md, "Expressions"). A face that a door does not speak is null.
 */
import { when } from '../../../src/index.ts';
import { type Rational, rational } from '../../../src/numerics/index.ts';
import { compareValues, exact, type Row, type Value } from './reading.ts';
import type { ColumnRule } from './world.ts';

// biome-ignore lint/suspicious/noExplicitAny: terms of columns whose names are chosen at random
export type Term = any;

export interface Word<Kind extends Value = Value> {
  readonly sql: string | null;
  readonly json: unknown;
  readonly term: ((row: Term) => Term) | null;
  readonly value: (row: Row) => Kind;
  /** Of a number: its public bounds and its step, where they are plain. */
  readonly range?: readonly [Rational, Rational];
  readonly step?: Rational;
  /** Of a key: the values that it may have. */
  readonly values?: readonly Value[];
  /** Simpler words of the same kind. */
  readonly simpler: readonly Word<Kind>[];
}

export type Num = Word<Rational | null>;
export type Truth = Word<boolean | null>;

const joined = (parts: readonly (string | null)[], make: (texts: readonly string[]) => string): string | null =>
  parts.every(part => part !== null) ? make(parts) : null;

const termsOf = (words: readonly Word[], make: (...terms: Term[]) => Term): Word['term'] =>
  words.every(({ term }) => term !== null) ? row => make(...words.map(({ term }) => term!(row))) : null;

export function column<Kind extends Value>(name: string, rule: ColumnRule, public_?: readonly Value[]): Word<Kind> {
  const numbers = 'step' in rule ? { range: [exact(rule.min), exact(rule.max)] as const, step: exact(rule.step) } : {};
  return {
    sql: name,
    json: { kind: 'column', name },
    term: row => row[name],
    value: row => row[name] as Kind,
    ...numbers,
    ...(public_ && { values: public_ }),
    simpler: [],
  };
}

export const literal = (value: number): Num => ({
  sql: String(value),
  json: { kind: 'literal', type: Number.isInteger(value) ? 'integer' : 'number', value: String(value) },
  term: () => value,
  value: () => exact(value),
  range: [exact(value), exact(value)],
  simpler: [],
});

const OPERATORS = {
  add: { sign: '+', method: 'plus', of: rational.add },
  subtract: { sign: '-', method: 'minus', of: rational.sub },
  multiply: { sign: '*', method: 'times', of: rational.mul },
} as const;

const least = (list: readonly Rational[]): Rational => list.reduce((a, b) => (rational.compare(b, a) < 0 ? b : a));
const greatest = (list: readonly Rational[]): Rational => list.reduce((a, b) => (rational.compare(b, a) > 0 ? b : a));
const hull = (list: readonly Rational[]): readonly [Rational, Rational] => [least(list), greatest(list)];

export function arithmetic(operator: keyof typeof OPERATORS, left: Num, right: Num): Num {
  const { sign, method, of } = OPERATORS[operator];
  const [a, b] = [left.range, right.range];
  return {
    sql: joined([left.sql, right.sql], ([one, other]) => `(${one} ${sign} ${other})`),
    json: { kind: 'arithmetic', operator, left: left.json, right: right.json },
    term: termsOf([left, right], (one, other) => one[method](other)),
    value: row => lifted(of)(left.value(row), right.value(row)),
    ...(a && b && { range: hull(a.flatMap(x => b.map(y => of(x, y)))) }),
    simpler: [left, ...left.simpler.map(one => arithmetic(operator, one, right))],
  };
}

const lifted =
  <Result>(of: (a: Rational, b: Rational) => Result) =>
  (a: Rational | null, b: Rational | null): Result | null =>
    a === null || b === null ? null : of(a, b);

/** Halves up. */
const rounded = (value: Rational, step: Rational): Rational => {
  const { numerator, denominator } = rational.add(rational.div(value, step), rational.ratio(1n, 2n));
  const floor = numerator / denominator - (numerator < 0n && numerator % denominator !== 0n ? 1n : 0n);
  return rational.mul(rational.ratio(floor), step);
};

/** Never cut off; by zero it is null; of two columns rounded to a thousandth of the step of what is divided. */
export function divided(left: Num, right: Num, constant: boolean): Num {
  const thousandth = rational.div(left.step!, rational.ratio(1000n));
  return {
    sql: joined([left.sql, right.sql], ([one, other]) => `(${one} / ${other})`),
    json: { kind: 'arithmetic', operator: 'divide', left: left.json, right: right.json },
    term: termsOf([left, right], (one, other) => one.dividedBy(other)),
    value: row =>
      lifted((a, b) => {
        if (b.numerator === 0n) return null;
        const quotient = rational.div(a, b);
        return constant ? quotient : rounded(quotient, thousandth);
      })(left.value(row), right.value(row)),
    simpler: [left],
  };
}

export const absolute = (of: Num): Num => ({
  sql: joined([of.sql], ([text]) => `abs(${text})`),
  json: { kind: 'absolute', operand: of.json },
  term: termsOf([of], one => one.absolute()),
  value: row => {
    const value = of.value(row);
    return value !== null && value.numerator < 0n ? rational.negate(value) : value;
  },
  simpler: [of],
});

export const roundedTo = (of: Num, places: 0 | 1): Num => ({
  sql: joined([of.sql], ([text]) => (places === 0 ? `round(${text})` : `round(${text}, 1)`)),
  json: { kind: 'round', operand: of.json, step: places === 0 ? '1' : '0.1' },
  term: termsOf([of], one => (places === 0 ? one.rounded() : one.rounded(0.1))),
  value: row => {
    const value = of.value(row);
    return value && rounded(value, rational.ratio(1n, places === 0 ? 1n : 10n));
  },
  simpler: [of],
});

const within = (value: Rational, [low, high]: readonly [Rational, Rational]): Rational =>
  greatest([low, least([value, high])]);

/** Ends are whole steps of the column. Null stays null in the library, and is the lower end in SQL, as PostgreSQL has it. */
export function clamped(of: Num, low: number, high: number, sql: boolean): Num {
  const ends = [exact(low), exact(high)] as const;
  return {
    sql: sql ? joined([of.sql], ([text]) => `LEAST(GREATEST(${text}, ${low}), ${high})`) : null,
    json: sql ? null : { kind: 'clamp', operand: of.json, low: String(low), high: String(high) },
    term: sql ? null : termsOf([of], one => one.clamped(low, high)),
    value: row => {
      const value = of.value(row);
      return value === null ? (sql ? ends[0] : null) : within(value, ends);
    },
    // what was narrower stays so, and what k rows could add with it
    ...(of.range && { range: hull([...of.range.map(end => within(end, ends)), ...(sql ? [ends[0]] : [])]) }),
    simpler: [of],
  };
}

export const coalesced = (of: Num, other: Num): Num => ({
  sql: joined([of.sql, other.sql], ([one, two]) => `COALESCE(${one}, ${two})`),
  json: {
    kind: 'case',
    // biome-ignore lint/suspicious/noThenProperty: the plan's own word, and nobody awaits a plan
    branches: [{ when: { kind: 'isNull', operand: of.json }, then: other.json }],
    otherwise: of.json,
  },
  term: termsOf([of, other], (one, two) => when(one.isMissing(), two).otherwise(one)),
  value: row => of.value(row) ?? other.value(row),
  ...(of.range && other.range && { range: hull([...of.range, ...other.range]) }),
  simpler: [of],
});

export const chosen = (condition: Truth, result: Num, otherwise: Num): Num => ({
  sql: joined([condition.sql, result.sql, otherwise.sql], ([a, b, c]) => `CASE WHEN ${a} THEN ${b} ELSE ${c} END`),
  json: {
    kind: 'case',
    // biome-ignore lint/suspicious/noThenProperty: the plan's own word, and nobody awaits a plan
    branches: [{ when: condition.json, then: result.json }],
    otherwise: otherwise.json,
  },
  term: termsOf([condition, result, otherwise], (a, b, c) => when(a, b).otherwise(c)),
  value: row => (condition.value(row) === true ? result : otherwise).value(row),
  ...(result.range && otherwise.range && { range: hull([...result.range, ...otherwise.range]) }),
  simpler: [result, ...condition.simpler.map(one => chosen(one, result, otherwise))],
});

const PARTS = {
  year: ['year', 'year', (day: Date) => day.getUTCFullYear()],
  month: ['month', 'month', (day: Date) => day.getUTCMonth() + 1],
  day: ['day', 'day', (day: Date) => day.getUTCDate()],
  dayOfWeek: ['dow', 'dayOfWeek', (day: Date) => day.getUTCDay()],
} as const;

export function datePart(part: keyof typeof PARTS, of: Word): Num {
  const [word, method, number] = PARTS[part];
  return {
    sql: joined([of.sql], ([text]) => `EXTRACT(${word} FROM ${text})`),
    json: { kind: 'datePart', part, operand: of.json },
    term: termsOf([of], one => one[method]()),
    value: row => {
      const day = of.value(row);
      return day === null ? null : exact(number(new Date(`${day}T00:00:00Z`)));
    },
    simpler: [],
  };
}

const COMPARISONS = {
  equal: { sign: '=', method: 'is', holds: (order: number) => order === 0 },
  notEqual: { sign: '<>', method: 'isNot', holds: (order: number) => order !== 0 },
  less: { sign: '<', method: 'below', holds: (order: number) => order < 0 },
  atMost: { sign: '<=', method: 'atMost', holds: (order: number) => order <= 0 },
  greater: { sign: '>', method: 'above', holds: (order: number) => order > 0 },
  atLeast: { sign: '>=', method: 'atLeast', holds: (order: number) => order >= 0 },
} as const;

export type Comparison = keyof typeof COMPARISONS;

export function compared(operator: Comparison, left: Word, right: Word): Truth {
  const { sign, method, holds } = COMPARISONS[operator];
  return {
    sql: joined([left.sql, right.sql], ([one, other]) => `(${one} ${sign} ${other})`),
    json: { kind: 'comparison', operator, left: left.json, right: right.json },
    term: termsOf([left, right], (one, other) => one[method](other)),
    value: row => {
      const [a, b] = [left.value(row), right.value(row)];
      return a === null || b === null ? null : holds(compareValues(a, b));
    },
    simpler: left.simpler.map(one => compared(operator, one, right)),
  };
}

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** A text or a date, as a constant. */
export const said = (type: 'text' | 'date', value: string): Word => ({
  sql: quoted(value),
  json: { kind: 'literal', type, value },
  term: () => value,
  value: () => value,
  simpler: [],
});

export const oneOf = (of: Word, values: readonly string[]): Truth => ({
  sql: joined([of.sql], ([text]) => `${text} IN (${values.map(quoted).join(', ')})`),
  json: { kind: 'in', operand: of.json, values: values.map(value => said('text', value).json) },
  term: termsOf([of], one => one.isOneOf(values)),
  value: row => {
    const value = of.value(row);
    return value === null ? null : values.includes(value as string);
  },
  simpler: [],
});

export const missing = (of: Word): Truth => ({
  sql: joined([of.sql], ([text]) => `(${text} IS NULL)`),
  json: { kind: 'isNull', operand: of.json },
  term: termsOf([of], one => one.isMissing()),
  value: row => of.value(row) === null,
  simpler: [],
});

export const not = (of: Truth): Truth => ({
  sql: joined([of.sql], ([text]) => `(NOT ${text})`),
  json: { kind: 'not', operand: of.json },
  term: termsOf([of], one => one.not()),
  value: row => {
    const value = of.value(row);
    return value === null ? null : !value;
  },
  simpler: [of],
});

/** What stands in one `and` is one list. */
const operandsOf = (kind: 'and' | 'or', json: unknown): readonly unknown[] => {
  const inside = json as { readonly kind: string; readonly operands: readonly unknown[] } | null;
  return inside?.kind === kind ? inside.operands : [json];
};

/** Three-valued, as in SQL. */
export function both(kind: 'and' | 'or', left: Truth, right: Truth): Truth {
  return {
    sql: joined([left.sql, right.sql], ([one, other]) => `(${one} ${kind.toUpperCase()} ${other})`),
    json: { kind, operands: [left, right].flatMap(({ json }) => operandsOf(kind, json)) },
    term: termsOf([left, right], (one, other) => one[kind](other)),
    value: row => {
      const values = [left.value(row), right.value(row)];
      const decisive = kind === 'or';
      return values.includes(decisive) ? decisive : values.includes(null) ? null : !decisive;
    },
    simpler: [left, right],
  };
}
