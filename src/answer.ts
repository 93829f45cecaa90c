/** THE ROAD: one question from asked to answered. One station a line; each refuses by its own code. Read this first. */
import { randomBytes } from 'node:crypto';
import { readingOf } from './answer/copies.ts';
import { decided } from './answer/decision.ts';
import { accountsOf, type Deployment, deploy, recoverLedgerOf } from './answer/deployment.ts';
import { candidatesFor, drawKeys, eraseUnused, knownDraws, placedDraws } from './answer/draws.ts';
import { type Explained, explained } from './answer/explanation.ts';
import { groupsOf } from './answer/groups.ts';
import { type CreatedSample, createSample, makeCapped, type NewSample } from './answer/making.ts';
import { publicSize, recordPublicSize } from './answer/public-size.ts';
import { type AskOptions, type Question, questionOf } from './answer/question.ts';
import {
  type Amounts,
  type Answered,
  type AnsweredTogether,
  answerOf,
  answersOf,
  type Detail,
  decisionOf,
  mechanismsOf,
  recordOf,
  requestOf,
  toldLoss,
} from './answer/receipt.ts';
import { retireDraw } from './answer/retirement.ts';
import { type AnswerRow, tellerOf } from './answer/telling.ts';
import { checkTogether, type Workload } from './answer/workload.ts';
import { checkPublicKeys } from './engine/index.ts';
import type { BudgetReport } from './ledger/index.ts';
import { drawsOf, type Plan, parsePlan, samplingOf } from './plan/index.ts';
import { type Caps, fromSql, type Query, query } from './query/index.ts';
import { loadPolicy, type PolicyInput } from './source/index.ts';
import { keyChecks, lower } from './sql/index.ts';

export type { DerivationStep } from './answer/derivation.ts';
export type { Derivation } from './answer/receipt.ts';
export type { Sample } from './answer/sample.ts';
export type { Bin, QuantileEstimate, Told } from './answer/telling.ts';
export type { Amounts, Answered, AnsweredTogether, AnswerRow, AskOptions, CreatedSample, Explained, NewSample };

/** Who asks unless somebody else is named. */
const CUSTODIAN = 'custodian';

/** What is asked, from asked to answered. A crash or an engine's failure after `reserve` leaves it spent, never free. */
async function answer(question: Question, on: Deployment): Promise<AnsweredTogether> {
  const asked = checkTogether(question.plans, on.policy); //                   names, types, bounds
  const repeat = await repeated(question, asked, on); //                       free, and needs no data
  if (repeat !== undefined) return answersOf(repeat, repeat.answer, asked, 'recorded');
  const engine = await on.engine();
  question.signal?.throwIfAborted(); //                                        before anything is charged
  const target = { dialect: engine.dialect, catalogue: engine.catalogue, key: randomBytes(32).toString('hex') };
  for (const checked of asked.plans) await checkPublicKeys(engine, keyChecks(checked, target)); // public tables only
  await recordPublicSize(asked.whole, on, engine, target); //                  where the policy says so
  const samplings = asked.plans.map(checked => samplingOf(checked, publicSize(checked, on)));
  await makeCapped(question, asked.whole, on); //                              samples that are paid for beforehand
  const { hold, detail } = await reserved(question, asked, on);
  if (hold.kind === 'recorded') return answersOf(hold, hold.answer, asked, 'recorded');
  try {
    const secret = { ...target, drawKeys: drawKeys(detail.draws, on.ledger.keys) };
    const reading = await readingOf(asked.whole, detail.draws, engine, secret);
    const mechanisms = mechanismsOf(asked, detail); //                         what was priced is what is applied
    const told: (readonly AnswerRow[])[] = [];
    for (const [i, checked] of asked.plans.entries()) {
      const teller = tellerOf(checked, mechanisms[i], on.below, samplings[i]);
      const queries = lower(checked, reading.target);
      const rows = reading.engine.run(queries, question.signal === undefined ? {} : { signal: question.signal });
      told.push(teller.tell(await groupsOf(checked, queries, rows, teller.shows)));
    }
    const record = recordOf(asked, told, detail, on.policy);
    const receipt = await on.ledger.settle(hold, record); //                   durable before anybody is told
    return answersOf({ ...hold, ...receipt }, record, asked, hold.resumed ? 'resumed' : 'new');
  } catch (thrown) {
    // if even this cannot be written, the charge stays and the same question resumes it
    await on.ledger.fail(hold, incidentOf(thrown)).catch(() => {});
    throw thrown;
  }
}

async function repeated(question: Question, asked: Workload, { policy, ledger }: Deployment) {
  const draws = knownDraws(drawsOf(asked.whole), ledger.state(), policy.source.version ?? null);
  return draws && ledger.repeated(requestOf(question, asked, draws, policy));
}

/** Allowance and charge are decided inside the transaction that writes them: nobody spends in between. */
async function reserved(question: Question, asked: Workload, { policy, ledger }: Deployment) {
  const draws = drawsOf(asked.whole);
  const version = policy.source.version ?? null;
  const candidates = candidatesFor(draws, ledger.state(), ledger.keys, version);
  const placed = placedDraws(draws, ledger.state(), candidates, version);
  try {
    const hold = await ledger.reserve(requestOf(question, asked, placed, policy), state => {
      const now = placedDraws(draws, state, candidates, version);
      return decisionOf(asked, decided(question, asked, now, state, version));
    });
    return { hold, detail: (hold.kind === 'hold' ? hold.detail : null) as unknown as Detail };
  } finally {
    await eraseUnused(candidates, ledger); //                                  the chain knows which keys it was told of
  }
}

const incidentOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.name : 'unknown');

/** After `ledger_rolled_back`: takes the ledger into use again, with all that its anchor saw and it lost counted as spent. */
export async function recover(policy: PolicyInput | string, reason: string): Promise<Recovered> {
  const { found, lost, retired, entry, head } = await recoverLedgerOf(policy, reason);
  return { found, lost: toldLoss(lost, 'up'), retired: retired.map(({ name }) => name), entry, head };
}

export interface Recovered {
  readonly found: 'whole' | 'anchored' | 'gap';
  readonly lost: Amounts;
  /** Names of samples that nobody can ask any more. */
  readonly retired: readonly string[];
  readonly entry: number;
  readonly head: string;
}

/** What a question in SQL would be charged, and how far it would err. Opens no data, and a ledger only where there is one. */
export async function explainSql(policy: PolicyInput | string, text: string, options: AskOptions): Promise<Explained> {
  const loaded = await loadPolicy(policy);
  return explained(questionOf([await fromSql(text, loaded)], options, CUSTODIAN), loaded, await accountsOf(loaded));
}

/** What a question can do once its data are open. */
export interface Verbs {
  ask(options: AskOptions): Promise<Answered>;
  /** Charge, expected error and SQL, without touching data or budget. */
  explain(options: AskOptions): Explained;
}

/** The same for questions that are asked together. */
export interface TogetherVerbs {
  ask(options: AskOptions): Promise<AnsweredTogether>;
  explain(options: AskOptions): Explained;
}

export interface Data<P extends PolicyInput> extends Query<P, Verbs> {
  /** A question in SQL. */
  sql(text: string): Promise<Verbs & { readonly plan: Plan }>;
  /** A question as plain data, such as another program sends: whatever is no plan is refused. */
  plan(json: unknown): Verbs & { readonly plan: Plan };
  /** Several questions to one table, declared up front: charged once, for less than one after the other. */
  together(questions: readonly { readonly plan: Plan }[]): TogetherVerbs;
  /** Draws a sample of a table now, and charges for its cap if it has one. */
  create(sample: NewSample): Promise<CreatedSample>;
  /** The samples and splits that are kept, with what was spent on each. */
  samples(): Promise<BudgetReport['samples']>;
  /** Erases the key and the copies of a sample; what was spent on it stays spent, and its name is free. */
  retire(name: string, reason: string): Promise<void>;
  readonly deployment: Deployment;
  close(): Promise<void>;
}

/** Opens the data of a policy, given as a path or by `definePolicy`, for one analyst. */
export async function open<const P extends PolicyInput>(policy: P | string, analyst = CUSTODIAN): Promise<Data<P>> {
  const deployment = await deploy(policy);
  const verbs = (plan: Plan, { caps }: { readonly caps: Caps }): Verbs => ({
    ask: async options => answerOf(await answer(questionOf([plan], options, analyst, caps), deployment)),
    explain: options => explained(questionOf([plan], options, analyst), deployment.policy, deployment.ledger.state()),
  });
  const asked = (plan: Plan) => ({ plan, ...verbs(plan, { caps: [] }) });
  return {
    ...query<P, Verbs>(deployment.policy, verbs),
    sql: async text => asked(await fromSql(text, deployment.policy)),
    plan: json => asked(parsePlan(json)),
    together: questions => {
      const plans = questions.map(({ plan }) => plan);
      return {
        ask: async options => answer(questionOf(plans, options, analyst), deployment),
        explain: options =>
          explained(questionOf(plans, options, analyst), deployment.policy, deployment.ledger.state()),
      };
    },
    create: sample => createSample(sample, analyst, deployment),
    samples: async () => (await deployment.ledger.budget()).samples,
    retire: async (name, reason) => {
      await retireDraw(name, reason, deployment);
    },
    deployment,
    close: () => deployment.close(),
  };
}
