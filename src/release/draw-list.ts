/** The draws that a ledger knows, its chain recomputed: for whoever holds a certificate and asks what came later. */
import type { Ledger, ReleaseRecord, State } from '../ledger/index.ts';
import { homeOf } from '../ledger/places/index.ts';
import { refuse } from '../vocabulary/index.ts';
import { recordedIn } from './certificate.ts';
import { witnessed } from './certificate-check.ts';
import type { CertifiedOrder } from './certificate-contents.ts';
import { type ReadCertificate, readCertificate } from './certificate-reading.ts';
import { openReleaseLedger, type RecordedOrder, recordedLedger } from './release-ledger.ts';

export interface ListedDraw extends CertifiedOrder, Pick<ReleaseRecord, 'entry' | 'at' | 'reason' | 'output'> {}

/** All draws in a ledger, and whether its hash chain is intact. */
export interface DrawList {
  readonly draws: readonly ListedDraw[];
  readonly entries: number;
  readonly head: string;
  readonly verified: boolean;
  /** What is wrong with the chain, or with the certificate. */
  readonly problem?: string;
}

export interface ListOrder extends RecordedOrder {
  /** A certificate that the ledger must contain, and agree with in every byte. */
  readonly certificate?: string | undefined;
}

/** The samples drawn from a table, with their reasons; reads no data. */
export async function listDraws({ certificate, ...order }: ListOrder): Promise<DrawList> {
  const shown = certificate === undefined ? undefined : await readCertificate(certificate);
  return withRecordedLedger(order, async ledger => {
    const found = await ledger.verify(shown?.contents.ledger);
    const { releases, entries, head } = ledger.state();
    const problem = found.verified ? problemOf(shown, releases) : found.problem;
    const draws = [...releases.values()].map(listed);
    return { draws, entries, head, verified: problem === undefined, ...(problem !== undefined && { problem }) };
  });
}

function problemOf(shown: ReadCertificate | undefined, releases: State['releases']): string | undefined {
  if (shown === undefined) return undefined;
  const found = witnessed(shown, releases);
  return 'problem' in found ? found.problem : undefined;
}

/** Looking must not make an empty ledger in place of one that is gone. */
export async function withRecordedLedger<Found>(
  order: RecordedOrder,
  look: (ledger: Ledger) => Promise<Found>,
): Promise<Found> {
  const opening = await recordedLedger(order);
  const home = homeOf(opening.place, opening.keyFile);
  if (!(await home.isThere().finally(home.close)))
    return refuse('file_unreadable', `There is no ledger at ${home.name}.`);
  const ledger = await openReleaseLedger(opening);
  try {
    return await look(ledger);
  } finally {
    await ledger.close();
  }
}

export function listed(record: ReleaseRecord): ListedDraw {
  const { published: _, ...ordered } = recordedIn(record);
  const { entry, at, reason, output } = record;
  return { ...ordered, entry, at, reason, output };
}
