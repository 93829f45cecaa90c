/** SHA-256 of a file, read as it comes. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';

export async function fileDigest(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const block of createReadStream(path)) hash.update(block as Buffer);
  return hash.digest('hex');
}
