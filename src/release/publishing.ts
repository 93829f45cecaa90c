/** From a draw that stands in the ledger to files with names. Whatever happens here, the draw was made. */
import type { GroupTally } from '../engine/index.ts';
import type { DrawnRelease, Ledger } from '../ledger/index.ts';
import { rational } from '../numerics/index.ts';
import type { Below } from '../random/index.ts';
import { Refusal } from '../vocabulary/index.ts';
import { certificateOf, certificateText } from './certificate.ts';
import type { Certificate, RecordedRelease } from './certificate-contents.ts';
import { certificatePage } from './certificate-page.ts';
import { drawGroups } from './drawing.ts';
import type { PublicationFiles } from './publication.ts';

export interface RecordedDraw {
  readonly recorded: RecordedRelease;
  readonly schema: string;
  readonly reason: string | null;
  readonly drawn: DrawnRelease;
}

export interface Workshop {
  readonly below: Below;
  readonly tally: GroupTally;
  readonly ledger: Ledger;
  readonly publication: PublicationFiles;
  /** Called when the file is whole and its hash is recorded. */
  readonly whenCertified: () => void;
}

export async function publishDraw(recorded: RecordedDraw, workshop: Workshop): Promise<Certificate> {
  try {
    return await published(recorded, workshop);
  } catch (thrown) {
    throw thrown instanceof Refusal ? new Refusal(thrown.code, `${thrown.message} ${COUNTS}`) : thrown;
  }
}

const COUNTS = 'The draw is recorded in the ledger and counts as made. Another one needs --reason.';

async function published({ recorded, drawn, ...facts }: RecordedDraw, workshop: Workshop): Promise<Certificate> {
  const { below, tally, ledger, publication, whenCertified } = workshop;
  const { rate, promise } = recorded;
  const threshold = promise.kind === 'threshold' ? promise.threshold : 1;
  await tally.write(drawGroups(below, tally.counts, { rate: rational.fromDecimal(rate), threshold }));
  const sha256 = await publication.digest();
  await ledger.finishRelease(drawn, sha256);
  whenCertified();
  const { entry, head, at, earlier } = drawn;
  const certificate = certificateOf({ ...facts, recorded, sha256, at, earlier, ledger: { entry, head } });
  await publication.place({
    certificate: certificateText(certificate),
    page: certificatePage(certificate),
  });
  return certificate;
}
