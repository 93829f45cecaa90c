/** THE ROAD: one question from asked to answered. One station a line; each refuses by its own code. Read this first. */
import { randomBytes } from 'node:crypto';
import { type Deployment, deploy } from './answer/deployment.ts';
import { groupsOf } from './answer/groups.ts';
import { type AskOptions, type Question, questionOf } from './answer/question.ts';
import { type Answered, answerOf, decide, type Explained, explained, recordOf, requestOf } from './answer/receipt.ts';
import { tellerOf } from './answer/telling.ts';
import { checkPublicKeys } from './engine/index.ts';
import { amounts } from './ledger/index.ts';
import { check, type Plan, priceOf } from './plan/index.ts';
import { fromSql, type Query, query } from './query/index.ts';
import { loadPolicy, type PolicyInput } from './source/index.ts';
import { keyChecks, lower } from './sql/index.ts';

export type { Amounts, Derivation } from './answer/receipt.ts';
export type { AnswerRow, Bin, QuantileEstimate, Told } from './answer/telling.ts';
export type { Answered, AskOptions, Explained };

/** Who asks unless somebody else is named. */
const CUSTODIAN = 'custodian';

/** One question, from asked to answered. A crash or an engine's failure after `reserve` leaves it spent, never free. */
async function answer(question: Question, on: Deployment): Promise<Answered> {
  const checked = check(question.plan, on.policy); //                          names, types, bounds
  const price = priceOf(checked, { epsilon: question.epsilon, delta: amounts.number(question.delta, 'down') });
  const engine = await on.engine();
  question.signal?.throwIfAborted(); //                                        before anything is charged
  const target = { dialect: engine.dialect, catalogue: engine.catalogue, key: randomBytes(32).toString('hex') };
  await checkPublicKeys(engine, keyChecks(checked, target)); //                public tables only
  const hold = await on.ledger.reserve(requestOf(question, checked, on), () => decide(question, price));
  if (hold.kind === 'recorded') return answerOf(hold, hold.answer, checked, 'recorded');
  try {
    const queries = lower(checked, target);
    const rows = engine.run(queries, question.signal === undefined ? {} : { signal: question.signal });
    const teller = tellerOf(checked, price.mechanisms, on.below); //           what was priced is what is applied
    const groups = await groupsOf(checked, queries, rows, teller.shows);
    const record = recordOf(checked, teller.tell(groups), price, on);
    const receipt = await on.ledger.settle(hold, record); //                   durable before anybody is told
    return answerOf({ ...hold, ...receipt }, record, checked, hold.resumed ? 'resumed' : 'new');
  } catch (thrown) {
    await on.ledger.fail(hold, incidentOf(thrown));
    throw thrown;
  }
}

const incidentOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.name : 'unknown');

/** What a question in SQL would be charged, and how far it would err. Opens neither data nor ledger. */
export async function explainSql(policy: PolicyInput | string, text: string, options: AskOptions): Promise<Explained> {
  const loaded = await loadPolicy(policy);
  return explained(questionOf(await fromSql(text, loaded), options, CUSTODIAN), loaded);
}

/** What a question can do once its data are open. */
export interface Verbs {
  ask(options: AskOptions): Promise<Answered>;
  /** Charge, expected error and SQL, without touching data or budget. */
  explain(options: AskOptions): Explained;
}

export interface Data<P extends PolicyInput> extends Query<P, Verbs> {
  /** A question in SQL. */
  sql(text: string): Promise<Verbs & { readonly plan: Plan }>;
  readonly deployment: Deployment;
  close(): Promise<void>;
}

/** Opens the data of a policy, given as a path or by `definePolicy`, for one analyst. */
export async function open<const P extends PolicyInput>(policy: P | string, analyst = CUSTODIAN): Promise<Data<P>> {
  const deployment = await deploy(policy);
  const verbs = (plan: Plan): Verbs => ({
    ask: async options => answer(questionOf(plan, options, analyst), deployment),
    explain: options => explained(questionOf(plan, options, analyst), deployment.policy),
  });
  return {
    ...query<P, Verbs>(deployment.policy, verbs),
    sql: async text => {
      const plan = await fromSql(text, deployment.policy);
      return { plan, ...verbs(plan) };
    },
    deployment,
    close: () => deployment.close(),
  };
}
