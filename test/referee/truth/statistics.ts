/** The experiments in turn, for as long as the other half of the referee takes. */
import type { RefereeReport } from '../referee.ts';
import { EXPERIMENTS } from './experiments.ts';
import { type Laboratory, openLaboratory, type Towns } from './repetition.ts';
import { findable, Trials } from './trials.ts';

type Failures = RefereeReport['failures'][number][];

export interface Statistics {
  /** As long as the other half took. */
  runFor(milliseconds: number, isOver: () => boolean, failures: Failures): Promise<number>;
  failures(): Failures;
  counts(): Record<string, number>;
  close(): Promise<void>;
}

export function openStatistics(seed: number): Statistics {
  const laboratories = new Map<number, Laboratory>();
  const towns: Towns = new Map();
  const trials = new Trials();
  let [spent, turn] = [0, 0];
  const failuresNow = (): Failures =>
    trials.findings().map(({ name, says }) => ({
      name: `seed ${seed}, ${name}: ${says}`,
      program: `// save it as test/referee/shown.ts and run: npx tsx test/referee/shown.ts\nimport { repeat } from './truth/repetition.ts';\nawait repeat('${name.split(':')[0]}', ${seed}, 40);`,
    }));
  return {
    failures: failuresNow,
    async runFor(milliseconds, isOver, failures) {
      let runs = 0;
      while (spent < milliseconds && !isOver()) {
        const started = Date.now();
        // every other time the first one, which says most
        const place = turn % 2 === 0 ? 0 : ((turn - 1) / 2) % EXPERIMENTS.length;
        if (!laboratories.has(place)) laboratories.set(place, await openLaboratory(EXPERIMENTS[place], towns, seed));
        await laboratories.get(place)!.run(trials);
        spent += Date.now() - started;
        turn += 1;
        runs += 1;
        if (turn % 4 === 0) failures.push(...failuresNow().slice(0, 1));
      }
      return runs;
    },
    counts: () => ({
      ...Object.fromEntries([...trials.certain].map(([name, { asked }]) => [name, asked])),
      ...Object.fromEntries(
        [...trials.held].map(([name, { asked, held }]) => [
          `intervals of ${name}, hold ${((100 * held) / asked).toFixed(1)} %`,
          asked,
        ]),
      ),
      ...Object.fromEntries(
        [...trials.errors].map(([name, errors]) => [
          `errors of ${name}, ${(Math.sqrt(errors.squares / errors.number) / errors.foretold).toFixed(3)} of what was foretold`,
          errors.number,
        ]),
      ),
      ...Object.fromEntries(
        [...trials.limits].map(([name, errors]) => [
          `errors of ${name}, ${(Math.sqrt(errors.squares / errors.number) / errors.foretold).toFixed(3)} of the most that was foretold`,
          errors.number,
        ]),
      ),
      ...Object.fromEntries(
        [...trials.biases].map(([name, errors]) => [
          `estimates of ${name}, off by ${((100 * errors.sum) / errors.truths).toFixed(2)} %, and ${(100 * findable(errors)).toFixed(1)} % would be found`,
          errors.number,
        ]),
      ),
    }),
    close: async () => {
      for (const clinic of towns.values()) await clinic.close();
    },
  };
}
