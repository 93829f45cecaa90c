/** From a draw that stands in the ledger to files with names. Whatever happens here, the draw was made. */
import manifest from '../../package.json' with { type: 'json' };
import type { Tally } from '../engine/index.ts';
import type { DrawnRelease, Ledger } from '../ledger/index.ts';
import { rational } from '../numerics/index.ts';
import type { Below } from '../random/index.ts';
import { Refusal } from '../vocabulary/index.ts';
import { certificateOf } from './certificate.ts';
import type { Certificate, CertifiedOrder } from './certificate-contents.ts';
import { certificatePage } from './certificate-page.ts';
import { drawGroups } from './drawing.ts';
import type { Publication } from './publication.ts';

export interface RecordedDraw {
  readonly ordered: CertifiedOrder;
  readonly schema: string;
  readonly reason: string | null;
  readonly drawn: DrawnRelease;
}

export interface Workshop {
  readonly below: Below;
  readonly clock: () => Date;
  readonly tally: Tally;
  readonly ledger: Ledger;
  readonly publication: Publication;
}

export async function publishDraw(recorded: RecordedDraw, workshop: Workshop): Promise<Certificate> {
  try {
    return await published(recorded, workshop);
  } catch (thrown) {
    throw thrown instanceof Refusal ? new Refusal(thrown.code, `${thrown.message} ${COUNTS}`) : thrown;
  }
}

const COUNTS = 'The draw stands in the ledger and counts as made: another one needs --reason.';

async function published({ ordered, drawn, ...facts }: RecordedDraw, workshop: Workshop): Promise<Certificate> {
  const { below, clock, tally, ledger, publication } = workshop;
  const threshold = ordered.promise.kind === 'threshold' ? ordered.promise.threshold : 1;
  await tally.write(drawGroups(below, tally.counts, { rate: rational.fromDecimal(ordered.rate), threshold }));
  const sha256 = await publication.digest();
  await ledger.finishRelease(drawn, sha256);
  const certificate = certificateOf({
    ...ordered,
    ...facts,
    earlier: drawn.earlier,
    at: clock().toISOString(),
    program: { name: 'sortition', version: manifest.version },
    output: { file: publication.name, sha256 },
    ledger: { entry: drawn.entry, head: drawn.head },
  });
  await publication.place({
    certificate: `${JSON.stringify(certificate, null, 2)}\n`,
    page: certificatePage(certificate),
  });
  return certificate;
}
