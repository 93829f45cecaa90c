/** A specification from a file or standard input, refused before parsing when it is too large to be one. */
import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { refuse } from '../vocabulary/index.ts';
import type { Talk } from './reply.ts';

const BYTES_MAX = 1_000_000;

export async function readSpecification(path: string, input: Talk['input']): Promise<unknown> {
  const text = path === '-' ? await readBounded(input(), 'standard input') : await readFile(path);
  try {
    return JSON.parse(text);
  } catch {
    return refuse('specification_invalid', `${nameOf(path)} is not JSON; see sortition account --help.`);
  }
}

const nameOf = (path: string) => (path === '-' ? 'Standard input' : path);

async function readFile(path: string): Promise<string> {
  const file = await open(path).catch(() => refuse('file_unreadable', `${path} cannot be read. Check the path.`));
  try {
    return await readBounded(file.createReadStream(), path);
  } finally {
    await file.close();
  }
}

/** Reads at most the limit and one chunk more, whatever the length: a pipe does not know its own. */
async function readBounded(stream: Readable, name: string): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of stream) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes > BYTES_MAX) break;
    }
  } catch {
    refuse('file_unreadable', `${name} cannot be read. Is it a file?`);
  }
  if (bytes <= BYTES_MAX) return Buffer.concat(chunks).toString('utf8');
  return refuse(
    'specification_too_large',
    `${name} is larger than ${BYTES_MAX} bytes. Write equal steps once, with a count.`,
  );
}
