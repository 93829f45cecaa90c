/** The truth referee: answers without noise are the documented ones by every door, and noise is what is said of it. */
import { type PostgresServer, startPostgres } from '../../support/postgres.ts';
import type { RefereeReport, Run } from '../referee.ts';
import { randomQuestion } from './asking.ts';
import { openClinic } from './clinic.ts';
import { Coverage } from './coverage.ts';
import { diceOf } from './dice.ts';
import type { Place } from './places.ts';
import { judged, shown } from './showing.ts';
import { openStatistics } from './statistics.ts';
import { randomWorld } from './world.ts';

const QUESTIONS = 12;
const FAILURES_MOST = 5;
/** Shrinking is for people who read, and they wait. */
const SHRINKING_MILLISECONDS = 20_000;
/** Who only wants to know that something is found does not. */
const HASTY_MILLISECONDS = 3000;

type Failures = RefereeReport['failures'][number][];

export const run: Run = async ({ seconds, seed, number, first, say }) => {
  const end = Date.now() + seconds * 1000;
  const postgres = await startPostgres();
  const statistics = openStatistics(seed);
  const coverage = new Coverage();
  const failures: Failures = [];
  const isOver = (): boolean => Date.now() > end || failures.length >= (first ? 1 : FAILURES_MOST);
  let [runs, exact] = [0, 0];
  try {
    for (let k = number ?? 0; number === undefined ? !isOver() : k === number; k += 1) {
      const started = Date.now();
      runs += await tryWorld({ seed, number: k, postgres, coverage, failures, isOver, first: first === true });
      exact += Date.now() - started;
      if (number === undefined) runs += await statistics.runFor(exact, isOver, first ? failures : []);
      say(`${runs} questions, ${failures.length} failures`);
    }
    failures.push(...(failures.length === 0 ? statistics.failures() : []));
  } finally {
    await statistics.close();
    await postgres?.stop();
  }
  return { runs, failures, coverage: { ...coverage.counts(), ...statistics.counts() } };
};

interface Trying {
  readonly seed: number;
  readonly number: number;
  readonly postgres: PostgresServer | undefined;
  readonly coverage: Coverage;
  readonly failures: Failures;
  readonly isOver: () => boolean;
  readonly first: boolean;
}

/** The places of files in turn, and every other world on the server. */
const FILES: readonly Place[] = ['csv', 'parquet', 'ndjson', 'duckdb'];

async function tryWorld({ seed, number, postgres, coverage, failures, isOver, first }: Trying): Promise<number> {
  const dice = diceOf(seed, number);
  const world = randomWorld(dice);
  const place = number % 2 === 1 && postgres !== undefined ? 'postgres' : FILES[(number >> 1) % FILES.length];
  const clinic = await openClinic(world, place, postgres);
  let asked = 0;
  try {
    for (; asked < QUESTIONS && !isOver(); asked += 1) {
      const question = randomQuestion(dice, world, `q${asked}`);
      const verdict = await judged(clinic, question, dice);
      if (verdict.refused === null) coverage.answered(world, question, place, verdict.doors);
      else coverage.add(`refused ${verdict.refused}`);
      if (verdict.complaints.length === 0) continue;
      const milliseconds = first ? HASTY_MILLISECONDS : SHRINKING_MILLISECONDS;
      const name = `seed ${seed}, case ${number}, question ${asked}: ${verdict.complaints[0]}`;
      failures.push({ name, program: await shown({ ...verdict, world, question, place, postgres, milliseconds }) });
      break;
    }
  } finally {
    await clinic.close();
  }
  return asked;
}
