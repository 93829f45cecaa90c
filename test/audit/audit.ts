/** One case of the audit: its table and the neighbour are asked in turns until the time is over. */
import type { PostgresServer } from '../support/postgres.ts';
import type { AuditCase } from './audit-case.ts';
import { type Outcome, type Proven, proven } from './lower-bound.ts';
import { type Round, type World, worldOf } from './world.ts';

export interface Audited extends Proven {
  readonly name: string;
  readonly charged: Round['charged'];
  /** Answers of each side. */
  readonly answers: number;
}

export interface Effort {
  readonly seconds: number;
  readonly answersMax: number;
}

export async function audit(
  audited: AuditCase,
  { seconds, answersMax }: Effort,
  server: PostgresServer | undefined,
): Promise<Audited> {
  const end = performance.now() + 1000 * seconds;
  const worlds = [
    await worldOf(audited, audited.people, server),
    await worldOf(audited, audited.neighbours, server),
  ] as const;
  const outcomesBySide: readonly Outcome[][] = [[], []];
  let charged: Round['charged'] | undefined;
  try {
    for (
      let round = 0;
      charged === undefined || (performance.now() < end && outcomesBySide[0].length < answersMax);
      round++
    )
      for (const [side, world] of worlds.entries())
        charged = await askedBy(world, round, outcomesBySide[side], charged);
  } finally {
    for (const world of worlds) await world.close();
  }
  const [one, other] = outcomesBySide;
  return { name: audited.name, charged, answers: one.length, ...proven({ one, other }, charged) };
}

/** The most that a round was charged: what is promised of every round. Increments of kept nodes may differ from round to round. */
async function askedBy(
  world: World,
  number: number,
  outcomesBySide: Outcome[],
  before: Round['charged'] | undefined,
): Promise<Round['charged']> {
  const { charged, outcomes } = await world.ask(number);
  outcomesBySide.push(...outcomes);
  return before === undefined || charged.epsilon > before.epsilon ? charged : before;
}
