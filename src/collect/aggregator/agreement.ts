/**
 * Which reports all aggregators count: every one of them puts a hash of the set on record before any total leaves, and none
 * tells a total unless all hold the same. Whoever lost its record finds it with the others, and counts no other set.
 */
import { createHmac } from 'node:crypto';
import { refuse } from '../../vocabulary/index.ts';
import { fewestOf } from '../protocol/index.ts';
import { type CountedReport, commonReports, type Desk, peersOf } from './counted-reports.ts';
import { agreedAt } from './peers.ts';
import type { AgreedSet } from './store.ts';
import type { Verifier } from './verifier.ts';

/** The verifier is undefined where reports are plain. `expected`: the hash that the collector's ledger holds, if any. */
export async function agree(
  desk: Desk,
  verifier: Verifier | undefined,
  expected: string | undefined,
): Promise<AgreedSet> {
  const { store, fingerprint, campaign } = desk;
  const earlier = await store.agreed(fingerprint);
  const found = earlier ?? setOf(desk, await countedBy(desk, verifier));
  if (!(expected === undefined || expected === found.reports)) refuse('reports_differ', ANOTHER_SET);
  if (earlier !== undefined) return earlier;
  if (!(found.count >= fewestOf(campaign)))
    refuse(
      'too_few_reports',
      `Fewer than ${fewestOf(campaign)} reports count, the minimum of this campaign. Ask more people in a new campaign.`,
    );
  for (const peer of peersOf(desk)) {
    const held = await agreedAt(peer);
    if (!(held === undefined || held === found.reports)) refuse('reports_differ', ANOTHER_SET);
  }
  return store.agree(fingerprint, found);
}

/** Refuses unless everybody holds the set that is on record here. */
export async function agreedByAll(desk: Desk): Promise<AgreedSet> {
  const own = (await desk.store.agreed(desk.fingerprint)) ?? refuse('reports_differ', NOT_YET);
  for (const peer of peersOf(desk)) if ((await agreedAt(peer)) !== own.reports) refuse('reports_differ', NOT_YET);
  return own;
}

const ANOTHER_SET =
  'This campaign already counted a different set of reports, and it counts only once. Was a store restored from an older copy?';
const NOT_YET = 'The aggregators have not yet agreed on the reports that count. Let them agree first.';

export const countedBy = (desk: Desk, verifier: Verifier | undefined): Promise<CountedReport[]> =>
  verifier === undefined ? commonReports(desk) : verifier.counted();

/** Hashes of the same reports are equal, and tell nobody but aggregators which they are. */
export function setOf({ fingerprint, setKey }: Desk, counted: readonly CountedReport[]): AgreedSet {
  const hash = createHmac('sha256', setKey).update(`reports ${fingerprint}`);
  for (const each of counted) hash.update(each, 'latin1');
  return { reports: hash.digest('hex'), count: counted.length };
}
