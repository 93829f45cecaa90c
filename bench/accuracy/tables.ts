/**
 * The tables that every library is asked about: 100 draws of 2,000 rows each, one after the other in a file and told apart by
 * a column, because whether a mechanism suits one table is luck. The same in every run.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { reproducibleEntropy, uniform } from '../../src/random/index.ts';

export const DRAWS = 100;
export const ROWS = 2000;
export const HIGH = 1000;
export const WARDS = ['A', 'B', 'C', 'D', 'E'];
/** Rows of one person at most. */
export const ROWS_OF_PERSON = 4;
const TOWNS = 120;

export interface Row {
  readonly draw: number;
  readonly person: number;
  readonly ward: string;
  readonly district: number;
  readonly parish: number;
  readonly town: string;
  /** Uniform. */
  readonly score: number;
  /** Skewed: half of the values lie below 42 of 1,000. */
  readonly cost: number;
}

export type TableName = 'people' | 'visits';

/** Every row of `people` is somebody else; those of `visits` are of people who came one to four times. */
export const tables: Readonly<Record<TableName, readonly Row[]>> = {
  people: rowsOf(7, () => 1),
  visits: rowsOf(8, below => 1 + Math.min(below(ROWS_OF_PERSON), below(ROWS_OF_PERSON))),
};

function rowsOf(seed: number, rowsOfPerson: (below: (n: number) => number) => number): Row[] {
  const below = uniform(reproducibleEntropy(seed));
  const share = (): number => below(2 ** 30) / 2 ** 30;
  const skewed = (): number => Math.min(HIGH, Math.round(-60 * Math.log1p(-share())));
  const rows: Row[] = [];
  let [person, left] = [0, 0];
  for (let draw = 0; draw < DRAWS; draw++) {
    left = 0;
    for (let row = 0; row < ROWS; row++) {
      if (left === 0) {
        person += 1;
        left = rowsOfPerson(below);
      }
      left -= 1;
      rows.push({
        draw,
        person,
        ward: WARDS[below(WARDS.length)],
        district: below(100),
        parish: below(1000),
        // town t has a share of the rows that falls with t, from some hundred rows to a few
        town: `town ${Math.floor(TOWNS * share() ** 2)}`,
        score: below(HIGH + 1),
        cost: skewed(),
      });
    }
  }
  return rows;
}

export const folder = fileURLToPath(new URL('../../.tmp/accuracy', import.meta.url));

/** The file of a table, written anew. */
export function written(name: TableName): string {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${name}.csv`);
  const columns = Object.keys(tables[name][0]);
  const lines = tables[name].map(row => Object.values(row).join(','));
  writeFileSync(path, `${columns.join(',')}\n${lines.join('\n')}\n`);
  return path;
}
