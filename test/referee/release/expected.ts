/** What a table is as far as a release is concerned, said again from the promise: one text for each value, after all rules. */
import { type Case, type Cell, type ColumnOf, isTyped, type Rule } from './tables.ts';

/** A row, or all rows of a person, as one text. */
export type Groups = ReadonlyMap<string, number>;

export function groupsOf({ rows, columns, unit, format }: Case): Groups {
  const texts = rows.map(({ person, cells }) => ({
    person: person === '' ? null : person,
    row: columns.map((column, place) => publishedCell(column, cells[place], format)),
  }));
  if (!unit) return counted(texts.map(({ row }) => [row]));
  const people = new Map<string, Cell[][]>();
  for (const { person, row } of texts) if (person !== null) people.set(person, [...(people.get(person) ?? []), row]);
  return counted([...people.values()]);
}

/** Each a row, or all rows of a person in any order. */
export function counted(members: readonly (readonly (readonly Cell[])[])[]): Groups {
  const groups = new Map<string, number>();
  for (const rows of members) {
    const text = JSON.stringify(rows.map(row => JSON.stringify(row)).sort());
    groups.set(text, (groups.get(text) ?? 0) + 1);
  }
  return groups;
}

/** A cell on its way: what it is as a number, or only its text. */
interface Value {
  readonly text: Cell;
  readonly number?: number | undefined;
}

function publishedCell({ kind, rules }: ColumnOf, cell: Cell, format: Case['format']): Cell {
  const raw = format === 'csv' && cell === '' ? null : cell;
  return rules.reduce((value, rule) => applied(value, rule), readValue(kind, raw, isTyped(format))).text;
}

function readValue(kind: ColumnOf['kind'], cell: Cell, typed: boolean): Value {
  if (cell === null) return { text: null };
  const number = numberIn(cell);
  if (!typed || kind === 'text') return { text: cell, number };
  if (kind === 'instant') return { text: instantText(cell) };
  if (kind === 'day') return { text: cell };
  return { text: numberText(number ?? Number.NaN), number };
}

/** NaN is no number: it is in no range and above no limit. */
function numberIn(text: string): number | undefined {
  const [, sign, endless] = /^([+-]?)(inf|nan)$/.exec(text) ?? [];
  if (endless === 'nan') return undefined;
  if (endless === 'inf') return sign === '-' ? -Infinity : Infinity;
  return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/.test(text) ? Number(text) : undefined;
}

function applied({ text, number }: Value, { kind, argument = '', names = [] }: Rule): Value {
  if (kind === 'prefix') return { text: text === null ? null : [...text].slice(0, Number(argument)).join('') };
  if (kind === 'hierarchy') return { text: names.find(([from]) => from === text)?.[1] ?? null };
  if (kind === 'year' || kind === 'month') {
    const [found] = /^\d{4}-\d{2}-\d{2}/.exec(text ?? '') ?? [];
    return { text: found?.slice(0, kind === 'year' ? 4 : 7) ?? null };
  }
  if (number === undefined) return { text: null };
  const made = kind === 'range' ? lowerEnd(number, argument) : limited(number, kind, Number(argument));
  return made === undefined ? { text: null } : { text: numberText(made), number: made };
}

const limited = (number: number, kind: Rule['kind'], limit: number): number =>
  kind === 'top' ? Math.min(number, limit) : Math.max(number, limit);

/** In whole numbers of 10^-400: every double that prints has fewer places. */
function lowerEnd(number: number, width: string): number | undefined {
  if (!(Math.abs(number) < 1e18)) return undefined;
  const [whole, step] = [scaled(String(number)), scaled(width)];
  const times = whole / step - (whole % step < 0n ? 1n : 0n);
  const digits = String((times * step < 0n ? -1n : 1n) * times * step).padStart(PLACES + 1, '0');
  const size = Number(`${digits.slice(0, -PLACES)}.${digits.slice(-PLACES)}`);
  return times < 0n ? -size : size;
}

const PLACES = 400;

function scaled(decimal: string): bigint {
  const [, sign, whole, part = '', exponent = '0'] = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(decimal) ?? [];
  return BigInt(`${sign}${whole}${part}`) * 10n ** BigInt(PLACES - part.length + Number(exponent));
}

/** The fewest digits that mean this double; exponents of two digits below 0.0001 and from 10^16 on. */
export function numberText(number: number): string {
  if (Number.isNaN(number)) return 'nan';
  if (number === 0) return '0';
  if (!Number.isFinite(number)) return number < 0 ? '-inf' : 'inf';
  const size = Math.abs(number);
  const sign = number < 0 ? '-' : '';
  const [digits, exponent] = size.toExponential().split('e');
  if (size < 1e-4 || size >= 1e16) {
    const power = Math.abs(Number(exponent));
    return `${sign}${digits}e${Number(exponent) < 0 ? '-' : '+'}${String(power).padStart(2, '0')}`;
  }
  const plain = scaled(String(size));
  const text = plain.toString().padStart(PLACES + 1, '0');
  return `${sign}${text.slice(0, -PLACES)}.${text.slice(-PLACES)}`.replace(/\.?0+$/, '');
}

/** In UTC, without zeros at the end of a second's parts. */
function instantText(written: string): string {
  const [, day, time, zone] = /^(\S+) (\S+?)([+-]\d\d)$/.exec(written) ?? [];
  const iso = new Date(`${day}T${time}${zone}:00`).toISOString();
  const part = iso.slice(20, 23).replace(/0+$/, '');
  return `${iso.slice(0, 10)} ${iso.slice(11, 19)}${part === '' ? '' : `.${part}`}+00`;
}
