/** The privacy referee: random cases on the real road, the exact loss of the best adversary against what was charged. */

import type { Case } from '../generate/case.ts';
import { diceOf } from '../generate/dice.ts';
import { randomCase } from '../generate/histories.ts';
import type { RefereeReport, Run } from '../referee.ts';
import { type Coverage, coverVerdict, emptyCoverage, PAIRS } from './coverage.ts';
import { type Ground, openGround } from './ground.ts';
import { ALONE, type Effort, judge } from './judge.ts';
import { programOf } from './program.ts';
import { shrunk } from './shrink.ts';

/** A failure or two say enough; shrinking takes time. */
const FAILURES_MOST = 5;

export const run: Run = async ({ seconds, seed, number, first, say }) => {
  const ground = await openGround();
  const coverage = emptyCoverage();
  const failures: RefereeReport['failures'][number][] = [];
  const end = Date.now() + seconds * 1000;
  let runs = 0;
  try {
    for (
      let k = number ?? 0;
      (number === undefined ? Date.now() < end : k === number) && !isEnough(failures, first);
      k++
    ) {
      const that = await caseOf(seed, k);
      const { findings, shown } = await verdictOf(that, ground, effortOf(seed, k), coverage);
      runs += 1;
      if (runs % 100 === 0)
        say(`${runs} cases, ${coverage['neighbours compared']} neighbours, ${failures.length} failures`);
      if (findings.length === 0) continue;
      say(`case ${k} of seed ${seed}: ${findings.join('; ')}`);
      const alone = { ...ALONE, noise: effortOf(seed, k).noise };
      const fails = async (smaller: Case) => (await verdictOf(smaller, ground, alone)).findings.length > 0;
      const smallest = await shrunk(shown, fails);
      failures.push({ name: `seed ${seed}, case ${k}: ${findings.join('; ')}`, program: programOf(smallest, alone) });
    }
  } finally {
    await ground.close();
  }
  return { runs, failures, coverage };
};

const isEnough = (failures: readonly unknown[], first = false): boolean =>
  failures.length >= (first ? 1 : FAILURES_MOST);

/** The case of this number, whoever asks for it. */
export const caseOf = (seed: number, number: number): Promise<Case> =>
  randomCase(diceOf(seed, number), {
    engine: number % 4 === 3 ? (number % 12 === 7 ? 'postgres' : 'duckdb') : 'memory',
    delta: number % 5 === 4,
    pair: number % 4 === 1 ? PAIRS[((number - 1) / 4) % PAIRS.length] : undefined,
  });

/** Many neighbours for one walk; what is said is compared in some of the cases. */
const effortOf = (seed: number, number: number): Effort => ({
  dice: diceOf(seed + 1_000_000, number),
  neighbours: 14,
  both: number % 4 === 0,
  noise: number % 40 === 2 ? number : undefined,
});

/** What stops the product is a finding too. */
async function verdictOf(that: Case, ground: Ground, effort: Effort, coverage?: Coverage) {
  try {
    const verdict = await judge(that, ground, effort);
    if (coverage !== undefined) coverVerdict(coverage, that, verdict);
    return verdict;
  } catch (thrown) {
    return { findings: [`stopped: ${thrown instanceof Error ? thrown.message : String(thrown)}`], shown: that };
  }
}
