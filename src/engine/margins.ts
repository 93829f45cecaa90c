/**
 * Tables of some of the columns: how often each value, or pair of values, occurs. Rows are grouped once and the margins
 * made from the groups; of people with several rows each margin is made of their rows. For the custodian: nothing here is private.
 */
import type { SqlQuery } from '../sql/index.ts';
import type { CoarsenedColumn } from './coarsening.ts';
import { grouped, ofRows, places } from './combination-query.ts';
import { type CountedCell, countedRows } from './counted-rows.ts';
import { decodedRows, encodedRow } from './encoded-row.ts';
import type { Engine, EngineLimits } from './engine.ts';

export interface MarginRequest {
  readonly table: string;
  readonly columns: readonly CoarsenedColumn[];
  /** Names a person who may have several rows; then people are counted, by what all of their rows have in a margin. */
  readonly unit?: string | undefined;
  /** Each a list of places in `columns`. */
  readonly margins: readonly (readonly number[])[];
}

export interface MarginCell {
  /** Which of the margins. */
  readonly margin: number;
  readonly count: number;
  /** The cells of the margin's columns in one text: equal where they are. `marginRows` reads it. */
  readonly value: string;
}

/** Calls for each cell: there may be millions, and to wait for each would take longer than to count them. */
export async function countMargins(
  engine: Engine,
  request: MarginRequest,
  limits: EngineLimits,
  each: (cell: MarginCell) => void,
): Promise<void> {
  const query = request.unit === undefined ? marginQuery : peopleQuery;
  for (let first = 0; first < request.margins.length; first += MARGINS_AT_ONCE)
    for await (const { numbers, cells } of countedRows(engine, query(engine, some(request, first)), limits))
      each({ margin: first + numbers[0], count: numbers[1], value: cells[0] ?? '' });
}

/** The time that a statement of so many parts takes to plan grows with its square. */
const MARGINS_AT_ONCE = 100;

/** A request for some of the margins, and for no column that none of them has. */
function some({ margins, columns, ...request }: MarginRequest, first: number): MarginRequest {
  const asked = margins.slice(first, first + MARGINS_AT_ONCE);
  const places = [...new Set(asked.flat())];
  return {
    ...request,
    columns: places.map(place => columns[place]),
    margins: asked.map(margin => margin.map(place => places.indexOf(place))),
  };
}

/** The cells of a row, or of all rows of a person. */
export const marginRows = (value: string): readonly (readonly CountedCell[])[] => decodedRows(value);

function marginQuery(engine: Engine, request: MarginRequest): SqlQuery {
  const { parameters, placed } = places();
  const { base, names } = ofRows(engine, request, placed);
  const branches = request.margins.map((margin, branch) => {
    const value = encodedRow(margin.map(place => names[place]));
    // all columns together are the groups already
    return margin.length === names.length
      ? `SELECT ${branch} AS margin, n, ${value} FROM combinations`
      : `SELECT ${branch} AS margin, CAST(sum(n) AS BIGINT) AS n, ${value} FROM combinations GROUP BY ${margin.map(place => names[place]).join(', ')}`;
  });
  return counting(engine, `WITH combinations AS MATERIALIZED (${base}) ${branches.join(' UNION ALL ')}`, parameters);
}

function peopleQuery(engine: Engine, { margins, columns, ...request }: MarginRequest): SqlQuery {
  const { parameters, placed } = places();
  const branches = margins.map((margin, branch) => {
    const { base } = grouped(engine, { ...request, columns: margin.map(place => columns[place]) }, placed);
    return `SELECT ${branch} AS margin, n, c0 FROM (${base}) b${branch}`;
  });
  return counting(engine, branches.join(' UNION ALL '), parameters);
}

const counting = ({ dialect }: Engine, text: string, parameters: SqlQuery['parameters']): SqlQuery => ({
  ...{ dialect, text, parameters, columns: ['whole', 'whole', 'text'] },
  ...{ kind: 'values', statistics: [], keys: 0 },
});
