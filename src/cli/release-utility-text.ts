/** How well a sample stands for its table, in tables of text. */
import type { Distance, SharePair, Utility } from '../release/index.ts';
import { table } from './table.ts';

export const describeUtility = (found: Utility): string =>
  [
    `The sample has ${found.sampleRows} of ${found.rows} rows.`,
    INTERNAL,
    columnsText(found),
    quantilesText(found),
    pairsText(found),
    MEANING,
  ]
    .filter(part => part !== '')
    .join('\n\n');

export const INTERNAL =
  'Internal, for the custodian only: shares of the table itself. Not for publication, and no reason to draw again.';

const MEANING = [
  'Distance: total variation, the most by which the answer to any question about these columns differs, as a share of the',
  'rows. By chance: what it is on average over all samples of this size. A sample that was honestly drawn is near it.',
].join('\n');

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
  `${value.map(cell => cell ?? 'null').join(', ')}: ${digits(100 * table)} % as ${digits(100 * sample)} %`;
