/** Whether a certificate says what its ledger knows. It is made again from the ledger, and every byte compared. */
import { canonicalJson, type Json } from '../json/index.ts';
import { earlierReleases, type ReleaseRecord } from '../ledger/index.ts';
import { certificateOf, certificateText, recordedIn } from './certificate.ts';
import type { Certificate } from './certificate-contents.ts';
import type { ReadCertificate } from './certificate-reading.ts';

export type Witness = { readonly certificate: Certificate } | { readonly problem: string };

/** The true certificate of a draw, or what is wrong with the one that was shown. That the head is the chain's was checked. */
export function witnessed(
  { contents: shown, bytes }: ReadCertificate,
  releases: ReadonlyMap<number, ReleaseRecord>,
): Witness {
  const record = releases.get(shown.ledger.entry);
  if (record === undefined) return { problem: `Entry ${shown.ledger.entry} of the ledger is no draw of a sample.` };
  if (record.output === null) return { problem: `The ledger knows no file of the draw in entry ${record.entry}.` };
  const { published, ...recorded } = recordedIn(record);
  if (published === undefined)
    return {
      problem: `Entry ${record.entry} is of an older version, which recorded too little to compare a certificate with.`,
    };
  const certificate = certificateOf({
    ...record,
    recorded: { ...recorded, published },
    sha256: record.output,
    ledger: { entry: record.entry, head: shown.ledger.head },
    earlier: earlierReleases(releases, record),
  });
  const differing = differences(shown, certificate);
  if (differing.length > 0)
    return { problem: `The certificate does not say what the ledger knows: ${differing.join(', ')} differ.` };
  // a field that is written twice is read once here, and perhaps the other one elsewhere
  if (!bytes.equals(Buffer.from(certificateText(certificate))))
    return { problem: 'The certificate has other bytes than were published, though its fields are read as the same.' };
  return { certificate };
}

function differences(shown: ReadCertificate['contents'], certificate: Certificate): string[] {
  const [found, expected]: Readonly<Record<string, Json>>[] = [shown, certificate].map(each =>
    JSON.parse(JSON.stringify(each)),
  );
  return [...new Set([...Object.keys(expected), ...Object.keys(found)])].filter(
    key =>
      !Object.hasOwn(found, key) ||
      !Object.hasOwn(expected, key) ||
      canonicalJson(found[key]) !== canonicalJson(expected[key]),
  );
}
