/** What the collector says to the aggregators of a campaign. Saying it again changes nothing, so it is said until heard. */
import { type RefusalCode, refusals, refuse } from '../../vocabulary/index.ts';
import type { Campaign } from '../protocol/index.ts';

export interface Collecting {
  readonly campaign: Campaign;
  readonly fingerprint: string;
  readonly collectorToken: string;
  /** Milliseconds before each further attempt. */
  readonly pauses?: readonly number[];
}

const PAUSES = [200, 1_000, 3_000];
const PATIENCE = 120_000;

/** The same to all aggregators; their answers in order. */
export const sayToAll = (collecting: Collecting, path: string): Promise<unknown[]> =>
  Promise.all(collecting.campaign.aggregators.map(address => say(collecting, `${address}/v1/collect`, path)));

async function say({ fingerprint, collectorToken, pauses = PAUSES }: Collecting, base: string, path: string) {
  for (const pause of [...pauses, undefined]) {
    const response = await fetch(`${base}/${fingerprint}/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${collectorToken}` },
      signal: AbortSignal.timeout(PATIENCE),
    }).catch(() => undefined);
    const told = (await response?.json().catch(() => undefined)) as Problem | undefined;
    if (response?.status === 200 && told !== undefined) return told;
    if (response !== undefined && response.status < 500) passOn(told);
    if (pause !== undefined) await new Promise(resume => setTimeout(resume, pause));
  }
  return refuse('aggregator_unreachable', `${base} does not answer; nothing is lost, say it again.`);
}

interface Problem {
  readonly code?: string;
  readonly detail?: string;
}

function passOn(problem: Problem | undefined): never {
  const { code = '', detail = 'An aggregator refused.' } = problem ?? {};
  return refuse(code in refusals ? (code as RefusalCode) : 'aggregator_unreachable', detail);
}
