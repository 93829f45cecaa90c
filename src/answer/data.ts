/** Data that are open: the tables of a policy, and what can be asked and done there by one analyst. */
import type { BudgetReport } from '../ledger/index.ts';
import { type Plan, parsePlan } from '../plan/index.ts';
import { type Caps, fromSql, type Query, query, type VerbsFor } from '../query/index.ts';
import type { PolicyInput, ProtectedTableName } from '../source/index.ts';
import { type BoundsVerbs, boundsIn } from './bounds.ts';
import type { Deployment } from './deployment.ts';
import {
  type Explained,
  type ExplainedTogether,
  type ExplainOptions,
  explained,
  explainedTogether,
} from './explanation.ts';
import { type CreatedSample, createSample, type NewSample, retireDraw } from './making.ts';
import { type AskOptions, type Question, questionOf } from './question.ts';
import { type Answered, type AnsweredTogether, answerOf } from './receipt.ts';
import type { AnswerRow } from './releaser.ts';
import type { TypedRow } from './typed-row.ts';

/** What you can do with a question once its data are open. */
export interface Verbs<Row = AnswerRow> {
  ask(options: AskOptions): Promise<Answered<Row>>;
  /** Charge, expected error and SQL, without touching data or budget. */
  explain(options: ExplainOptions): Explained;
}

/** The same for a question of the typed API, whose answer the compiler knows. */
export interface TypedVerbs extends VerbsFor {
  readonly verbs: Verbs<TypedRow<this['shape']>>;
}

/** The same for questions that are asked together. */
export interface TogetherVerbs<Answers = AnsweredTogether['answers']> {
  ask(options: AskOptions): Promise<AnsweredTogether<Answers>>;
  explain(options: ExplainOptions): ExplainedTogether;
}

/** What each of several questions is answered with. */
type AnswersTo<Questions> = {
  readonly [I in keyof Questions]: {
    readonly rows: readonly (Questions[I] extends Pick<Verbs<infer Row>, 'ask'> ? Row : AnswerRow)[];
  };
};

/** The data of a policy, open for one analyst: tables for the typed API, SQL, and the named samples. */
export interface Data<P extends PolicyInput> extends Query<P, TypedVerbs> {
  /** A question in SQL. */
  sql(text: string): Promise<Verbs & { readonly plan: Plan }>;
  /** A question as plain data, such as another program sends: whatever is no plan is refused. */
  plan(json: unknown): Verbs & { readonly plan: Plan };
  /** Sensible bounds of a column that has none yet, found with noise and charged like any question. */
  bounds(table: ProtectedTableName<P>, column: string): BoundsVerbs;
  /** Several questions to one table, declared up front: charged once, for less than one after the other. */
  together<const Questions extends readonly { readonly plan: Plan }[]>(
    questions: Questions,
  ): TogetherVerbs<AnswersTo<Questions>>;
  /** Draws a sample of a table now, and charges for its cap if it has one. */
  create(sample: NewSample): Promise<CreatedSample>;
  /** The samples and splits that are kept, with what was spent on each. */
  samples(): Promise<BudgetReport['samples']>;
  /** Erases the key and the copies of a sample; what was spent on it stays spent, and its name is free. */
  retire(name: string, reason: string): Promise<void>;
  /** The same data for another analyst; closing one closes both. */
  as(analyst: string): Data<P>;
  readonly deployment: Deployment;
  close(): Promise<void>;
}

/** The road, from asked to answered. */
export type Answering = (question: Question, on: Deployment) => Promise<AnsweredTogether>;

export function dataOf<P extends PolicyInput>(deployment: Deployment, analyst: string, answer: Answering): Data<P> {
  const { policy, ledger } = deployment;
  const asking = (plans: readonly Plan[], caps: Caps = []): TogetherVerbs => ({
    ask: async options => answer(questionOf(plans, options, analyst, caps), deployment),
    explain: options => explainedTogether(questionOf(plans, options, analyst), policy, ledger.state(), options?.rates),
  });
  const verbs = (plan: Plan, { caps }: { readonly caps: Caps }): Verbs => {
    const { ask } = asking([plan], caps);
    const explain: Verbs['explain'] = options =>
      explained(questionOf([plan], options, analyst), policy, ledger.state(), options?.rates);
    return { ask: async options => answerOf(await ask(options)), explain };
  };
  const tables = query<P, Verbs>(policy, verbs);
  const asked = (plan: Plan) => ({ plan, ...verbs(plan, { caps: [] }) });
  return {
    // what a question is answered with follows from its plan, as the types say
    ...(tables as unknown as Query<P, TypedVerbs>),
    sql: async text => asked(await fromSql(text, policy)),
    plan: json => asked(parsePlan(json)),
    bounds: (table, column) => {
      const { ask, explain } = tables.table(table).bounds(column as never) as Verbs;
      return { ask: async options => boundsIn(await ask(options)), explain };
    },
    // each has the rows that its own question asks for
    together: <Questions extends readonly { readonly plan: Plan }[]>(questions: Questions) =>
      asking(questions.map(({ plan }) => plan)) as TogetherVerbs<AnswersTo<Questions>>,
    create: sample => createSample(sample, analyst, deployment),
    samples: async () => (await ledger.budget()).samples,
    retire: (name, reason) => retireDraw(name, reason, deployment),
    as: other => dataOf<P>(deployment, other, answer),
    deployment,
    close: () => deployment.close(),
  };
}
