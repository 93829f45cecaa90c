/** The referee of campaigns: stories by chance, told with the product itself, and judged by what the simulator saw. */

import { shrunk } from '../../support/shrunk.ts';
import { type Crashes, watchWrites } from './crashes.ts';
import type { Measured } from './fitting.ts';
import { programOf } from './generate.ts';
import { judge, type Verdict } from './judge.ts';
import { type Program, textOf } from './program.ts';
import { judgeLaws } from './statistics.ts';
import { played } from './world.ts';

interface Options {
  readonly seconds: number;
  readonly seed: number;
  /** Only this story. */
  readonly number?: number | undefined;
  /** End at the first failure. */
  readonly first?: boolean | undefined;
  readonly say: (line: string) => void;
}

interface Report {
  readonly runs: number;
  readonly failures: readonly { readonly name: string; readonly program: string }[];
  readonly coverage: Readonly<Record<string, number>>;
}

/** Kinds of failures more than which nobody reads. */
const FAILURES_MAX = 5;

export async function run({ seconds, seed, number, first, say }: Options): Promise<Report> {
  const end = performance.now() + seconds * 1000;
  const crashes = watchWrites();
  const failures = new Map<string, string>();
  const coverage: Record<string, number> = {};
  const measured: Measured[] = [];
  const most = first === true ? 1 : FAILURES_MAX;
  let runs = 0;
  for (let story = number ?? 0; performance.now() < end && failures.size < most; story += 1) {
    const program = programOf(seed, story);
    const verdict = await verdictOn(program, crashes);
    runs += 1;
    measured.push(verdict.measured);
    for (const each of covered(program, verdict)) coverage[each] = (coverage[each] ?? 0) + 1;
    for (const { name, detail } of verdict.wrong) {
      if (failures.has(name)) continue;
      say(`story ${story} of seed ${seed}: ${name} ${detail}`);
      const events = await shrunk(program.events, fewer => breaks({ ...program, events: fewer }, name, crashes));
      failures.set(
        name,
        `// story ${story} of seed ${seed}, run ${runs}: ${detail}\n${textOf({ ...program, events })}`,
      );
    }
    if (runs % 100 === 0) say(`${runs} stories, ${failures.size} failures`);
    if (number !== undefined) break;
  }
  for (const law of judgeLaws(measured)) failures.set(law, `// all ${runs} stories of seed ${seed}`);
  crashes.end();
  return { runs, failures: [...failures].map(([name, program]) => ({ name, program })), coverage };
}

const verdictOn = (program: Program, crashes: Crashes): Promise<Verdict> => played(program, crashes, judge);

const breaks = async (program: Program, name: string, crashes: Crashes): Promise<boolean> =>
  (await verdictOn(program, crashes)).wrong.some(each => each.name === name);

/** What was tried, and what came of it. */
function covered({ setup, events }: Program, { outcomes, measured }: Verdict): Set<string> {
  const { validity, protocol, aggregators, epsilon, liar, people } = setup;
  return new Set([
    `campaign: ${validity}, ${protocol}, ${aggregators} aggregators, ${epsilon === null ? 'no noise' : 'noise'}`,
    `liar: ${liar?.kind ?? 'none'}`,
    ...people.map(({ lies }) => `person: ${lies ?? 'honest'}`),
    ...events.map(event => `event: ${event.do}`),
    ...outcomes.map(each => `outcome: ${each}`),
    ...(measured.noise.length > 0 ? ['noise measured'] : []),
  ]);
}
