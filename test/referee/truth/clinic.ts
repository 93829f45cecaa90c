/** A world that is open: asked by every entry point that can say a question. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { type AnswerRow, type AskOptions, type Data, open, type PolicyInput } from '../../../src/index.ts';
import { buildServer } from '../../../src/service/server.ts';
import { openTokenStore } from '../../../src/service/tokens/token-store.ts';
import type { PostgresServer } from '../../support/postgres.ts';
import { lay, type Place } from './places.ts';
import { planOf, type Question, typedOf } from './question.ts';
import { sqlOf } from './question-in-sql.ts';
import type { World } from './world.ts';

const ENTRY_POINTS = ['sql', 'typed', 'plan', 'http sql', 'http plan'] as const;

export type EntryPoint = (typeof ENTRY_POINTS)[number];

export interface Answer {
  readonly rows: readonly AnswerRow[];
  readonly charged: { readonly epsilon: number; readonly delta: number };
}

/** What an entry point said: an answer, or the code of its refusal. */
export type Reply = Answer | { readonly code: string; readonly message: string };

export interface Clinic {
  readonly world: World;
  readonly place: Place;
  readonly data: Data<PolicyInput>;
  /** Those that can say it. */
  entryPointsFor(question: Question): readonly EntryPoint[];
  ask(question: Question, entryPoint: EntryPoint, options: AskOptions): Promise<Reply>;
  explain(question: Question, entryPoint: EntryPoint, options: AskOptions): Promise<Explanation>;
  /** What the entry point makes of it, where it can be seen. */
  plan(question: Question, entryPoint: EntryPoint): Promise<unknown>;
  close(): Promise<void>;
}

export type Explanation = { readonly charged: Answer['charged']; readonly error: unknown } | { readonly code: string };

export async function openClinic(world: World, place: Place, postgres: PostgresServer | undefined): Promise<Clinic> {
  const { folder, policy, remove } = await lay(world, place, postgres);
  if (place === 'postgres') writeFileSync(join(folder, 'url'), postgres!.url);
  writeFileSync(join(folder, 'policy.json'), JSON.stringify(policy));
  const data = await open<PolicyInput>(join(folder, 'policy.json'));
  const tokens = openTokenStore(join(folder, 'tokens'), () => new Date('2026-01-01'));
  const { text: token } = tokens.create({ analyst: 'custodian', role: 'custodian', days: 1 });
  let serving: Promise<FastifyInstance> | undefined;
  const served = (): Promise<FastifyInstance> => {
    serving ??= buildServer({
      policy: join(folder, 'policy.json'),
      data,
      tokens,
      releases: join(folder, 'releases'),
      requestsPerMinute: 1e6,
    });
    return serving;
  };
  const post = async (verb: 'ask' | 'explain', body: object): Promise<never> => {
    const server = await served();
    const headers = { authorization: `Bearer ${token}` };
    const reply = await server.inject({ method: 'POST', url: `/v1/${verb}`, headers, payload: body });
    return { ...(reply.json() as object), ...(reply.statusCode >= 400 && { message: reply.body }) } as never;
  };
  const inside = async (question: Question, entryPoint: EntryPoint) =>
    entryPoint === 'sql'
      ? data.sql(sqlOf(question)!)
      : entryPoint === 'typed'
        ? typedOf(question, data as never)
        : data.plan(planOf(question));
  const body = (question: Question, entryPoint: EntryPoint) =>
    entryPoint === 'http sql' ? { sql: sqlOf(question) } : { plan: planOf(question) };
  return {
    world,
    place,
    data,
    entryPointsFor: question => {
      const speaks = {
        sql: sqlOf(question) !== null,
        plan: planOf(question) !== null,
        typed: speakable(question, data),
      };
      return ENTRY_POINTS.filter(entryPoint =>
        entryPoint === 'typed' ? speaks.typed : speaks[entryPoint.endsWith('sql') ? 'sql' : 'plan'],
      );
    },
    ask: (question, entryPoint, options) =>
      refusable(async () =>
        entryPoint.startsWith('http')
          ? post('ask', { ...body(question, entryPoint), ...options })
          : (await inside(question, entryPoint)).ask(options),
      ),
    explain: (question, entryPoint, options) =>
      refusable(async () =>
        entryPoint.startsWith('http')
          ? post('explain', { ...body(question, entryPoint), ...options })
          : (await inside(question, entryPoint)).explain(options),
      ),
    plan: async (question, entryPoint) =>
      entryPoint.startsWith('http') ? null : refusable(async () => (await inside(question, entryPoint)).plan),
    close: async () => {
      if (serving !== undefined) await (await serving).close();
      tokens.close();
      await data.close();
      remove();
    },
  };
}

/** Names that it mentions may be refused while it is written: then it was said. */
function speakable(question: Question, data: Data<PolicyInput>): boolean {
  try {
    return typedOf(question, data as never) !== null;
  } catch {
    return true;
  }
}

async function refusable<Found>(work: () => Promise<Found>): Promise<Found | { code: string; message: string }> {
  try {
    return await work();
  } catch (thrown) {
    const { code, message, stack } = thrown as { code?: string; message: string; stack?: string };
    return { code: code ?? 'fault', message: code === undefined ? String(stack) : message };
  }
}
