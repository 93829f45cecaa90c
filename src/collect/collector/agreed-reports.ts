/**
 * Which reports a campaign counts, as all aggregators agreed on it: a hash in the ledger before any total leaves, so that
 * aggregators whose stores were restored from older copies cannot count others.
 */
import * as z from 'zod/mini';
import { losses } from '../../amounts/index.ts';
import type { Ledger } from '../../ledger/index.ts';
import { refuse } from '../../vocabulary/index.ts';
import { type Collecting, sayToAll } from './calls.ts';
import { decisionOf, requestOf } from './charge.ts';

export const agreedShape = z.object({
  reports: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  count: z.int().check(z.gte(0)),
});

export type AgreedReports = z.infer<typeof agreedShape>;

/** Nothing is released by it: a question of its own in the ledger that costs nothing. */
const NOTHING = losses.none;

/** Durable when it returns. Refuses where aggregators do not agree, or where the ledger holds other reports. */
export async function agreedReports(collecting: Collecting, ledger: Ledger): Promise<AgreedReports> {
  const earlier = await agreedBefore(collecting, ledger);
  const found = await askAll(collecting, earlier);
  if (earlier !== undefined) return earlier;
  const hold = await ledger.reserve(questionOf(collecting), () => decisionOf(NOTHING));
  if (hold.kind === 'hold') await ledger.settle(hold, found);
  else if (agreedShape.parse(hold.answer).reports !== found.reports) refuse('reports_differ', DIFFER);
  return found;
}

/** What the ledger holds already. Looks, and writes nothing. */
export async function agreedBefore(collecting: Agreeing, ledger: Ledger): Promise<AgreedReports | undefined> {
  const before = await ledger.repeated(questionOf(collecting));
  return before && agreedShape.parse(before.answer);
}

type Agreeing = Pick<Collecting, 'fingerprint'>;

const questionOf = ({ fingerprint }: Agreeing) => requestOf({ agreed: fingerprint }, NOTHING);

const DIFFER = 'The aggregators did not agree on the reports that count, so nothing is released.';

async function askAll(collecting: Collecting, earlier: AgreedReports | undefined): Promise<AgreedReports> {
  const path = earlier === undefined ? 'agree' : `agree?reports=${earlier.reports}`;
  const replies = (await sayToAll(collecting, path)).map((each, place) => {
    const parsed = agreedShape.safeParse(each);
    return parsed.success ? parsed.data : notUnderstood(collecting.campaign.aggregators[place]);
  });
  const [first, ...others] = replies;
  const same = others.every(({ reports, count }) => reports === first.reports && count === first.count);
  if (same && (earlier === undefined || earlier.reports === first.reports)) return first;
  return refuse('reports_differ', DIFFER);
}

export const notUnderstood = (address: string): never =>
  refuse('aggregator_unreachable', `${address} did not answer like an aggregator of this version.`);
