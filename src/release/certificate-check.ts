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
  if (record === undefined)
    return { problem: `Entry ${shown.ledger.entry} of the ledger is not the draw of a sample.` };
  if (record.output === null) return { problem: `The ledger has no file for the draw in entry ${record.entry}.` };
  const { published, ...recorded } = recordedIn(record);
  if (published === undefined)
    return {
      problem: `Entry ${record.entry} was written by an older version that recorded too little to check a certificate.`,
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
    return { problem: `The certificate does not match the ledger: ${differing.join(', ')} differ.` };
  // a field that is written twice is read once here, and perhaps the other one elsewhere
  if (!bytes.equals(Buffer.from(certificateText(certificate))))
    return { problem: 'The certificate file is not the published one, although its fields are equal.' };
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
