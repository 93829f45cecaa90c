/** Where samples that were drawn over HTTP lie, with their certificates: a folder for its owner alone, plain names in it. */
import { existsSync } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { refuse } from '../vocabulary/index.ts';
import type { CertificateJson } from './contract/releases.ts';

/** Letters, digits, - and _: nothing that leads elsewhere, hides, or is a flag to somebody. */
export const PLAIN_NAME = /^[A-Za-z0-9_][A-Za-z0-9_-]{0,99}$/;
const SAMPLE = /^[A-Za-z0-9_][A-Za-z0-9_-]{0,99}\.(csv|parquet)$/;

export type PublishedPart = 'sample' | 'certificate' | 'page';

const ENDINGS = { sample: '', certificate: '.certificate.json', page: '.certificate.html' } as const;

export interface PublishedFile {
  readonly file: string;
  readonly sha256: string;
  /** Of the draw in the ledger. */
  readonly entry: number;
}

export interface ReleaseFolder {
  /** Keeps a free name for the time of a draw, so that no other draw is recorded and then finds it taken. */
  withName<Drawn>(file: string, draw: (path: string) => Promise<Drawn>): Promise<Drawn>;
  openPart(file: string, part: PublishedPart): Promise<FileHandle>;
  /** Whose certificates lie there. */
  published(): Promise<readonly PublishedFile[]>;
}

export function openReleaseFolder(folder: string): ReleaseFolder {
  const taken = new Set<string>();
  return {
    async withName(file, draw) {
      if (taken.has(file) || existsSync(join(folder, file)))
        return refuse(
          'file_unwritable',
          `A sample ${file} already exists and is not overwritten. Choose another name.`,
        );
      taken.add(file);
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 }).catch(() =>
          refuse('file_unwritable', 'The folder for samples cannot be created. See sortition serve --releases.'),
        );
        return await draw(join(folder, file));
      } finally {
        taken.delete(file);
      }
    },
    async openPart(file, part) {
      if (!SAMPLE.test(file)) return nothingHere();
      return open(join(folder, `${file}${ENDINGS[part]}`)).catch(nothingHere);
    },
    async published() {
      const names = await readdir(folder).catch(() => []);
      const certificates = names.filter(name => name.endsWith(ENDINGS.certificate));
      const found = await Promise.all(certificates.map(name => publishedBy(join(folder, name))));
      return found.filter(one => one !== undefined);
    },
  };
}

const nothingHere = (): never =>
  refuse('route_unknown', 'There is no sample with this name. /v1/release/draws lists them.');

/** Whatever else lies there is none of ours. */
async function publishedBy(path: string): Promise<PublishedFile | undefined> {
  try {
    const { output, ledger } = JSON.parse(await readFile(path, 'utf8')) as CertificateJson;
    return { ...output, entry: ledger.entry };
  } catch {
    return undefined;
  }
}
