/** The smallest case that still fails, found by leaving things out one after the other; and it as a program. */
import type { Case } from './tables.ts';
import type { Tried } from './trials.ts';

export interface Shrunk {
  readonly problem: string;
  readonly program: string;
}

/** Each takes a while: the smallest that is found with so many is small enough. */
const TRIES = 150;

export async function shrunk(given: Case, fails: (small: Case) => Promise<Tried>): Promise<Shrunk> {
  let [smallest, tries] = [given, 0];
  let found = await fails(given);
  for (let isSmaller = true; isSmaller && tries < TRIES; ) {
    isSmaller = false;
    for (const small of smallerThan(smallest)) {
      if (++tries > TRIES) break;
      const tried = await fails(small);
      if (tried.problem === undefined) continue;
      [smallest, found, isSmaller] = [small, tried, true];
      break;
    }
  }
  return { problem: found.problem ?? 'it failed only once', program: programOf(smallest, found) };
}

function* smallerThan(given: Case): Generator<Case> {
  const { rows, columns, odd } = given;
  for (let size = rows.length >> 1; size >= 1; size >>= 1)
    for (let from = 0; from + size <= rows.length && rows.length > size; from += size)
      yield { ...given, rows: rows.toSpliced(from, size) };
  for (const place of odd.keys()) yield { ...given, odd: odd.toSpliced(place, 1) };
  for (const [place, { rules }] of columns.entries()) {
    if (columns.length > 1)
      yield {
        ...given,
        columns: columns.toSpliced(place, 1),
        rows: rows.map(row => ({ ...row, cells: row.cells.toSpliced(place, 1) })),
      };
    for (const rule of rules.keys())
      yield { ...given, columns: columns.with(place, { ...columns[place], rules: rules.toSpliced(rule, 1) }) };
  }
  if (given.unit) yield { ...given, unit: false };
  if (given.threshold > 1) yield { ...given, threshold: 1 };
}

const programOf = ({ columns, unit, threshold, into }: Case, { program }: Tried): string =>
  [
    "import { writeFileSync } from 'node:fs';",
    "import { drawRelease } from 'sortition';",
    ...program,
    `await drawRelease(${JSON.stringify({
      ...{ data: 'the table above', columns: columns.map(({ name }) => name), ...(unit && { unit: 'person' }) },
      coarsen: columns
        .flatMap(({ name, rules }) => rules.map(rule => `${name}=${rule.kind}:${rule.argument ?? ''}`))
        .join(','),
      ...{ epsilon: 100, delta: 0.9, rate: '0.5', threshold, out: `sample.${into}` },
    })}, { below: n => (typeof n === 'bigint' ? n - 1n : n - 1) });`,
  ].join('\n');
