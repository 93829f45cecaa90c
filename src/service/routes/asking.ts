/** Questions: what one would cost, and its answer. The caller's token says who is charged. */
import { setImmediate as immediately } from 'node:timers/promises';
import { z } from 'zod';
import { type AskOptions, answerOf, explanationOrder, isRecorded, rowsIn } from '../../answer.ts';
import { frozen } from '../../json/index.ts';
import type { PastQuestion } from '../../ledger/index.ts';
import { describe, type Plan, parsePlan } from '../../plan/index.ts';
import { refuse } from '../../vocabulary/index.ts';
import { callerOf } from '../caller.ts';
import { answered, explained, foundBounds, pastQuestions } from '../contract/answers.ts';
import type { Token } from '../tokens/token.ts';
import { amount, forAnalysts, type RouteParts, retriable, sends, type TypedServer } from './route.ts';

const questionBody = z.strictObject({
  sql: z.string().max(100_000).optional().describe('The question in SQL'),
  plan: z.unknown().optional().describe('The question as a plan; instead of sql'),
  epsilon: amount.optional().describe('The most epsilon to charge'),
  delta: amount.optional(),
  rho: amount.optional().describe('The most rho to charge, instead of epsilon, under a concentrated budget'),
  inner: z.strictObject({ epsilon: amount }).optional().describe('The epsilon to spend inside a sample'),
  interval: z
    .strictObject({ share: amount })
    .optional()
    .describe('The share of the spending used for tight confidence intervals of a sample'),
  fresh: z.boolean().optional().describe('Pay for new noise instead of returning the recorded answer'),
});

const explainedBody = questionBody.extend({
  rates: z
    .array(z.number().min(0.0001).max(1))
    .max(60)
    .optional()
    .describe('Sampling rates to compare at the same price'),
});

const boundsBody = z.strictObject({
  table: z.string().max(1000),
  column: z.string().max(1000),
  ...questionBody.pick({ epsilon: true, delta: true, rho: true, fresh: true }).shape,
});

type QuestionBody = z.infer<typeof questionBody>;

/** Read in a few milliseconds; what is longer is read where nobody waits for it. */
const SHORT_SQL = 1000;

/** Older ones are in the ledger. So many characters take a few dozen milliseconds. */
const SHOWN = { questions: 200, characters: 2_000_000 };

export function addAsking(server: TypedServer, { data, computing: { compute } }: RouteParts): void {
  const planOf = async (caller: Token, { sql, plan }: QuestionBody): Promise<Plan> => {
    if (sql === undefined && plan !== undefined) return frozen(await compute(caller, 'readPlan', plan));
    if (sql === undefined || plan !== undefined) return refuse('body_invalid', 'Give either sql or plan.');
    if (sql.length <= SHORT_SQL) return (await data.sql(sql)).plan;
    return frozen(await compute(caller, 'readSql', { text: sql, policy: data.deployment.policy }));
  };
  server.post(
    '/v1/ask',
    {
      config: forAnalysts,
      schema: {
        operationId: 'ask',
        summary: 'Ask a question; it is charged',
        body: questionBody,
        headers: retriable,
        response: sends(answered),
      },
    },
    async request => {
      const idempotencyKey = request.headers['idempotency-key'];
      const caller = callerOf(request);
      const plan = await planOf(caller, request.body);
      const options = { ...optionsOf(request.body), ...(idempotencyKey === undefined ? {} : { idempotencyKey }) };
      const answered = await data.as(caller.analyst).together([{ plan }]).ask(options);
      // it was written down in this turn: it is sent in another
      await immediately();
      return answerOf(answered);
    },
  );
  server.post(
    '/v1/explain',
    {
      config: forAnalysts,
      schema: {
        operationId: 'explain',
        summary: 'The cost and expected error of a question',
        body: explainedBody,
        response: sends(explained),
      },
    },
    async request => {
      const { rates, ...body } = request.body;
      const caller = callerOf(request);
      const plan = await planOf(caller, body);
      const options = { ...optionsOf(body), ...(rates === undefined ? {} : { rates }) };
      // looks into the ledger as it is by now, which the forecast is then of
      const recorded = await isRecorded(plan, options, caller.analyst, data.deployment);
      const order = explanationOrder(plan, options, caller.analyst, data.deployment);
      return { ...(await compute(caller, 'explain', order)), recorded };
    },
  );
  addBounds(server, data);
  addHistory(server, data.deployment);
}

function addBounds(server: TypedServer, data: RouteParts['data']): void {
  server.post(
    '/v1/bounds',
    {
      config: forAnalysts,
      schema: {
        operationId: 'bounds',
        summary: 'Bounds of a column for the policy, found with noise; it is charged',
        body: boundsBody,
        headers: retriable,
        response: sends(foundBounds),
      },
    },
    async request => {
      const { table, column, ...body } = request.body;
      const idempotencyKey = request.headers['idempotency-key'];
      const options = { ...optionsOf(body), ...(idempotencyKey === undefined ? {} : { idempotencyKey }) };
      return data.as(callerOf(request).analyst).bounds(table, column).ask(options);
    },
  );
}

function addHistory(server: TypedServer, { ledger }: RouteParts['data']['deployment']): void {
  server.get(
    '/v1/questions',
    {
      config: forAnalysts,
      schema: {
        operationId: 'questions',
        summary: 'Earlier questions, newest first: your own, or everyone’s for the custodian',
        response: sends(pastQuestions),
      },
    },
    async request => {
      const { role, analyst } = callerOf(request);
      const questions = await ledger.history(role === 'custodian' ? null : analyst, SHOWN);
      const shown: ReturnType<typeof pastQuestion>[] = [];
      for (const question of questions) {
        shown.push(pastQuestion(question));
        // others have their turn: words for a long question take a while
        await immediately();
      }
      return { questions: shown };
    },
  );
}

const optionsOf = ({
  epsilon,
  delta,
  rho,
  inner,
  interval,
  fresh,
}: Omit<QuestionBody, 'sql' | 'plan'>): AskOptions => ({
  ...(epsilon === undefined ? {} : { epsilon }),
  ...(delta === undefined ? {} : { delta }),
  ...(rho === undefined ? {} : { rho }),
  ...(inner === undefined ? {} : { inner }),
  ...(interval === undefined ? {} : { interval }),
  ...(fresh === undefined ? {} : { fresh }),
});

const pastQuestion = ({ answer, ...question }: PastQuestion) => ({
  ...question,
  words: wordsOf(question),
  answers: answer === null ? null : rowsIn(answer),
});

/** Plans of earlier versions stay in the ledger: one that is not understood any more has no words. */
function wordsOf({ question }: Pick<PastQuestion, 'question'>): string {
  const { plan } = question as { readonly plan: unknown };
  try {
    return (Array.isArray(plan) ? plan : [plan]).map(one => describe(parsePlan(one))).join('\n');
  } catch {
    return '';
  }
}
