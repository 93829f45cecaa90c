/** Sample, certificate and ledger together: whether all three say the same. Reads no table. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileSha256 } from '../text/index.ts';
import { refuse } from '../vocabulary/index.ts';
import { witnessed } from './certificate-check.ts';
import { certificatePage } from './certificate-page.ts';
import { certificateBeside, pagesOf, readCertificate } from './certificate-reading.ts';
import { type ListedDraw, listed, withRecordedLedger } from './draw-list.ts';
import type { RecordedOrder } from './release-ledger.ts';

/** A published sample, and where its draw was recorded. */
export interface VerifyOrder extends RecordedOrder {
  readonly sample: string;
  /** Beside the sample, unless said. */
  readonly certificate?: string | undefined;
}

/** A verified sample: the ledger recorded this draw, this guarantee and this file. */
export interface VerifiedSample extends ListedDraw {
  readonly verified: true;
  readonly sha256: string;
  readonly entries: number;
  readonly head: string;
  /** Draws that came after it, of whatever table: more samples of the same people tell more. */
  readonly later: readonly ListedDraw[];
}

/** Checks that a published sample, its certificate and the ledger agree; refuses if they do not. */
export async function verifyRelease({ sample, certificate, ...order }: VerifyOrder): Promise<VerifiedSample> {
  const path = certificate ?? certificateBeside(sample);
  const shown = await readCertificate(path);
  const sha256 = await fileSha256(sample).catch(() =>
    refuse('file_unreadable', `${sample} cannot be read. Check the path and the permissions.`),
  );
  return withRecordedLedger(order, async ledger => {
    const chain = await ledger.verify();
    if (!chain.verified) return refuse('ledger_damaged', chain.problem);
    const contained = await ledger.verify(shown.contents.ledger);
    if (!contained.verified) return refuse('ledger_rolled_back', contained.problem);
    const { releases, entries, head } = ledger.state();
    const found = witnessed(shown, releases);
    if ('problem' in found) return refuse('certificate_mismatch', `${found.problem} ${UNTRUE}`);
    if (sha256 !== found.certificate.output.sha256)
      return refuse('certificate_mismatch', `The sample is not the file that was drawn. ${UNTRUE}`);
    for (const page of pagesOf(sample, path))
      if (existsSync(page) && !(await readFile(page)).equals(Buffer.from(certificatePage(found.certificate))))
        return refuse('certificate_mismatch', `The page of the certificate was changed: ${page}. ${UNTRUE}`);
    const draws = [...releases.values()].map(listed);
    const { entry } = shown.contents.ledger;
    const [own] = draws.filter(draw => draw.entry === entry);
    return { ...own, verified: true, sha256, entries, head, later: draws.filter(draw => draw.entry > entry) };
  });
}

const UNTRUE = 'Do not rely on it; its publisher can draw another with a reason.';
