/** Whether a table may be sampled at a rate, and which rates it bears. From counts alone. */
import { rational, toNumber } from '../numerics/index.ts';
import { exactRate } from './rates/exact-rate.ts';
import { failureChance } from './rates/failure-chance.ts';
import { checkRate, type ReleaseGuarantee } from './rates/guarantee.ts';
import { gridRate } from './rates/rate-grid.ts';
import type { TableCounts } from './rates/table-counts.ts';
import { theoremRate } from './rates/theorem-rate.ts';
import { type ValueClasses, valueClasses } from './rates/value-classes.ts';

export interface Verdict extends ValueClasses {
  readonly verdict: 'safe' | 'unsafe';
  /** One sentence, with raw counts: for the custodian. */
  readonly reason: string;
  /** The rate that was judged: the one asked about, or the largest of the public grid that is safe. */
  readonly rate: number;
  /** A rate read off the data tells about it: flagged, so that nobody takes it for a rate chosen beforehand. */
  readonly rateFromData: boolean;
  readonly deltaAtRate: number;
  readonly exactRate: number;
  readonly theoremRate: number;
}

export interface Judged {
  readonly deltaAtRate: number;
  /** A rate that was read off the data must publish a row at least. */
  readonly publishesNothing: boolean;
  readonly isSafe: boolean;
}

/** `rate` is a decimal, exact as it is written; the chance grows with it, so it is judged by the double above. */
export function judged(table: TableCounts, promised: ReleaseGuarantee, rate: string, fromData: boolean): Judged {
  const deltaAtRate = failureChance(table, promised)(toNumber(rational.fromDecimal(rate), 'up'));
  const publishesNothing = fromData && !(Number(rate) * table.rows >= 1);
  return { deltaAtRate, publishesNothing, isSafe: deltaAtRate <= promised.delta && !publishesNothing };
}

export function verdictOn(table: TableCounts, promised: ReleaseGuarantee, rate?: string): Verdict {
  const exact = exactRate(table, promised);
  const named = rate ?? gridRate(exact);
  const shown = Number(named);
  if (rate !== undefined) checkRate(shown);
  const { deltaAtRate, publishesNothing, isSafe } = judged(table, promised, named, rate === undefined);
  return {
    verdict: isSafe ? 'safe' : 'unsafe',
    reason: publishesNothing ? noRate(table) : atRate(named, deltaAtRate, promised),
    rate: shown,
    rateFromData: rate === undefined,
    deltaAtRate,
    exactRate: exact,
    theoremRate: theoremRate(table, promised),
    ...valueClasses(table, promised, shown),
  };
}

function atRate(rate: string, chance: number, { epsilon, delta, unknownRows }: ReleaseGuarantee): string {
  const factor = Number((1 + toNumber(epsilon, 'nearest')).toPrecision(12));
  const rows = unknownRows === 1 ? 'an unknown record' : `${unknownRows} unknown records`;
  const compared = chance <= delta ? `within the accepted delta of ${delta}` : `above the accepted delta of ${delta}`;
  return `A sample at rate ${rate} changes an attacker's odds about ${rows} more than ${factor}-fold with probability ${Number(chance.toPrecision(3))}, ${compared}.`;
}

function noRate({ rows, distinct, groups }: TableCounts): string {
  const [{ count, values }] = groups;
  const rarest = count === 1 ? `${values} occur only once` : `the rarest occur ${count} times`;
  return `No rate is safe: any rate that keeps the guarantee would publish less than one row. Of ${distinct} combinations in ${rows} rows, ${rarest}, and a sampled row with such a combination points to its person.`;
}
