/** The draws that a ledger knows, its chain recomputed: for whoever holds a certificate and asks what came later. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { ledgerFile, type Receipt, type ReleaseRecord } from '../ledger/index.ts';
import { refuse } from '../vocabulary/index.ts';
import type { CertifiedOrder } from './certificate-contents.ts';
import { openReleaseLedger, type RecordedOrder, recordedLedger } from './release-ledger.ts';

export interface ListedDraw extends CertifiedOrder, Pick<ReleaseRecord, 'entry' | 'at' | 'reason' | 'output'> {}

/** All draws of a ledger, and whether its chain holds. */
export interface DrawList {
  readonly draws: readonly ListedDraw[];
  readonly entries: number;
  readonly head: string;
  readonly verified: boolean;
  /** What is wrong with the chain, or with the certificate. */
  readonly problem?: string;
}

export interface ListOrder extends RecordedOrder {
  /** A certificate whose entry the ledger must contain. */
  readonly certificate?: string | undefined;
}

/** Which samples were drawn from a table before, with their reasons; reads no data. */
export async function listDraws({ certificate, ...order }: ListOrder): Promise<DrawList> {
  const opening = await recordedLedger(order);
  const path = ledgerFile(opening.address, opening.folder);
  // looking must not make an empty ledger in place of one that is gone
  if (!existsSync(path)) return refuse('file_unreadable', `There is no ledger at ${path}.`);
  const receipt = certificate === undefined ? undefined : await receiptIn(certificate);
  const ledger = await openReleaseLedger(opening);
  try {
    const found = await ledger.verify(receipt);
    const { releases, entries, head } = ledger.state();
    const problem = found.verified ? {} : { problem: found.problem };
    return { draws: [...releases.values()].map(listed), entries, head, verified: found.verified, ...problem };
  } finally {
    await ledger.close();
  }
}

const listed = ({ entry, at, order, reason, output }: ReleaseRecord): ListedDraw => ({
  ...(order as unknown as CertifiedOrder),
  ...{ entry, at, reason, output },
});

async function receiptIn(path: string): Promise<Receipt> {
  const text = await readFile(path, 'utf8').catch(() =>
    refuse('file_unreadable', `${path} cannot be read; check the path and its rights.`),
  );
  try {
    const { entry, head } = (JSON.parse(text) as { ledger: Receipt }).ledger;
    if (Number.isInteger(entry) && typeof head === 'string') return { entry, head };
  } catch {
    // said below, as for every other text that is no certificate
  }
  return refuse('specification_invalid', `${path} is no certificate: it names no entry of a ledger.`);
}
