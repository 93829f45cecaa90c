/**
 * How far K adaptive counts by five groups err under one budget of (1, 1e-6): by a concentrated budget, by the least noise that
 * concentrated privacy allows, and by a pure budget of the same epsilon; beside it OpenDP and Tumult Analytics, by their own noise.
 * Each question looks at the answer before it.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { filterLimits } from '../src/accounting/concentrated/index.ts';
import { amounts } from '../src/amounts/index.ts';
import { type Data, open } from '../src/answer.ts';
import type { PolicyInput } from '../src/source/index.ts';
import type { Beside, Case } from './measurement.ts';
import { manyByOpenDp, manyByTumult } from './peers/many.ts';

const PEOPLE = 2000;
const WARDS = ['A', 'B', 'C', 'D', 'E'];

const policy = {
  source: { engine: 'duckdb', path: 'people.csv', version: '1' },
  tables: {
    people: {
      unit: 'person',
      rowsPerUnit: 1,
      columns: {
        ward: { type: 'category', values: WARDS },
        age: { type: 'integer', min: 0, max: 99 },
      },
    },
  },
  budget: { epsilon: 1, delta: 1e-6 },
  ledger: 'sqlite:ledger',
} as const satisfies PolicyInput;

const wardOf = (person: number): string => WARDS[person % 5];
const ageOf = (person: number): number => person % 100;

async function withPeople<Found>(budget: PolicyInput['budget'], work: (data: Data<PolicyInput>) => Promise<Found>) {
  const folder = mkdtempSync(join(tmpdir(), 'sortition-bench-'));
  const lines = Array.from({ length: PEOPLE }, (_, person) => `${person},${wardOf(person)},${ageOf(person)}`);
  writeFileSync(join(folder, 'people.csv'), `person,ward,age\n${lines.join('\n')}\n`);
  const file = join(folder, 'policy.json');
  writeFileSync(file, JSON.stringify({ ...policy, budget }));
  const data = (await open(file)) as Data<PolicyInput>;
  try {
    return await work(data);
  } finally {
    await data.close();
    rmSync(folder, { recursive: true });
  }
}

/** Of one answer: the root of the mean square error over all questions and wards, and the standard error that it tells. */
async function errorOf(data: Data<PolicyInput>, questions: number, spend: { rho: string } | { epsilon: string }) {
  let [squares, told] = [0, 0];
  let [least, standardError] = [0, 0];
  for (let question = 0; question < questions; question++) {
    const asked = await data.sql(`SELECT ward, count(*) FROM people WHERE age >= ${least} GROUP BY ward`);
    const { rows } = await asked.ask({ ...spend, fresh: true });
    for (const { key, values } of rows) {
      if (key.ward === null) continue;
      const people = Array.from({ length: PEOPLE }, (_, person) => person);
      const truth = people.filter(person => wardOf(person) === key.ward && ageOf(person) >= least).length;
      squares += (Number('estimate' in values.count && values.count.estimate) - truth) ** 2;
      told += 1;
    }
    // whoever asks goes on by what was told
    const [{ values }] = rows;
    standardError = Number('standardError' in values.count && values.count.standardError);
    least = Math.abs(Math.round(Number('estimate' in values.count && values.count.estimate))) % 100;
  }
  return { error: Math.sqrt(squares / told), standardError };
}

const limits = filterLimits(amounts.written(1), amounts.written('1e-6'), amounts.written('1e-8'));
const whole = filterLimits(amounts.written(1), amounts.written('1e-6'), amounts.none);
const share = (rho: typeof limits.rho, questions: number): number => amounts.number(rho, 'down') / questions;

const errors = (questions: number) => async () => {
  const rho = share(limits.rho, questions);
  const concentrated = { ...policy.budget, accounting: 'concentrated' } as const;
  const found = {
    concentrated: await withPeople(concentrated, data =>
      errorOf(data, questions, { rho: rho.toFixed(18).slice(0, -2) }),
    ),
    optimum: Math.sqrt(1 / (2 * share(whole.rho, questions))),
    pure: await withPeople(policy.budget, data => errorOf(data, questions, { epsilon: String(1 / questions) })),
  };
  return {
    ...found,
    timesOptimum: found.concentrated.standardError / found.optimum,
    timesPure: found.concentrated.standardError / found.pure.standardError,
  };
};

/** Whoever asks chooses the kind of budget that errs less. */
const better = ({ concentrated, pure }: { concentrated: number; pure: number }): number => Math.min(concentrated, pure);

type Found = Awaited<ReturnType<ReturnType<typeof errors>>>;

const beside = (many: typeof manyByOpenDp, questions: number) => (): Beside | undefined => {
  const found = many(questions, amounts.number(whole.rho, 'down'));
  return found === undefined ? undefined : { seconds: found.seconds, width: better(found) };
};

/** A question of either kind in at most a tenth of a second. */
export const cases: readonly Case[] = [1, 10, 100, 1000].map(questions => ({
  name: `${questions} adaptive counts by 5 groups`,
  work: errors(questions),
  turns: 1,
  makes: 2 * questions,
  promise: 10,
  width: found => {
    const { concentrated, pure } = found as Found;
    return better({ concentrated: concentrated.standardError, pure: pure.standardError });
  },
  beside: { opendp: beside(manyByOpenDp, questions), tumult: beside(manyByTumult, questions) },
}));
