/** Rare, infrequent and common values, as the paper divides them. */
import { toNumber, up } from '../../numerics/index.ts';
import type { ReleaseGuarantee } from './guarantee.ts';
import type { TableCounts } from './table-counts.ts';

export interface ValueClasses {
  readonly rare: number;
  readonly infrequent: number;
  readonly common: number;
}

/** ln(k/alpha) with alpha = delta/2, for k values: the paper's measure of how far a count may stray. */
export const strayLog = ({ distinct }: TableCounts, { delta }: ReleaseGuarantee): number =>
  up.log(up.div(distinct, delta / 2));

/** Rows up to which a value is rare: 2·ln(k/alpha)/epsilon, and the unknown rows on top where they are several. */
export const rareUpTo = (log: number, epsilon: number, unknownRows: number): number =>
  up.add(up.div(2 * log, epsilon), unknownRows === 1 ? 0 : unknownRows);

/** How many values are in each class when a sample is drawn at this rate. */
export function valueClasses(table: TableCounts, promised: ReleaseGuarantee, rate: number): ValueClasses {
  const log = strayLog(table, promised);
  const rareMost = rareUpTo(log, toNumber(promised.epsilon, 'down'), promised.unknownRows);
  const commonLeast = (12 * log) / rate;
  const count = (belongs: (count: number) => boolean): number =>
    table.groups.reduce((sum, { count, values }) => sum + (belongs(count) ? values : 0), 0);
  const rare = count(rows => rows <= rareMost);
  const common = count(rows => rows > rareMost && rows >= commonLeast);
  return { rare, infrequent: table.distinct - rare - common, common };
}
