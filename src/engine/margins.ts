/**
 * Tables of some of the columns: how often each value, or pair of values, occurs. Rows are grouped once and the margins
 * made from the groups. For the custodian: nothing here is private.
 */
import type { Query } from '../sql/index.ts';
import type { CoarsenedColumn } from './coarsening.ts';
import { asText, isFloating, spelled } from './coarsening.ts';
import { ofRows, places } from './combination-query.ts';
import { type CountedCell, countedRows } from './counted-rows.ts';
import type { Engine, Limits } from './engine.ts';

export interface MarginRequest {
  readonly table: string;
  readonly columns: readonly CoarsenedColumn[];
  /** Each a list of places in `columns`. */
  readonly margins: readonly (readonly number[])[];
}

export interface MarginCell {
  /** Which of the margins. */
  readonly margin: number;
  readonly count: number;
  /** One for each column of the margin. */
  readonly cells: readonly CountedCell[];
}

export async function* countMargins(
  engine: Engine,
  request: MarginRequest,
  limits: Limits = {},
): AsyncGenerator<MarginCell> {
  for await (const { numbers, cells } of countedRows(engine, marginQuery(engine, request), limits)) {
    const [margin, count] = numbers;
    yield { margin, count, cells: cells.slice(0, request.margins[margin].length) };
  }
}

function marginQuery(engine: Engine, request: MarginRequest): Query {
  const { parameters, placed } = places();
  const { base, names } = ofRows(engine, request, placed);
  const families = engine.catalogue.get(request.table)?.columns;
  const shownAs = (place: number) => {
    const column = request.columns[place];
    return isFloating(column, families?.get(column.name)) ? spelled : asText;
  };
  const widest = Math.max(...request.margins.map(margin => margin.length));
  const branches = request.margins.map((margin, branch) => {
    const own = margin.map(place => names[place]);
    const shown = Array.from({ length: widest }, (_, place) =>
      place < own.length ? shownAs(margin[place])(own[place]) : 'CAST(NULL AS VARCHAR)',
    );
    return `SELECT ${branch} AS margin, CAST(sum(n) AS BIGINT) AS n, ${shown.join(', ')} FROM combinations GROUP BY ${own.join(', ')}`;
  });
  return {
    dialect: engine.dialect,
    text: `WITH combinations AS MATERIALIZED (${base}) ${branches.join(' UNION ALL ')}`,
    parameters,
    columns: ['whole', 'whole', ...Array.from({ length: widest }, () => 'text' as const)],
    kind: 'values',
    statistics: [],
    keys: 0,
  };
}
