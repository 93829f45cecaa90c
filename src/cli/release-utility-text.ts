/** How well a sample stands for its table, in tables of text. */
import type { Distance, SharePair, Utility } from '../release/index.ts';
import { table } from './table.ts';

export const describeUtility = (found: Utility): string =>
  [
    `The sample has ${found.sampleRows} of ${found.rows} ${found.unit === null ? 'rows' : 'people'}.`,
    INTERNAL,
    columnsText(found),
    quantilesText(found),
    pairsText(found),
    MEANING,
    found.unit === null ? '' : PEOPLE,
  ]
    .filter(part => part !== '')
    .join('\n\n');

export const INTERNAL =
  'Internal, for the custodian only: this shows shares of the table itself. Do not publish it, and do not redraw because of it.';

const MEANING = [
  'Distance: total variation, the largest difference in the answer to any question about these columns, as a share of the',
  'rows. By chance: the average distance over all samples of this size. An honestly drawn sample is close to it.',
].join('\n');

const PEOPLE = 'All rows of a person count as one value here. Quantiles are over rows.';

/** A value in one line, all rows of a person where there are several. */
export const cellsText = (value: SharePair['value']): string => {
  const row = (cells: readonly (string | null)[]): string => cells.map(cell => cell ?? 'null').join(', ');
  return isOfRows(value) ? value.map(row).join(' | ') : row(value);
};

const isOfRows = (value: SharePair['value']): value is Exclude<SharePair['value'], readonly (string | null)[]> =>
  Array.isArray(value[0]);

/** Four digits tell all that a person can use. */
export const digits = (share: number): string => share.toPrecision(3);

const columnsText = ({ columns }: Utility): string =>
  table([
    ['column', 'distance', 'by chance', 'values'],
    ...columns.map(({ column, totalVariation, expected, cells }) => [
      column,
      digits(totalVariation),
      digits(expected),
      String(cells),
    ]),
  ]);

function quantilesText({ columns }: Utility): string {
  const numeric = columns.filter(({ quantiles }) => quantiles.length > 0);
  if (numeric.length === 0) return '';
  const shares = numeric[0].quantiles.map(({ share }) => `${100 * share} %`);
  const rows = numeric.flatMap(({ column, quantiles }) => [
    [`${column}, table`, ...quantiles.map(({ table }) => String(table))],
    [`${column}, sample`, ...quantiles.map(({ sample }) => String(sample))],
  ]);
  return table([['quantiles', ...shares], ...rows]);
}

function pairsText({ pairs }: Utility): string {
  if (pairs.length === 0) return '';
  return table([
    [
      pairs.length > PAIRS ? `pair, ${PAIRS} of ${pairs.length}` : 'pair',
      'distance',
      'by chance',
      'cells',
      'largest difference',
    ],
    ...furthest(pairs, PAIRS).map(({ columns, totalVariation, expected, cells, worst }) => [
      columns.join(' x '),
      digits(totalVariation),
      digits(expected),
      String(cells),
      worstText(worst[0]),
    ]),
  ]);
}

/** More would not be read. */
export const PAIRS = 20;

/** Those that lie furthest beyond chance. */
export const furthest = <Compared extends Distance>(compared: readonly Compared[], most: number): Compared[] =>
  [...compared]
    .sort((one, other) => other.totalVariation - other.expected - (one.totalVariation - one.expected))
    .slice(0, most);

export const worstText = ({ value, table, sample }: SharePair): string =>
  `${cellsText(value)}: ${digits(100 * table)} % as ${digits(100 * sample)} %`;
