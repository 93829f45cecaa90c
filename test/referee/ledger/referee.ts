/**
 * The referee of shared ledgers. It knows what is promised to several programs at one budget: as many are charged as it pays for,
 * whoever is told otherwise is told that it is spent, one question is charged once, and what was lost on the way costs nothing.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Ledger, type LedgerOpening, openLedger } from '../../../src/ledger/index.ts';
import { Refusal } from '../../../src/vocabulary/index.ts';
import { asking, costing, loss, openingAt, policyOf } from '../../support/ledger-case.ts';
import { type PostgresServer, startPostgres } from '../../support/postgres.ts';
import { type UnreliableWay, unreliableWay } from '../../support/postgres-commit.ts';
import type { RefereeOptions, RefereeReport } from '../referee.ts';
import { type Chance, chanceOf } from '../release/chance.ts';

interface Stores {
  readonly server: PostgresServer;
  readonly way: UnreliableWay;
}

export async function run({ seconds, seed, number, first, say }: RefereeOptions): Promise<RefereeReport> {
  const server = await startPostgres();
  if (server === undefined) throw new Error('The referee of shared ledgers needs a PostgreSQL server.');
  const way = await unreliableWay(server.url);
  const failures: { name: string; program: string }[] = [];
  const coverage: Record<string, number> = { sqlite: 0, postgres: 0, 'a lost COMMIT': 0 };
  const end = Date.now() + 1000 * seconds;
  let [runs, next] = [0, number ?? 0];
  const isOver = (): boolean =>
    number === undefined ? Date.now() >= end || (first === true && failures.length > 0) : next > number;
  try {
    for (; !isOver(); next += 1) {
      const story = storyOf(chanceOf(seed, next));
      const problem = await problemOf(story, { server, way }, coverage);
      runs += 1;
      if (problem === undefined) continue;
      say(`case ${next}: ${problem}`);
      failures.push({ name: `seed ${seed} case ${next}: ${problem}`, program: JSON.stringify(story) });
    }
  } finally {
    way.close();
    await server.stop();
  }
  say(`${runs} runs, ${failures.length} failures`);
  return { runs, failures, coverage };
}

/** So many programs ask so many questions each at once, some of them the same ones, of a budget for so many. */
interface RaceStory {
  readonly store: 'sqlite' | 'postgres';
  readonly programs: number;
  readonly each: number;
  readonly same: number;
  readonly places: number;
  /** Of the first COMMIT that is sent meanwhile. */
  readonly lost: 'word' | 'way' | 'silence' | null;
}

function storyOf({ below, pick, onceIn }: Chance): RaceStory {
  const store = onceIn(4) ? 'sqlite' : 'postgres';
  return {
    store,
    programs: 2 + below(4),
    each: 1 + below(5),
    same: below(3),
    places: 1 + below(8),
    lost: store === 'postgres' && onceIn(3) ? pick(['word', 'way', 'silence'] as const) : null,
  };
}

async function problemOf(
  story: RaceStory,
  { server, way }: Stores,
  coverage: Record<string, number>,
): Promise<string | undefined> {
  const folder = mkdtempSync(join(tmpdir(), 'sortition-referee-'));
  coverage[story.store] += 1;
  if (story.lost !== null) coverage['a lost COMMIT'] += 1;
  try {
    await server.run('DROP SCHEMA IF EXISTS sortition_ledger CASCADE');
    const usual = openingAt(folder, policyOf(loss(`0.${story.places}`)));
    const opening: LedgerOpening =
      story.store === 'sqlite' ? usual : { ...usual, place: { kind: 'postgres', url: way.url } };
    const ledgers: Ledger[] = [];
    for (let i = 0; i < story.programs; i += 1) ledgers.push(await openLedger(opening));
    if (story.lost !== null) way.lose(story.lost);
    const problem = await raced(story, ledgers);
    for (const ledger of ledgers) await ledger.close();
    return problem;
  } catch (thrown) {
    return thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : 'something was thrown';
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function raced({ each, same, places }: RaceStory, ledgers: readonly Ledger[]): Promise<string | undefined> {
  const plans = ledgers.flatMap((_, program) =>
    Array.from({ length: each }, (_, i) => ({ program, plan: `${program} ${i}` })),
  );
  const shared = ledgers.flatMap((_, program) =>
    Array.from({ length: same }, (_, i) => ({ program, plan: `all ${i}` })),
  );
  const outcomes = await Promise.all(
    [...plans, ...shared].map(async ({ program, plan }) => ({
      plan,
      outcome: await ledgers[program].reserve(asking(plan), costing('0.1')).then(({ kind }) => kind, codeOf),
    })),
  );
  const told = (what: string): string[] => outcomes.flatMap(({ plan, outcome }) => (outcome === what ? [plan] : []));
  const charged = told('hold');
  const expected = Math.min(places, new Set(outcomes.map(({ plan }) => plan)).size);
  const others = outcomes.filter(({ outcome }) => !['hold', 'budget_exhausted', 'in_progress'].includes(outcome));
  if (others.length > 0) return `somebody was told ${others[0].outcome}`;
  if (new Set(charged).size !== charged.length) return 'a question was given to two';
  if (charged.length !== expected) return `${charged.length} were charged of a budget for ${expected}`;
  const { spent } = await ledgers[0].budget();
  if (Math.abs((spent.epsilon ?? NaN) - expected / 10) > 1e-12)
    return `${spent.epsilon} is spent for ${expected} questions`;
  const { verified } = await ledgers[0].verify();
  return verified ? undefined : 'the chain does not verify';
}

const codeOf = (thrown: unknown): string => (thrown instanceof Refusal ? thrown.code : String(thrown));
