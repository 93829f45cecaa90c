/**
 * The statement that counts combinations: rows are grouped once, and other versions of the table made from the groups.
 * A person with several rows is one value, so there every version goes back to the rows.
 */
import { quoteName, type SqlQuery, wordingOf } from '../sql/index.ts';
import { invariant } from '../vocabulary/index.ts';
import { type CoarsenedColumn, coarsened, familyAfter, type Held, type Placed } from './coarsening.ts';
import { encodedRow } from './encoded-row.ts';
import type { Engine } from './engine.ts';
import { spelling } from './spelling.ts';

export interface CombinationRequest {
  readonly table: string;
  /** The column that names a person who may have several rows; then what is counted is the collection of their rows. */
  readonly unit?: string | undefined;
  readonly columns: readonly CoarsenedColumn[];
  /** Other versions of the table, made from the columns as they are after their rules. */
  readonly alternatives: readonly (readonly CoarsenedColumn[])[];
  /** How many of the rarest combinations are shown. */
  readonly rarest: number;
}

/** Rows of the result: branch, count, number of combinations, cells. Branch 0 are the columns, -1 the rarest. */
export function combinationQuery(engine: Engine, request: CombinationRequest): SqlQuery {
  const { parameters, placed } = places();
  const { base, names, version } = grouped(engine, request, placed);
  const sources = ['SELECT n FROM combinations', ...request.alternatives.map(version)];
  const nothing = names.map(() => 'CAST(NULL AS VARCHAR)').join(', ');
  const branches = sources.map(
    (source, branch) =>
      `SELECT ${branch} AS branch, n, count(*) AS m, ${nothing} FROM (${source}) b${branch} GROUP BY n`,
  );
  const rarest = `SELECT -1 AS branch, n, 1 AS m, ${names.join(', ')} FROM (SELECT * FROM combinations ORDER BY n, ${names.join(', ')} LIMIT ${request.rarest}) r`;
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

/** Values of rules, each beside the text at a place of its own. */
export function places(): { readonly parameters: SqlQuery['parameters'][number][]; readonly placed: Placed } {
  const parameters: SqlQuery['parameters'][number][] = [];
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
      `SELECT CAST(sum(n) AS BIGINT) AS n FROM combinations GROUP BY ${versionOf(engine, request, columns, names, placed).join(', ')}`,
  };
}

function ofUnits(engine: Spoken, request: Grouping, placed: Placed): Counting {
  const { rows, names } = namedRows(engine, request, placed);
  return {
    base: `SELECT c0, count(*) AS n FROM (${perUnit(rows, names, ALL_ROWS)}) u GROUP BY c0`,
    names: ['c0'],
    version: columns => {
      const expressions = versionOf(engine, request, columns, names, placed);
      return `SELECT count(*) AS n FROM (${perUnit(rows, expressions, marksOf(engine))}) u GROUP BY c0, c1`;
    },
  };
}

/**
 * The rows of everybody, with their columns under names: rules say what they are applied to many times over, and text that grew
 * with every rule took an engine half a minute for forty rows. PostgreSQL would put the expressions back in their places.
 */
function namedRows(engine: Spoken, request: Grouping, placed: Placed) {
  const { expression: unit, family } = heldIn(engine, request.table, request.unit ?? '');
  const own = ownColumns(engine, request, placed);
  const names = own.map((_, index) => `v${index}`);
  const selected = own.map((expression, index) => `, ${expression} AS ${names[index]}`).join('');
  const { apart } = wordingOf(engine.dialect);
  // rows of nobody do not count
  const rows = `SELECT ${spelling(engine.dialect, family, unit)} AS u${selected} FROM ${nameOf(engine, request)} WHERE ${unit} IS NOT NULL${apart}`;
  return { rows, names };
}

const ownColumns = (
  engine: Spoken,
  { table, columns }: Pick<CombinationRequest, 'table' | 'columns'>,
  placed: Placed,
): string[] => columns.map(({ name, rules }) => coarsened(engine.dialect, rules, heldIn(engine, table, name), placed));

function heldIn({ catalogue }: Spoken, table: string, column: string): Held {
  const family = catalogue.get(table)?.columns.get(column);
  return { column, expression: quoteName(column), family, form: 'own' };
}

/** Another version of the columns, made from their texts. */
const versionOf = (
  engine: Spoken,
  request: Pick<CombinationRequest, 'table' | 'columns'>,
  versions: readonly CoarsenedColumn[],
  texts: readonly string[],
  placed: Placed,
): string[] =>
  versions.map(({ name, rules }) => {
    const place = placeOf(request, name);
    const { family, ...held } = heldIn(engine, request.table, name);
    const after = familyAfter(request.columns[place], family);
    return coarsened(engine.dialect, rules, { ...held, expression: texts[place], family: after, form: 'text' }, placed);
  });

/** One row a unit: all its rows, in an order that depends on nothing but what is in them. */
const ALL_ROWS = `string_agg(e, '' ORDER BY e) AS c0`;

/**
 * One row a unit, by which people are only told apart: sums of two hashes of their rows need no order, and take a third of
 * the time. Versions are weighed by them and never published; that two kinds of people fall together is a chance of about 2^-80.
 */
function marksOf({ dialect }: Spoken): string {
  const { hash } = wordingOf(dialect);
  return `sum(${hash}(e, 1)) AS c0, sum(${hash}(e, 2)) AS c1`;
}

/** What is made of the rows of each unit, encoded as e. */
const perUnit = (rows: string, expressions: readonly string[], made: string): string =>
  `SELECT ${made} FROM (SELECT u, ${encodedRow(expressions)} AS e FROM (${rows}) r) encoded GROUP BY u`;

function nameOf({ catalogue }: Spoken, { table }: Pick<CombinationRequest, 'table'>): string {
  const place = catalogue.get(table);
  invariant(place !== undefined, 'the table was opened');
  return place.path.map(quoteName).join('.');
}

function placeOf({ columns }: Pick<CombinationRequest, 'columns'>, name: string): number {
  const place = columns.findIndex(column => column.name === name);
  invariant(place >= 0, 'alternatives are versions of the same columns');
  return place;
}
