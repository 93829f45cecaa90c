/** The rate of a draw: one that was named is judged, one that was not is found. Both before any coin is tossed. */
import { refuse } from '../vocabulary/index.ts';
import { AUTO, type Protection } from './protection.ts';
import { exactRate } from './rates/exact-rate.ts';
import { gridRate } from './rates/rate-grid.ts';
import { countsOf } from './rates/table-counts.ts';
import { judged, verdictOn } from './verdict.ts';

export interface JudgedRate {
  /** A decimal. */
  readonly rate: string;
  /** Whether it was read off the data, and so tells about them. */
  readonly fromData: boolean;
}

/** Whether this is refused depends on the data, and is said to. Under a threshold nothing of the data is looked at. */
export function judgedRate(counts: readonly number[], ordered: string, protection: Protection): JudgedRate {
  if (protection.kind === 'threshold') return { rate: ordered, fromData: false };
  if (counts.length === 0) return refuse('table_empty', 'The table has no rows, so there is nothing to publish.');
  const { promised } = protection;
  const table = countsOf(counts);
  const fromData = ordered === AUTO;
  const rate = fromData ? gridRate(exactRate(table, promised)) : ordered;
  if (judged(table, promised, rate, fromData).isSafe) return { rate, fromData };
  const best = verdictOn(table, promised);
  return refuse('release_unsafe', `${best.verdict === 'unsafe' ? best.reason : tooLarge(rate)} ${DEPENDS_ON_DATA}`);
}

const tooLarge = (rate: string): string =>
  `A sample at rate ${rate} would break the guarantee more often than delta allows.`;

const DEPENDS_ON_DATA =
  'This refusal depends on the data and is for the custodian only. sortition release audit shows which rates and recodings are safe.';
