/** One row per person: the step's faces, and what its numbers are, by docs/reference/sql.md, "One row per person", alone. */
import * as sortition from '../../../src/index.ts';
import { type Rational, rational } from '../../../src/numerics/index.ts';
import type { Dice } from './dice.ts';
import { compareValues, exact, type Person, type Row, type Value } from './reading.ts';
import type { Term } from './words.ts';
import type { ColumnRule, TableName, World } from './world.ts';

type NumberRule = Extract<ColumnRule, { readonly step: number }>;

interface PersonNumber {
  readonly name: string;
  readonly kind: 'count' | 'countValues' | 'sum' | 'mean' | 'min' | 'max';
  readonly of: string;
  /** Given in the question, or null where it follows from the policy. */
  readonly clamp: readonly [number, number] | null;
  /** Its public bounds and its step. */
  readonly rule: NumberRule;
}

export interface PerPerson {
  readonly kind: 'perUnit';
  readonly keep: readonly string[];
  readonly numbers: readonly PersonNumber[];
}

interface Asked {
  readonly table: TableName;
  readonly steps: readonly { readonly kind: string }[];
}

/** The most rows of one person that count: whoever is made one row has one, and a card is one beside every visit. */
export function rowsPerUnitIn({ rowsPerUnit }: World, { table, steps }: Asked): number {
  const has = (wanted: string): boolean => steps.some(({ kind }) => kind === wanted);
  return !has('perUnit') && (table === 'visits' || has('beside')) ? rowsPerUnit : 1;
}

const KEPT = ['who', 'age', 'blood'];
const KINDS = ['count', 'countValues', 'sum', 'sum', 'sum', 'mean', 'mean', 'min', 'max'] as const;

/** What a person has bears the names that visits have, so that the same can be asked of it. */
export function perPerson(dice: Dice, world: World, asked: Asked): PerPerson {
  const { columns } = world;
  const rows = rowsPerUnitIn(world, asked);
  const numbers = ['cost', 'change'].map((name): PersonNumber => {
    const [kind, of] = [dice.pick(KINDS), dice.pick(['cost', 'change'])];
    const clamp = dice.chance(0.3) ? dice.pick([[0, 40] as const, [-35, 5000] as const, [-1e6, 1e6] as const]) : null;
    return { name, kind, of, clamp, rule: ruleOf(kind, columns[of] as NumberRule, rows, clamp) };
  });
  return { kind: 'perUnit', keep: KEPT, numbers };
}

/** As the documentation has it: of one row up to k, or as far as the clamp reaches. */
function ruleOf(kind: PersonNumber['kind'], value: NumberRule, rows: number, clamp: PersonNumber['clamp']): NumberRule {
  if (kind === 'count' || kind === 'countValues') {
    const least = kind === 'count' ? 1 : 0;
    const [min, max] = clamp === null ? [least, rows] : [Math.max(least, clamp[0]), Math.max(least, clamp[1])];
    return { type: 'integer', min, max, step: 1 };
  }
  const step = kind === 'mean' ? value.step / 1000 : value.step;
  const [most, least] = [value.max <= 0 ? value.max : rows * value.max, value.min >= 0 ? value.min : rows * value.min];
  const [min, max] = kind === 'sum' ? [least, most] : [value.min, value.max];
  if (clamp === null) return { type: 'number', min, max, step };
  const inside = (end: number) => Math.min(Math.max(end, up(clamp[0], step)), -up(-clamp[1], step));
  const open = kind === 'sum';
  const [low, high] = [open && value.min < 0 ? clamp[0] : min, open && value.max > 0 ? clamp[1] : max];
  return { type: 'number', min: inside(low), max: inside(high), step };
}

/** The ends of a clamp are moved inwards to whole steps. */
const up = (value: number, step: number): number => {
  const { numerator, denominator } = rational.div(exact(value), exact(step));
  const whole = numerator / denominator + (numerator > 0n && numerator % denominator !== 0n ? 1n : 0n);
  return Number(whole) * step;
};

/** The columns that there are afterwards. */
export const shownAfter = ({ keep, numbers }: PerPerson, shown: ReadonlyMap<string, ColumnRule>) =>
  new Map<string, ColumnRule>([
    ...keep.map(name => [name, shown.get(name)!] as const),
    ...numbers.map(({ name, rule }) => [name, { ...rule, perUnit: true }] as const),
  ]);

export const inPlan = (input: unknown, { keep, numbers }: PerPerson): unknown => ({
  kind: 'perUnit',
  input,
  columns: keep,
  aggregates: numbers.map(({ name, kind, of, clamp }) => ({
    kind,
    name,
    ...(kind !== 'count' && { of: { kind: 'column', name: of } }),
    clamp: clamp && { low: String(clamp[0]), high: String(clamp[1]) },
  })),
});

const REQUESTS: Readonly<Record<PersonNumber['kind'], (of: string) => unknown>> = {
  count: () => sortition.count(),
  countValues: of => sortition.count(of),
  sum: sortition.sum,
  mean: sortition.mean,
  min: sortition.min,
  max: sortition.max,
};

export const inTypedApi = (table: Term, { keep, numbers }: PerPerson): Term =>
  table.perUnit(Object.fromEntries(numbers.map(({ name, kind, of }) => [name, REQUESTS[kind](of)])), {
    keep,
    clamp: Object.fromEntries(numbers.flatMap(({ name, clamp }) => (clamp === null ? [] : [[name, clamp]]))),
  });

const FUNCTIONS = { count: 'count', countValues: 'count', sum: 'sum', mean: 'avg', min: 'min', max: 'max' } as const;

/** What stands after SELECT, and after GROUP BY. Clamps of SQL make something of nulls, which those of a plan do not. */
export function inSql({ keep, numbers }: PerPerson): { readonly list: string; readonly keys: string } | null {
  if (numbers.some(({ clamp }) => clamp !== null)) return null;
  const keys = ['patient', ...keep].join(', ');
  const made = numbers.map(({ name, kind, of }) => `${FUNCTIONS[kind]}(${kind === 'count' ? '*' : of}) AS ${name}`);
  return { list: [keys, ...made].join(', '), keys };
}

/** Everybody who has rows, each as one row. */
export const asOneRow = (people: readonly Person[], { keep, numbers }: PerPerson): readonly Person[] =>
  people.map(({ id, rows }) => ({
    id,
    rows: [
      Object.fromEntries([
        ...keep.map(name => [name, rows[0][name]] as const),
        ...numbers.map(number => [number.name, numberOf(number, rows)] as const),
      ]),
    ],
  }));

function numberOf({ kind, of, rule }: PersonNumber, rows: readonly Row[]): Value {
  const values = rows.map(row => row[of] as Rational | null).filter(value => value !== null);
  const clamped = (value: Rational): Rational => {
    const [low, high] = [exact(rule.min), exact(rule.max)];
    return compareValues(value, low) < 0 ? low : compareValues(value, high) > 0 ? high : value;
  };
  const number = (count: number): Rational => rational.ratio(BigInt(count));
  if (kind === 'count') return clamped(number(rows.length));
  if (kind === 'countValues') return clamped(number(values.length));
  if (values.length === 0) return null;
  if (kind === 'min' || kind === 'max') {
    const ordered = values.toSorted(compareValues);
    return clamped(ordered[kind === 'min' ? 0 : ordered.length - 1]);
  }
  const sum = values.reduce(rational.add);
  return clamped(kind === 'sum' ? sum : nearest(rational.div(sum, number(values.length)), exact(rule.step)));
}

/** Halves up. */
function nearest(value: Rational, step: Rational): Rational {
  const { numerator, denominator } = rational.add(rational.div(value, step), rational.ratio(1n, 2n));
  const floor = numerator / denominator - (numerator < 0n && numerator % denominator !== 0n ? 1n : 0n);
  return rational.mul(rational.ratio(floor), step);
}
