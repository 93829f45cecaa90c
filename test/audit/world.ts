/**
 * A small table on a real engine with a real ledger, asked again and again. Where everybody is drawn and counted alone, the table
 * holds many copies of the same few people, each with a group of its own: one answer is then many.
 */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Answered, open } from '../../src/answer.ts';
import type { PolicyInput } from '../../src/source/index.ts';
import type { PostgresServer } from '../support/postgres.ts';
import { type Asked, type AuditCase, COPIES, type Person, policy } from './audit-case.ts';
import type { Outcome } from './lower-bound.ts';

/** What one round of questions told, and what it cost in all. */
export interface Round {
  readonly charged: { readonly epsilon: number; readonly delta: number };
  readonly outcomes: readonly Outcome[];
}

export interface World {
  ask(round: number): Promise<Round>;
  close(): Promise<void>;
}

/** The questions of a case, over one of its two sequences of tables. */
export async function worldOf(
  audited: AuditCase,
  states: AuditCase['people'],
  server: PostgresServer | undefined,
): Promise<World> {
  const folder = mkdtempSync(join(tmpdir(), 'sortition-audit-'));
  const schema = `audit_${folder.slice(-6).toLowerCase()}`;
  let version = 0;
  const write = async (people: readonly Person[]): Promise<Asked> => {
    version += 1;
    const rows = audited.copiesBy === null ? people.map(rowOf) : people.flatMap(copiesOf);
    writeFileSync(join(folder, 'people.csv'), ['id,copy,age,ward,cost,town', ...rows.map(String)].join('\n'));
    writeFileSync(join(folder, 'wards.csv'), 'ward,floor\nA,1\nB,2\n');
    if (server !== undefined) await fill(server, schema, rows);
    writeFileSync(join(folder, 'database.url'), server?.url ?? '');
    writeFileSync(join(folder, 'policy.json'), JSON.stringify(policyOf(audited, `${version}`, schema)));
    return (await open<PolicyInput>(join(folder, 'policy.json'))) as unknown as Asked;
  };
  let data = await write(states[0]);
  const inState = async (people: readonly Person[]): Promise<void> => {
    await data.close();
    data = await write(people);
  };
  /** A delta is spent in a few rounds: each begins with a ledger of its own. */
  const anew = async (): Promise<void> => {
    await data.close();
    for (const name of readdirSync(folder)) if (name.startsWith('people.ledger')) rmSync(join(folder, name));
    data = await write(states[0]);
  };
  return {
    ask: async number => {
      if (audited.delta > 0) await anew();
      let total: Round = { charged: { epsilon: 0, delta: 0 }, outcomes: [] };
      for (const [place, question] of audited.questions.entries()) {
        if (states.length > 1) await inState(states[place]);
        total = after(total, await asked(audited, question(data, number)));
      }
      return total;
    },
    close: async () => {
      await data.close();
      await server?.run(`DROP SCHEMA IF EXISTS ${schema} CASCADE`);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

type Line = readonly (string | number)[];

const rowOf = ({ id, age, ward, cost, town }: Person): Line => [id, '0', age, ward, cost, town];
const copiesOf = ({ id, age, ward, cost, town }: Person): Line[] =>
  COPIES.map(copy => [`${id}-${copy}`, copy, age, ward, cost, `${town}-${copy}`]);

async function fill({ run }: PostgresServer, schema: string, rows: readonly Line[]): Promise<void> {
  await run(`CREATE SCHEMA IF NOT EXISTS ${schema}`);
  await run(`CREATE TABLE ${schema}.people (id TEXT, copy TEXT, age INTEGER, ward TEXT, cost INTEGER, town TEXT)`);
  await run(`CREATE TABLE ${schema}.wards AS SELECT 'A'::text AS ward, 1 AS floor`);
  for (const row of rows) await run(`INSERT INTO ${schema}.people VALUES ($1, $2, $3, $4, $5, $6)`, [...row]);
}

const policyOf = ({ engine, replaceOne }: AuditCase, version: string, schema: string): object => ({
  ...policy,
  source: engine === 'duckdb' ? { ...policy.source, version } : { engine, url: 'file:database.url', schema, version },
  tables: {
    ...policy.tables,
    people: { ...policy.tables.people, ...(replaceOne && { neighbours: 'replace-one' }) },
  },
});

/** The verbs without the compiler's knowledge of names, which differs from question to question. */
interface Questioned {
  by(...names: readonly string[]): Pick<Questioned, 'ask'>;
  byPrivate(name: string): Pick<Questioned, 'ask'>;
  ask(options: { epsilon: number; delta: number; fresh: true }): Promise<Answered>;
}

/**
 * Of one question. Few answers tell small losses only: where each takes a whole round of several, and nobody is there in copies,
 * a charge of 3 could be exceeded twice over and not be seen.
 */
const EPSILON = { alone: 1.5, amongOthers: 0.4 };

async function asked({ questions, copiesBy, delta, byWard }: AuditCase, question: unknown): Promise<Round> {
  const { by, byPrivate } = question as Questioned;
  const keys = [...(copiesBy === null ? [] : [copiesBy]), ...(byWard ? ['ward'] : [])];
  const grouped = copiesBy === 'town' ? byPrivate('town') : by(...keys);
  const most = questions.length > 1 ? EPSILON.amongOthers : EPSILON.alone;
  const answered = await grouped.ask({ epsilon: most, delta, fresh: true });
  const { epsilon, delta: failing } = answered.charged;
  return { charged: { epsilon: epsilon!, delta: failing }, outcomes: outcomesOf(answered, copiesBy) };
}

/** One outcome a copy; where there are none, all rows are one. A group that is not listed has nothing. */
function outcomesOf({ rows }: Answered, copiesBy: AuditCase['copiesBy']): readonly Outcome[] {
  const released = (some: Answered['rows']): Outcome =>
    some.flatMap(({ values }) => Object.values(values).flatMap(numbersIn));
  if (copiesBy === null) return [released(rows)];
  return COPIES.map(copy => {
    const name = copiesBy === 'copy' ? copy : `Ulm-${copy}`;
    const inCopy = rows.filter(({ key }) => key[copiesBy] === name);
    return inCopy.length === 0 ? [null] : released(inCopy);
  });
}

function numbersIn(released: Answered['rows'][number]['values'][string]): (number | null)[] {
  if ('bins' in released) return released.bins.map(({ estimate }) => estimate);
  if ('threshold' in released)
    return [released.min, released.max].map(bound => (typeof bound === 'number' ? bound : null));
  return [typeof released.estimate === 'number' ? released.estimate : null];
}

/** Questions of one round tell together, and their charges add up. */
const after = (before: Round, next: Round): Round => ({
  charged: {
    epsilon: before.charged.epsilon + next.charged.epsilon,
    delta: before.charged.delta + next.charged.delta,
  },
  outcomes: next.outcomes.map((outcome, i) => [...(before.outcomes[i] ?? []), ...outcome]),
});
