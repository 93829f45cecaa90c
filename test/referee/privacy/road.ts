/**
 * Walks a case on the real road: the policy is loaded, the ledger is a real one, questions are checked, placed, priced and reserved
 * by the product. What is learnt is what really happened: which keys were used, what was priced, what was charged.
 */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { counts } from '../../../src/amounts/index.ts';
import type { Present } from '../../../src/answer/draws.ts';
import { type Question, questionOf } from '../../../src/answer/question.ts';
import { pricedIn } from '../../../src/answer/receipt.ts';
import { checkQuestion } from '../../../src/answer/workload.ts';
import { type Data as OpenData, open } from '../../../src/answer.ts';
import type { Json } from '../../../src/json/index.ts';
import type { Ledger } from '../../../src/ledger/index.ts';
import type { Policy, PolicyInput } from '../../../src/source/index.ts';
import type { SqlQuery } from '../../../src/sql/index.ts';
import { verifyLedger } from '../../../src/verify/index.ts';
import { type PrintedLoss, Refusal, refuse } from '../../../src/vocabulary/index.ts';
import type { PostgresServer } from '../../support/postgres.ts';
import { type AskStep, type Case, policyOf, rowsIn, type Side, type StateStep } from '../generate/case.ts';
import { isProtected, PERSON } from '../generate/policies.ts';
import { isByChance, membershipsOf } from './chances.ts';
import { writeTable } from './files.ts';
import type { Ground } from './ground.ts';
import type { Asked } from './law.ts';
import { dropTables, fillTable } from './live-tables.ts';
import { memoryEngine, momentOf } from './memory-engine.ts';
import { keyFindings, type Read, resultFindings, watchedMoment } from './witness.ts';

export interface Walk {
  readonly releases: readonly Asked[];
  /** The charge after each of them. */
  readonly charges: readonly PrintedLoss[];
  /** All that the ledger was charged. */
  readonly spent: PrintedLoss;
  /** What each step said: a refusal's code, or the charge. None of it may depend on people. */
  readonly said: readonly string[];
  /** What was read is not what was meant, or by keys that were used before. */
  readonly findings: readonly string[];
}

interface Walking {
  readonly that: Case;
  readonly side: Side;
  readonly ground: Ground;
  readonly folder: string;
  /** Of a case that wants one. */
  readonly server: PostgresServer | undefined;
  readonly releases: Asked[];
  readonly charges: PrintedLoss[];
  policy: number;
  state: StateStep;
  /** Its place among the steps. */
  stateAt: number;
  data: OpenData<PolicyInput> | undefined;
  readonly findings: string[];
  /** Keys that were drawn for one question alone. */
  readonly used: Set<string>;
  /** The question on its way. */
  asking: Asking | undefined;
}

interface Asking {
  readonly fails: boolean;
  charged: Json | undefined;
  /** Since the charge. */
  readonly reads: Read[];
}

export async function walk(that: Case, side: Side, ground: Ground): Promise<Walk> {
  const folder = ground.folder();
  const walking: Walking = {
    that,
    side,
    ground,
    folder,
    server: that.engine === 'postgres' ? await ground.postgres() : undefined,
    releases: [],
    charges: [],
    policy: 0,
    state: that.steps[0] as StateStep,
    stateAt: 0,
    data: undefined,
    findings: [],
    used: new Set(),
    asking: undefined,
  };
  const said: string[] = [];
  writeFileSync(addressIn(folder), walking.server?.url ?? 'postgres://nobody@localhost/none');
  try {
    if (walking.server !== undefined) await dropTables(walking.server, Object.keys(that.policies[0]));
    for (const place of that.steps.keys()) said.push(await saying(() => taken(place, walking)));
    const spent = spentNow(await opened(walking));
    await reopened(walking);
    const { releases, charges, findings } = walking;
    return { releases, charges, spent, said, findings: [...findings, ...(await verified(walking))] };
  } finally {
    await walking.data?.close();
    ground.clear(folder);
  }
}

/** The second accountant has nothing to say against the first. */
async function verified(walking: Walking): Promise<string[]> {
  const ledger = ledgerIn(walking.folder);
  // where everything was refused, nothing was charged and there is no ledger
  if (!existsSync(ledger)) return [];
  const { disagreements, notRecomputable } = await verifyLedger(ledger, policyNow(walking));
  return [...disagreements, ...notRecomputable].map(({ entry, kind, reason }) => `entry ${entry}, ${kind}: ${reason}`);
}

function spentNow({ deployment }: OpenData<PolicyInput>): PrintedLoss {
  return counts.number(deployment.ledger.state().spent, 'up');
}

/** Refusals are answers too; anything else is a fault of the product, and stops. */
async function saying(step: () => Promise<string>): Promise<string> {
  try {
    return await step();
  } catch (thrown) {
    if (thrown instanceof Refusal) return `refused: ${thrown.code}`;
    throw thrown;
  }
}

async function taken(place: number, walking: Walking): Promise<string> {
  const step = walking.that.steps[place];
  switch (step.kind) {
    case 'state': {
      const renamed = walking.state.version !== step.version;
      walking.state = step;
      walking.stateAt = place;
      for (const table of step.written) await put(table, walking);
      if (renamed) await reopened(walking);
      return 'state';
    }
    case 'accept':
      walking.policy = step.policy;
      await reopened(walking);
      await (await opened(walking)).deployment.ledger.acceptPolicy('the referee says so');
      return 'accepted';
    case 'retire':
      await (await opened(walking)).retire(step.name, 'the referee says so');
      return 'retired';
    case 'create': {
      const { name, table, scheme, cap } = step;
      const { charged } = await (await opened(walking)).create({ name, table, scheme, cap });
      return JSON.stringify(charged);
    }
    case 'ask':
      return asked(step, walking);
  }
}

/** Whether an engine reads rows on this walk; where no server can run, its cases are walked as those without rows. */
const isRead = ({ that, server }: Walking): boolean => that.engine === 'duckdb' || server !== undefined;

/** Real engines get real files and tables; where nobody reads, another file of the past is as good. */
async function put(table: string, walking: Walking): Promise<void> {
  const { that, state, side, policy, ground, server } = walking;
  const { columns, ...kind } = that.policies[policy][table];
  const named = isProtected(that.policies[policy][table]) && ('unit' in kind || 'key' in kind) ? [PERSON] : [];
  const rows = rowsIn(state, side)[table] ?? [];
  if (server !== undefined) return fillTable(server, { table, named, columns, rows });
  if (that.source !== 'duckdb') return;
  if (isRead(walking)) writeTable(fileOf(walking, table), [...named, ...Object.keys(columns)], rows);
  else ground.replace(fileOf(walking, table));
}

const ledgerIn = (folder: string): string => join(folder, 'ledger');
const addressIn = (folder: string): string => join(folder, 'url');

const fileOf = ({ folder }: Walking, table: string): string => join(folder, `${table}.csv`);

async function reopened(walking: Walking): Promise<void> {
  await walking.data?.close();
  walking.data = undefined;
}

async function opened(walking: Walking): Promise<OpenData<PolicyInput>> {
  walking.data ??= await watched(walking);
  return walking.data;
}

function policyNow(walking: Walking): PolicyInput {
  const { that, policy, state, folder } = walking;
  const version = state.version === null ? {} : { version: state.version };
  const source =
    that.source === 'duckdb'
      ? ({ engine: 'duckdb', path: fileOf(walking, 'visits'), ...version } as const)
      : ({ engine: 'postgres', url: `file:${addressIn(folder)}`, ...version } as const);
  const tables = Object.fromEntries(
    Object.entries(that.policies[policy]).map(([name, table]) => [
      name,
      that.source === 'duckdb' ? { ...table, path: fileOf(walking, name) } : table,
    ]),
  );
  return policyOf(tables, source, `sqlite:${ledgerIn(folder)}`, that.concentrated);
}

/** The product's own deployment, with an eye on what is reserved and read; where nobody reads, with an engine of ours. */
async function watched(walking: Walking): Promise<OpenData<PolicyInput>> {
  const data = await open(policyNow(walking));
  const { deployment } = data;
  const begin = isRead(walking)
    ? deployment.begin.bind(deployment)
    : (present: Present) => momentOf(present, engineOf(deployment.policy, walking));
  return Object.assign(data, {
    deployment: Object.assign(deployment, {
      ledger: watchedLedger(deployment.ledger, walking),
      ...(!isRead(walking) && { engine: async () => engineOf(deployment.policy, walking) }),
      begin: async (present: Present) => watchedMoment(await begin(present), queries => readBy(queries, walking)),
    }),
  });
}

const engineOf = (policy: Policy, walking: Walking) =>
  memoryEngine({
    policy,
    rows: () => rowsIn(walking.state, walking.side),
    isCharged: () => walking.asking?.charged !== undefined,
  });

/** Only what is read after the charge is of the question; some engines fail then. */
function readBy(queries: readonly SqlQuery[], { asking }: Walking): Read | undefined {
  if (asking?.charged === undefined) return undefined;
  if (asking.fails) refuse('engine_failed', 'The engine failed.');
  const read = { queries, rows: [] };
  asking.reads.push(read);
  return read;
}

const watchedLedger = (ledger: Ledger, walking: Walking): Ledger => ({
  ...ledger,
  reserve: async (request, decide) => {
    const hold = await ledger.reserve(request, decide);
    if (hold.kind === 'hold' && walking.asking !== undefined) walking.asking.charged = hold.detail;
    return hold;
  },
});

async function asked({ plans, options, fails }: AskStep, walking: Walking): Promise<string> {
  const data = await opened(walking);
  const question = questionOf(plans, options, 'custodian');
  const asking: Asking = { fails: fails === true, charged: undefined, reads: [] };
  walking.asking = asking;
  try {
    const { charged, recorded } = await data.together(question.plans.map(plan => ({ plan }))).ask(options);
    if (asking.charged !== undefined) {
      const release = releaseOf(question, asking.charged, walking);
      walking.releases.push(release);
      walking.charges.push(spentNow(data));
      await inspect(release, asking, walking);
    }
    return `${recorded ? 'recorded' : 'answered'} ${JSON.stringify(charged)}`;
  } finally {
    walking.asking = undefined;
  }
}

async function inspect(release: Asked, { reads }: Asking, walking: Walking): Promise<void> {
  const { data, state, side, used, findings } = walking;
  const { keys } = data!.deployment.ledger;
  findings.push(...(await keyFindings(release, reads, used, keys)));
  if (isRead(walking)) findings.push(...(await resultFindings(release, reads, rowsIn(state, side), keys)));
}

/** Fresh draws are of this release alone, whatever the tree calls them; all others are known by the key that they commit to. */
function releaseOf(question: Question, detail: Json, { data, releases, stateAt }: Walking): Asked {
  const workload = checkQuestion(question, data!.deployment.policy);
  const { mechanisms, draws } = pricedIn(detail, workload);
  const memberships = membershipsOf(workload.plans[0].input);
  return {
    plans: workload.plans,
    mechanisms,
    keys: memberships.map((membership, place) =>
      isByChance(membership) ? (draws[place].commitment ?? `fresh ${releases.length} ${place}`) : null,
    ),
    state: stateAt,
  };
}
