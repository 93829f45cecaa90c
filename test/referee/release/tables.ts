/** Tables and orders by chance, full of cells that somebody could take for other cells. */
import type { Chance } from './chance.ts';

export type Format = 'csv' | 'ndjson' | 'json' | 'parquet' | 'duckdb' | 'postgres';
/** Text files have no types: there a number or a day is the text that it is written as. */
export type Kind = 'text' | 'number' | 'decimal' | 'instant' | 'day';

/** As it is written: for text its characters, for others what SQL casts. Null is none. */
export type Cell = string | null;

export interface Rule {
  readonly kind: 'range' | 'top' | 'bottom' | 'prefix' | 'year' | 'month' | 'hierarchy';
  /** The number of a rule, as it is written. */
  readonly argument?: string;
  readonly names?: readonly (readonly [string, string])[];
}

export interface ColumnOf {
  readonly name: string;
  readonly kind: Kind;
  readonly rules: readonly Rule[];
}

export interface Case {
  readonly format: Format;
  readonly columns: readonly ColumnOf[];
  /** The person of each row, where people are drawn, and its cells. */
  readonly rows: readonly { readonly person: Cell; readonly cells: readonly Cell[] }[];
  readonly unit: boolean;
  readonly threshold: number;
  readonly into: 'csv' | 'parquet';
  /** Lines of a CSV file that have too few or too many fields, by the row they stand before. */
  readonly odd: readonly { readonly before: number; readonly line: string }[];
  readonly lineEnd: '\n' | '\r\n';
}

export const isTyped = (format: Format): boolean => !['csv', 'ndjson', 'json'].includes(format);

const TEXTS: readonly Cell[] = [
  ...['a', 'A', 'а', 'á', 'a\u0301', ' a', 'a ', '', '', null, null, '-', '.', '1:a', '-.', 'a,b', 'a"b', '"', '""'],
  ...['a\nb', 'a\r\nb', 'a\rb', 'NULL', 'null', '\\', "'", '#', '\u00a0', '😀', '\u2028', '0', '-0', '1.0', '1', 'nan'],
  ...['x'.repeat(3000), 'a;b|c\td'],
];
const NUMBERS: readonly Cell[] = [
  ...['0', '-0.0', '0', '-0.0', '0.1', '0.3', '0.30000000000000004', '0.7', '29.999999999999996', '30', '37', '-37.5'],
  ...['100', '1e15', '1e16', '1e17', '1e18', '1e300', '1e-5', '-1e-5', '0.0001', '5e-324', null],
];
const ENDLESS = ['nan', '-nan', 'inf', '-inf'];
/** Of text files: the same numbers in other words, and words that are no number. */
const WRITTEN = ['0.0', '30.0', '3e1', '37.50', 'x', '007', '.5', '5.'];
const DECIMALS: readonly Cell[] = [
  '1',
  '1.0',
  '1.00',
  '0',
  '0.000',
  '-0.0',
  '0.1',
  '0.10',
  '30',
  '30.500',
  '-2.25',
  null,
];
const INSTANTS: readonly Cell[] = [
  ...['2024-02-29 10:00:00+05', '2024-02-29 05:00:00+00', '2024-02-29 05:00:00.100+00', '2024-02-29 06:00:00.1+01'],
  ...['1999-12-31 23:59:59-02', '2000-01-01 01:59:59+00', null],
];
const DAYS: readonly Cell[] = ['2024-02-29', '2024-02-01', '2023-12-31', '1900-01-01', null];

const POOLS: Readonly<Record<Kind, readonly Cell[]>> = {
  text: TEXTS,
  number: NUMBERS,
  decimal: DECIMALS,
  instant: INSTANTS,
  day: DAYS,
};

const FORMATS: readonly Format[] = ['csv', 'csv', 'ndjson', 'json', 'parquet', 'duckdb', 'postgres'];
const NAMES = ['v', 'w|x', 'y z', 'n', 'c1', 'e"f', 'g;h'];

export function caseOf(chance: Chance, formats: readonly Format[] = FORMATS): Case {
  const format = chance.pick(formats);
  const names = [...NAMES];
  const columns = Array.from({ length: 1 + chance.below(3) }, () =>
    columnOf(chance, format, names.splice(chance.below(names.length), 1)[0]),
  );
  const pools = columns.map(({ kind }) => poolOf(chance, format, kind));
  const unit = chance.onceIn(3);
  const people = 1 + chance.below(12);
  const rows = Array.from({ length: 2 + chance.below(40) }, () => ({
    person: chance.onceIn(15) ? null : `p${chance.below(people)}`,
    cells: pools.map(pool => chance.pick(pool)),
  }));
  const oddLines = format === 'csv' && chance.onceIn(2) ? 1 + chance.below(3) : 0;
  return {
    ...{ format, columns, rows, unit },
    threshold: chance.onceIn(2) ? 1 : 1 + chance.below(3),
    into: chance.onceIn(2) ? 'csv' : 'parquet',
    odd: Array.from({ length: oddLines }, () => oddLine(chance, columns.length, rows.length)),
    lineEnd: chance.onceIn(4) ? '\r\n' : '\n',
  };
}

/** Few different cells a column, so that rows fall together. */
function poolOf(chance: Chance, format: Format, kind: Kind): readonly Cell[] {
  const typed = isTyped(format);
  const all = [
    ...POOLS[kind],
    ...(kind === 'number' ? ENDLESS : []),
    ...(kind === 'number' && !typed ? WRITTEN : []),
    ...(kind === 'day' && !typed ? ['', 'x'] : []),
  ].filter(cell => format !== 'postgres' || cell !== '-nan');
  return Array.from({ length: 1 + chance.below(4) }, () => chance.pick(all));
}

function columnOf(chance: Chance, format: Format, name: string): ColumnOf {
  const kind = chance.pick<Kind>(
    isTyped(format) ? ['text', 'number', 'number', 'decimal', 'instant', 'day'] : ['text', 'text', 'number', 'day'],
  );
  const rules = chance.onceIn(2) ? [] : rulesFor(chance, kind);
  return { name, kind, rules };
}

function rulesFor(chance: Chance, kind: Kind): readonly Rule[] {
  if (kind === 'text')
    return [
      chance.onceIn(2)
        ? { kind: 'prefix', argument: String(1 + chance.below(3)) }
        : { kind: 'hierarchy', names: LETTERS },
    ];
  if (kind === 'instant' || kind === 'day') return [{ kind: chance.pick(['year', 'month']) }];
  const range: Rule = { kind: 'range', argument: chance.pick(['1', '10', '0.1', '0.25', '7']) };
  const limit: Rule = { kind: chance.pick(['top', 'bottom']), argument: chance.pick(['0', '30', '-1', '0.3']) };
  return chance.pick([[range], [limit], [range, limit], [limit, range]]);
}

const LETTERS = [
  ['a', 'letter'],
  ['A', 'letter'],
  ['а', 'other letter'],
  ['0', 'nought'],
] as const;

function oddLine(chance: Chance, columns: number, rows: number): Case['odd'][number] {
  const fields = chance.onceIn(2) ? 1 + chance.below(columns) : columns + 2 + chance.below(3);
  return { before: chance.below(rows + 1), line: Array.from({ length: fields }, () => 'odd').join(',') };
}
