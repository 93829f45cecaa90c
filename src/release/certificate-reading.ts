/** A certificate that lies somewhere, as it is: whether it is true is for the ledger to say. */
import { readFile } from 'node:fs/promises';
import * as z from 'zod/mini';
import { refuse } from '../vocabulary/index.ts';

/** What must be known before anything can be compared; the rest is compared as it is. */
const schema = z.looseObject({
  unit: z.nullable(z.string()),
  output: z.looseObject({ file: z.string(), sha256: z.string() }),
  ledger: z.looseObject({ entry: z.int(), head: z.string() }),
});

export interface ReadCertificate {
  readonly contents: z.infer<typeof schema>;
  /** As they lie there: whoever reads the file may read it otherwise than we do. */
  readonly bytes: Buffer;
}

/** Where a draw puts it. */
export const certificateBeside = (sample: string): string => `${sample}.certificate.json`;
export const pageBeside = (sample: string): string => `${sample}.certificate.html`;

/** Pages that somebody would take for those of a sample and its certificate, wherever these lie. */
export const pagesOf = (sample: string, certificate: string): readonly string[] => {
  const [, published] = /^(.*)\.certificate\.json$/.exec(certificate) ?? [];
  return [...new Set([sample, ...(published === undefined ? [] : [published])])].map(pageBeside);
};

export async function readCertificate(path: string): Promise<ReadCertificate> {
  const bytes = await readFile(path).catch(() =>
    refuse('file_unreadable', `${path} cannot be read. Check the path and the permissions.`),
  );
  const certificate = schema.safeParse(jsonOf(bytes.toString()));
  if (certificate.success) return { contents: certificate.data, bytes };
  return refuse('specification_invalid', `${path} is not a certificate written by sortition release draw.`);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
