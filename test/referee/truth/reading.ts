/** What the policy makes of the text in a file, by its documentation alone: docs/reference/policy.md, "How values are read". */
import { type Rational, rational } from '../../../src/numerics/index.ts';
import { type Cells, type ColumnRule, type Columns, type TableName, WARD_COLUMNS, type World } from './world.ts';

/** Numbers are exact; dates are their ISO text, which sorts as they do. */
export type Value = Rational | string | boolean | null;

export type Row = Readonly<Record<string, Value>>;

/** Who is protected, with all their rows. */
export interface Person {
  readonly id: string;
  readonly rows: readonly Row[];
}

const NUMBER = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;
const INFINITE = /^([+-]?)inf(inity)?$/i;
const TRUE = ['true', 't', 'yes', 'y', 'on', '1'];
const FALSE = ['false', 'f', 'no', 'n', 'off', '0'];

/** What the text says, before the policy bounds it; null where it says nothing that has one meaning. */
export function spelled({ type }: ColumnRule, text: string | null): number | string | boolean | null {
  if (text === null || type === 'category' || type === 'text') return text;
  const field = text.replace(/^[ \t]+|[ \t]+$/g, '');
  switch (type) {
    case 'integer':
    case 'number': {
      const infinite = INFINITE.exec(field);
      if (infinite !== null) return infinite[1] === '-' ? -Infinity : Infinity;
      return NUMBER.test(field) ? Number(field) : null;
    }
    case 'boolean': {
      const word = field.toLowerCase();
      return TRUE.includes(word) ? true : FALSE.includes(word) ? false : null;
    }
    case 'date':
      return isDay(field) ? field : null;
  }
}

function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

export const exact = (value: number): Rational => rational.fromDecimal(String(value));

/** What counts: within its bounds, on its steps, of its list. */
function readCell(rule: ColumnRule, text: string | null): Value {
  const said = spelled(rule, text);
  if (said === null) return null;
  switch (rule.type) {
    case 'integer':
    case 'number': {
      const number = said as number;
      if (number >= rule.max) return exact(rule.max);
      if (number <= rule.min) return exact(rule.min);
      // the nearest step, halves up, in doubles
      const steps = Math.floor(number / rule.step + 0.5);
      return rational.mul(rational.ratio(BigInt(steps)), exact(rule.step));
    }
    case 'category':
      return rule.values.includes(String(said)) ? String(said) : null;
    case 'date':
      return [rule.min, String(said), rule.max].sort()[1];
    default:
      return said as string | boolean;
  }
}

const readRow = (columns: Columns, cells: Cells): Row =>
  Object.fromEntries(Object.entries(columns).map(([name, rule]) => [name, readCell(rule, cells[name] ?? null)]));

export const wardRows = ({ wards }: World): readonly Row[] => wards.map(cells => readRow(WARD_COLUMNS, cells));

/** Everybody in a table. Rows of nobody are left out, and what is constant in a person has its smallest value. */
export function peopleIn({ columns, rows }: World, table: TableName): readonly Person[] {
  const byId = new Map<string, Row[]>();
  for (const [place, cells] of rows[table].entries()) {
    const id = table === 'people' ? String(place) : cells.patient;
    if (id === null) continue;
    byId.set(id, [...(byId.get(id) ?? []), readRow(columns, cells)]);
  }
  return [...byId].map(([id, own]) => {
    // a key names one row, which has the smallest value of each column
    const constant = Object.keys(columns).filter(name => table === 'cards' || columns[name].perUnit === true);
    const smallest = Object.fromEntries(constant.map(name => [name, smallestOf(own.map(row => row[name]))]));
    const same = own.map(row => ({ ...row, ...smallest }));
    return { id, rows: table === 'cards' ? same.slice(0, 1) : same };
  });
}

function smallestOf(values: readonly Value[]): Value {
  const there = values.filter(value => value !== null);
  return there.reduce<Value>((one, other) => (one === null || compareValues(other, one) < 0 ? other : one), null);
}

/** False before true, text by its bytes. */
export function compareValues(one: Value, other: Value): number {
  if (typeof one === 'object' && typeof other === 'object' && one !== null && other !== null)
    return rational.compare(one, other);
  if (typeof one === 'boolean' && typeof other === 'boolean') return Number(one) - Number(other);
  return Buffer.compare(Buffer.from(String(one), 'utf8'), Buffer.from(String(other), 'utf8'));
}
