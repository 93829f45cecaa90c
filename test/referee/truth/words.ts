/**
 * Expressions with four faces: SQL, the typed API, plain data for HTTP, and what they mean, computed here from the
 * documentation (docs/reference/sql.md, "Expressions"). A face that a door does not speak is null. Long because each word has four faces. */
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
  quarter: ['quarter', 'quarter', (day: Date) => Math.ceil((day.getUTCMonth() + 1) / 3)],
  isoDayOfWeek: ['isodow', 'isoDayOfWeek', (day: Date) => ((day.getUTCDay() + 6) % 7) + 1],
  dayOfYear: ['doy', 'dayOfYear', (day: Date) => (day.getTime() - Date.UTC(day.getUTCFullYear(), 0, 0)) / 86_400_000],
  week: ['week', 'week', weekOf],
  month: ['month', 'month', (day: Date) => day.getUTCMonth() + 1],
  day: ['day', 'day', (day: Date) => day.getUTCDate()],
  dayOfWeek: ['dow', 'dayOfWeek', (day: Date) => day.getUTCDay()],
} as const;

/** Week 1 has the fourth of January in it, and weeks begin on Mondays. */
function weekOf(day: Date): number {
  const monday = (of: number): number => of - ((new Date(of).getUTCDay() + 6) % 7) * 86_400_000;
  const first = (year: number): number => monday(Date.UTC(year, 0, 4));
  const year = day.getUTCFullYear() + (day.getTime() >= first(day.getUTCFullYear() + 1) ? 1 : 0);
  const begun = first(day.getTime() < first(year) ? year - 1 : year);
  return Math.floor((day.getTime() - begun) / (7 * 86_400_000)) + 1;
}

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

const isoDay = (milliseconds: number): string => new Date(milliseconds).toISOString().slice(0, 10);

/** The Monday of a week, or the first day of a month or a quarter. */
export const startOf = (unit: 'week' | 'month' | 'quarter', of: Word): Word => ({
  sql: joined([of.sql], ([text]) => `date_trunc('${unit}', ${text})`),
  json: { kind: 'startOf', unit, operand: of.json },
  term: termsOf([of], one => one.startOf(unit)),
  value: row => {
    const text = of.value(row) as string | null;
    if (text === null) return null;
    const [year, month] = text.split('-').map(Number);
    const day = Date.parse(`${text}T00:00:00Z`);
    if (unit === 'week') return isoDay(day - ((new Date(day).getUTCDay() + 6) % 7) * 86_400_000);
    return isoDay(Date.UTC(year, unit === 'month' ? month - 1 : Math.floor((month - 1) / 3) * 3, 1));
  },
  simpler: [of],
});

export const daysLater = (of: Word, days: number): Word => ({
  sql: joined([of.sql], ([text]) => `(${text} + INTERVAL '${days} days')`),
  json: { kind: 'shift', by: String(days), operand: of.json },
  term: termsOf([of], one => one.plusDays(days)),
  value: row => {
    const text = of.value(row) as string | null;
    return text === null ? null : isoDay(Date.parse(`${text}T00:00:00Z`) + days * 86_400_000);
  },
  simpler: [of],
});

const below = ({ numerator, denominator }: Rational): bigint =>
  numerator / denominator - (numerator < 0n && numerator % denominator !== 0n ? 1n : 0n);

export const floored = (of: Num): Num => ({
  sql: joined([of.sql], ([text]) => `floor(${text})`),
  json: { kind: 'floor', operand: of.json, step: '1' },
  term: termsOf([of], one => one.floor()),
  value: row => {
    const value = of.value(row);
    return value && rational.ratio(below(value));
  },
  ...(of.range && { range: hull(of.range.map(end => rational.ratio(below(end)))) }),
  simpler: [of],
});

/** Of the sign of what is divided; by zero it is null. */
export const remainder = (of: Num, by: Num): Num => ({
  sql: joined([of.sql, by.sql], ([one, other]) => `mod(${one}, ${other})`),
  json: { kind: 'remainder', left: of.json, right: by.json },
  term: termsOf([of, by], (one, other) => one.remainder(other)),
  value: row =>
    lifted((a, b) => {
      if (b.numerator === 0n) return null;
      const { numerator, denominator } = rational.div(a, b);
      return rational.sub(a, rational.mul(b, rational.ratio(numerator / denominator)));
    })(of.value(row), by.value(row)),
  simpler: [of],
});

/** The nearest thousandth, halves up; null below zero. */
export const rooted = (of: Num): Num => ({
  sql: joined([of.sql], ([text]) => `sqrt(${text})`),
  json: { kind: 'power', operand: of.json, exponent: '0.5' },
  term: termsOf([of], one => one.toPower(0.5)),
  value: row => {
    const value = of.value(row);
    if (value === null || value.numerator < 0n) return null;
    const least = (steps: bigint): boolean => {
      const half = rational.ratio(2n * steps - 1n, 2000n);
      return half.numerator <= 0n || rational.compare(rational.mul(half, half), value) <= 0;
    };
    let steps = BigInt(Math.round(Math.sqrt(Number(value.numerator) / Number(value.denominator)) * 1000));
    while (!least(steps)) steps -= 1n;
    while (least(steps + 1n)) steps += 1n;
    return rational.ratio(steps, 1000n);
  },
  simpler: [of],
});

/** Of those that are not null; a constant is never null. */
export function extreme(kind: 'greatest' | 'least', of: Num, constant: number): Num {
  const pick = kind === 'greatest' ? greatest : least;
  const end = exact(constant);
  return {
    sql: joined([of.sql], ([text]) => `${kind.toUpperCase()}(${text}, ${constant})`),
    json: { kind, operands: [of.json, literal(constant).json] },
    term: termsOf([of], one => (kind === 'greatest' ? one.largest(constant) : one.smallest(constant))),
    value: row => {
      const value = of.value(row);
      return value === null ? end : pick([value, end]);
    },
    ...(of.range && { range: hull([...of.range.map(limit => pick([limit, end])), end]) }),
    simpler: [of],
  };
}

const capital = (text: string): string => text.replace(/[a-z]/g, letter => letter.toUpperCase());

/** A beginning in capitals, with something before it. */
export const spelledOut = (of: Word, before: string, length: number): Word => ({
  sql: joined([of.sql], ([text]) => `(${quoted(before)} || upper(left(${text}, ${length})))`),
  json: {
    kind: 'concatenate',
    operands: [
      said('text', before).json,
      { kind: 'upper', operand: { kind: 'substring', operand: of.json, start: 1, length } },
    ],
  },
  term: null,
  value: row => {
    const text = of.value(row) as string | null;
    return text === null ? null : before + capital([...text].slice(0, length).join(''));
  },
  simpler: [of],
});
