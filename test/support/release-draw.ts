/** A table to be drawn from, in a folder of its own, and a draw with the usual order. */
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DrawOrder, drawRelease } from '../../src/release/index.ts';
import { Refusal } from '../../src/vocabulary/index.ts';

export const WARDS: Readonly<Record<string, number>> = { A: 6000, B: 3000, C: 1000 };

/** Ward, sex and age: six wards and sexes, each of them common. */
export const peopleCsv = (): string => {
  const rows = Object.entries(WARDS).flatMap(([ward, count]) =>
    Array.from({ length: count }, (_, row) => `${ward},${row % 2 === 0 ? 'f' : 'm'},${20 + (row % 50)}`),
  );
  return `${['ward,sex,age', ...rows].join('\n')}\n`;
};

export interface DrawFolder {
  readonly folder: string;
  readonly path: (name: string) => string;
  readonly draw: (more?: Partial<DrawOrder>) => ReturnType<typeof drawRelease>;
  /** The code of a refusal and its sentence; the files that are there must be the same as before. */
  readonly refused: (more?: Partial<DrawOrder>) => Promise<{ readonly code: string; readonly message: string }>;
  /** The lines of a file without its header. */
  readonly lines: (name: string) => readonly string[];
  readonly certificate: (name: string) => Record<string, unknown>;
}

export function drawFolder(files: Readonly<Record<string, string>> = { 'people.csv': peopleCsv() }): DrawFolder {
  const folder = mkdtempSync(join(tmpdir(), 'sortition-draw-'));
  const path = (name: string): string => join(folder, name);
  for (const [name, text] of Object.entries(files)) writeFileSync(path(name), text);
  const usual = { data: path('people.csv'), columns: ['ward', 'sex'], epsilon: '1', delta: 0.001, rate: '0.1' };
  const draw: DrawFolder['draw'] = more => drawRelease({ ...usual, out: path('sample.csv'), ...more });
  return {
    folder,
    path,
    draw,
    async refused(more) {
      const before = readdirSync(folder);
      const found = await draw(more).then(
        () => ({ code: 'not refused', message: '' }),
        (thrown: unknown) => {
          if (thrown instanceof Refusal) return { code: thrown.code, message: thrown.message };
          throw thrown;
        },
      );
      // SQLite removes the companions of a ledger when its last connection is collected, which may be later
      const left = readdirSync(folder).filter(name => !before.includes(name) && !/-(wal|shm)$/.test(name));
      return left.length === 0 ? found : { ...found, code: `${found.code}, leaves ${left}` };
    },
    lines: name => readFileSync(path(name), 'utf8').trimEnd().split('\n').slice(1),
    certificate: name => JSON.parse(readFileSync(path(`${name}.certificate.json`), 'utf8')),
  };
}
