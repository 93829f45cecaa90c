/**
 * How far answers err at equal privacy, by Sortition and beside OpenDP, Tumult Analytics, SmartNoise SQL and diffprivlib.
 * `npm run bench -- accuracy [LIBRARY] [--runs N] [--write]`: all libraries, or one whose results join those of earlier runs;
 * `--write` puts the table into docs/benchmarks.md.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { byUs } from './accuracy/ours.ts';
import { type Found, tableOf, writeInto } from './accuracy/page.ts';
import { EPSILONS, type Question, questions, truthOf } from './accuracy/questions.ts';
import type { Asked, Measured } from './accuracy/results.ts';
import { folder, written } from './accuracy/tables.ts';
import { byPeer, peers } from './peers/accuracy.ts';

const libraries = ['sortition', ...peers] as const;
type Library = (typeof libraries)[number];

export async function report({ only, runs, write }: { only?: string; runs?: number; write: boolean }): Promise<void> {
  const chosen = libraries.filter(library => only === undefined || library === only);
  const asked = askedOf(runs ?? 1000);
  for (const library of chosen) {
    const measured = library === 'sortition' ? await ours(asked) : byPeer(library, asked);
    if (measured !== undefined) writeFileSync(fileOf(library), JSON.stringify(measured));
  }
  const known = libraries.filter(library => existsSync(fileOf(library)));
  const found: Found = Object.fromEntries(
    known.map(library => [library, JSON.parse(readFileSync(fileOf(library), 'utf8')) as readonly Measured[]]),
  );
  const table = tableOf(found);
  console.log(table);
  if (write) writeInto(new URL('../docs/benchmarks.md', import.meta.url), 'accuracy', table);
}

const fileOf = (library: Library): string => join(folder, `${library}.json`);

/** What is quick is asked as often as was said; what is slow, for some seconds. */
function askedOf(runs: number): Asked {
  const truths = new Map<Question, ReturnType<typeof truthOf>>();
  const truth = (question: Question) => {
    const known = truths.get(question) ?? truthOf(question);
    truths.set(question, known);
    return known;
  };
  const paths = { people: written('people'), visits: written('visits') };
  return { paths, truth, epsilons: EPSILONS, runs, confirming: Math.min(runs, 200), seconds: runs / 250 };
}

async function ours(asked: Asked): Promise<Measured[]> {
  const found: Measured[] = [];
  for (const question of questions) {
    found.push(...(await byUs(question, asked)));
    console.error(`sortition: ${question.name}: ${found.at(-1)?.errors?.length} answers`);
  }
  return found;
}
