/** What the service sends of questions, as schemas: for its description, for clients, and for tests that hold it to them. */
import { z } from 'zod';
import { list } from './list.ts';

export const amounts = z.object({ epsilon: z.number(), delta: z.number() });

export const counted = z.object({
  epsilon: z
    .number()
    .nullable()
    .describe('Null where none bounds the loss: under a concentrated budget, with a Gaussian answer'),
  delta: z.number(),
  rho: z.number().optional().describe('Of a concentrated budget only'),
});

const value = z.union([z.string(), z.number(), z.boolean(), z.null()]);

/** A list, though it is a pair: not every generator of clients knows pairs. */
const interval = z.array(z.number()).length(2).readonly();

const number = z.object({ estimate: z.number(), standardError: z.number(), interval95: interval });

const estimate = z.object({
  estimate: z
    .union([z.number(), z.string()])
    .nullable()
    .describe('A date or timestamp where a quantile of such is asked for; null where there is a reason for none'),
  standardError: z.number().nullable(),
  interval95: interval.nullable(),
  rankError95: z
    .number()
    .nullable()
    .optional()
    .describe('Quantiles only: so many rows may lie between it and the true one'),
  reason: z
    .enum(['too_few', 'not_drawn'])
    .optional()
    .describe(
      'Why there is no estimate: too little to average, noise considered; or nobody of the group is in the sample',
    ),
});

const histogram = z.object({ bins: list(number.extend({ from: z.number(), to: z.number() })) });

const answerRow = z.object({
  key: z.record(z.string(), value),
  values: z.record(z.string(), z.union([estimate, histogram])),
});

const step = z.object({
  operator: z.string(),
  parameters: z.record(z.string(), z.union([z.string(), z.number()])),
  theorem: z.string().describe('Its name in the reference of theorems'),
  epsilon: z.number().nullable(),
  replace: z.number().nullable(),
  delta: z.number(),
  rho: z.number().optional().describe('Where the question was asked by rho: epsilon and replace are null'),
});

export const answered = z
  .object({
    rows: list(answerRow),
    charged: counted.describe('What the protected data were charged'),
    inner: counted.describe('What was spent in the sample or part that was asked'),
    remaining: counted,
    sample: z
      .object({
        name: z.string().nullable(),
        scheme: z.string(),
        rate: z.number().nullable(),
        part: z.string().nullish(),
        chosen: z
          .literal(true)
          .optional()
          .describe('By an order or a key, not by chance: estimates are of these people alone'),
        strata: list(z.object({ by: z.string(), values: list(z.string()) }))
          .optional()
          .describe('Of stratified samples: whom estimates are about'),
      })
      .nullable(),
    recorded: z.boolean().describe('The answer of the same question before: free of charge'),
    entry: z.int(),
    head: z.string(),
    derivation: z.object({ plan: z.unknown(), policy: z.string(), steps: list(step) }),
  })
  .describe('An answer, its charge, and the receipt of its entry in the ledger');

const errors = z.record(z.string(), z.number());
const expected = z
  .object({
    noise: errors,
    sampling: errors.nullable().describe('At most, by public bounds; null where nothing is drawn'),
    likely: errors.describe('What sampling will add, where public numbers tell it'),
  })
  .describe('Standard errors by name');

export const explained = z
  .object({
    charged: counted,
    inner: counted,
    remaining: counted.nullable().describe('Left of all limits for whoever asks; null where there is no ledger yet'),
    sum: z
      .enum(['epsilon', 'rho'])
      .nullish()
      .describe('Of a concentrated budget: which of its two sums the charge is within; null where neither is'),
    steps: list(step),
    error: expected,
    otherRates: list(z.object({ rate: z.number(), inner: counted, error: expected })),
    recorded: z.boolean().describe('It was answered before: asking it again is free, whatever is left'),
    sql: z.string().nullable().describe('Null where this version does not speak the dialect of the engine'),
  })
  .describe('What a question would cost and how far it would err; nothing is charged');

const pastQuestion = z.object({
  entry: z.int(),
  at: z.iso.datetime(),
  analyst: z.string(),
  tables: list(z.string()),
  question: z.unknown(),
  words: z.string().describe('The question, step by step'),
  charged: counted,
  answers: list(list(answerRow))
    .nullable()
    .describe('The rows of each question that was asked together; null where it failed or still runs'),
});

export const pastQuestions = z.object({ questions: list(pastQuestion) });

export type AnsweredJson = z.infer<typeof answered>;
export type AnswerRowJson = z.infer<typeof answerRow>;
export type ExplainedJson = z.infer<typeof explained>;
export type PastQuestionJson = z.infer<typeof pastQuestion>;
