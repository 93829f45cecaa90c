/**
 * The statement that counts combinations: rows are grouped once, and other versions of the table made from the groups.
 * A person with several rows is one value, so there every version goes back to the rows.
 */
import { type Query, quoteName } from '../sql/index.ts';
import { invariant } from '../vocabulary/index.ts';
import { asText, type CoarsenedColumn, coarsened, isFloating, type Placed, spelled } from './coarsening.ts';
import { encodedRow } from './encoded-row.ts';
import type { Engine } from './engine.ts';

export interface CombinationRequest {
  readonly table: string;
  /** The column that names a person who may have several rows; then what is counted is the collection of their rows. */
  readonly unit?: string | undefined;
  readonly columns: readonly CoarsenedColumn[];
  /** Other versions of the table, made from the columns as they are after their rules. */
  readonly alternatives: readonly (readonly CoarsenedColumn[])[];
  /** How many of the rarest combinations are told. */
  readonly rarest: number;
}

/** Rows of the result: branch, count, number of combinations, cells. Branch 0 are the columns, -1 the rarest. */
export function combinationQuery(engine: Engine, request: CombinationRequest): Query {
  const { parameters, placed } = places();
  const { base, names, version } = grouped(engine, request, placed);
  const sources = ['SELECT n FROM combinations', ...request.alternatives.map(version)];
  const nothing = names.map(() => 'CAST(NULL AS VARCHAR)').join(', ');
  const branches = sources.map(
    (source, branch) =>
      `SELECT ${branch} AS branch, n, count(*) AS m, ${nothing} FROM (${source}) b${branch} GROUP BY n`,
  );
  const rarest = `SELECT -1 AS branch, n, 1 AS m, ${shownCells(engine, request, names).join(', ')} FROM (SELECT * FROM combinations ORDER BY n, ${names.join(', ')} LIMIT ${request.rarest}) r`;
  return {
    dialect: engine.dialect,
    text: `WITH combinations AS MATERIALIZED (${base}) ${[...branches, rarest].join(' UNION ALL ')}`,
    parameters,
    columns: ['whole', 'whole', 'whole', ...names.map(() => 'text' as const)],
    kind: 'values',
    statistics: [],
    keys: 0,
  };
}

/** Cells as they are published; a person's rows are text already. */
export function shownCells(engine: Spoken, request: Grouping, names: readonly string[]): readonly string[] {
  const families = engine.catalogue.get(request.table)?.columns;
  if (request.unit !== undefined) return names;
  return request.columns.map((column, place) =>
    isFloating(column, families?.get(column.name)) ? spelled(names[place]) : asText(names[place]),
  );
}

/** Values of rules, each beside the text at a place of its own. */
export function places(): { readonly parameters: Query['parameters'][number][]; readonly placed: Placed } {
  const parameters: Query['parameters'][number][] = [];
  const placed: Placed = (type, value) => {
    parameters.push({ type, value });
    return `CAST($${parameters.length} AS ${type === 'text' ? 'VARCHAR' : 'DOUBLE PRECISION'})`;
  };
  return { parameters, placed };
}

/** What the words of a statement depend on. */
export type Spoken = Pick<Engine, 'dialect' | 'catalogue'>;

type Grouping = Pick<CombinationRequest, 'table' | 'columns' | 'unit'>;

interface Counting {
  /** Groups with their number of members, n. */
  readonly base: string;
  readonly names: readonly string[];
  /** The n of each group of another version. */
  readonly version: (columns: readonly CoarsenedColumn[]) => string;
}

/** Rows, or people where a unit is named, grouped by what they are after the rules. */
export const grouped = (engine: Spoken, request: Grouping, placed: Placed): Counting =>
  request.unit === undefined ? ofRows(engine, request, placed) : ofUnits(engine, request, placed);

export function ofRows(
  engine: Spoken,
  request: Pick<CombinationRequest, 'table' | 'columns'>,
  placed: Placed,
): Counting {
  const own = ownColumns(engine, request, placed);
  const names = own.map((_, index) => `c${index}`);
  const selected = own.map((expression, index) => `${expression} AS ${names[index]}`).join(', ');
  const places = own.map((_, index) => index + 1).join(', ');
  return {
    base: `SELECT ${selected}, count(*) AS n FROM ${nameOf(engine, request)} GROUP BY ${places}`,
    names,
    version: columns =>
      `SELECT CAST(sum(n) AS BIGINT) AS n FROM combinations GROUP BY ${columns
        .map(column => coarsened(engine.dialect, column.rules, names[placeOf(request, column)], placed))
        .join(', ')}`,
  };
}

function ofUnits(engine: Spoken, request: Grouping, placed: Placed): Counting {
  const own = ownColumns(engine, request, placed);
  const people = (expressions: readonly string[]): string => unitRows(engine, request, expressions);
  return {
    base: `SELECT c0, count(*) AS n FROM (${people(own)}) u GROUP BY c0`,
    names: ['c0'],
    version: columns =>
      `SELECT count(*) AS n FROM (${unitMarks(
        engine,
        request,
        columns.map(column => coarsened(engine.dialect, column.rules, own[placeOf(request, column)], placed)),
      )}) u GROUP BY c0, c1`,
  };
}

const ownColumns = (
  engine: Spoken,
  { table, columns }: Pick<CombinationRequest, 'table' | 'columns'>,
  placed: Placed,
): string[] => columns.map(({ name, rules }) => coarsened(engine.dialect, rules, asRead(engine, table, name), placed));

/**
 * A value as its reader sees it, who tells `a` from `A` whatever a collation says. What an engine takes for the same has
 * one spelling, or which of them is published would be chance: 1.0 and 1.00, 0 and -0.
 */
function asRead({ catalogue, dialect }: Spoken, table: string, column: string): string {
  const name = quoteName(column);
  switch (catalogue.get(table)?.columns.get(column)) {
    case 'textual':
    case 'digits':
    case 'other':
      return `(CAST(${name} AS VARCHAR) COLLATE "C")`;
    case 'floating':
      return `CASE WHEN ${name} = 0 THEN 0 ELSE ${name} END`;
    case 'decimal':
      return dialect === 'postgres' ? `trim_scale(${name})` : name;
    default:
      return name;
  }
}

/** One row a unit: all its rows, in an order that depends on nothing but what is in them. */
const unitRows = (engine: Spoken, request: Grouping, expressions: readonly string[]): string =>
  perUnit(engine, request, expressions, `string_agg(e, '' ORDER BY e) AS c0`);

/**
 * One row a unit, by which people are only told apart: sums of two hashes of their rows need no order, and take a third of
 * the time. Versions are weighed by them and never published; that two kinds of people fall together is a chance of about 2^-80.
 */
function unitMarks(engine: Spoken, request: Grouping, expressions: readonly string[]): string {
  const hash = engine.dialect === 'duckdb' ? 'hash' : 'hashtextextended';
  return perUnit(engine, request, expressions, `sum(${hash}(e, 1)) AS c0, sum(${hash}(e, 2)) AS c1`);
}

/** What is made of the rows of each unit, encoded as e; rows of nobody do not count. */
function perUnit(engine: Spoken, request: Grouping, expressions: readonly string[], made: string): string {
  const unit = quoteName(request.unit ?? '');
  return `SELECT ${made} FROM (SELECT ${unit} AS u, ${encodedRow(expressions)} AS e FROM ${nameOf(engine, request)} WHERE ${unit} IS NOT NULL) encoded GROUP BY u`;
}

function nameOf({ catalogue }: Spoken, { table }: Pick<CombinationRequest, 'table'>): string {
  const place = catalogue.get(table);
  invariant(place !== undefined, 'the table was opened');
  return place.path.map(quoteName).join('.');
}

function placeOf({ columns }: Pick<CombinationRequest, 'columns'>, { name }: CoarsenedColumn): number {
  const place = columns.findIndex(column => column.name === name);
  invariant(place >= 0, 'alternatives are versions of the same columns');
  return place;
}
