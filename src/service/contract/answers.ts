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
    .describe('A date or timestamp for a quantile of dates or timestamps; null if there is a reason'),
  standardError: z.number().nullable(),
  interval95: interval.nullable(),
  rankError95: z.number().nullable().optional().describe('Quantiles only: rank error in rows (95 %)'),
  reason: z
    .enum(['too_few', 'not_drawn', 'undefined', 'unbounded'])
    .optional()
    .describe(
      'Why there is no estimate: too few rows compared with the noise, the group is not in the sample, or a computed value is undefined, as by dividing by zero. With an estimate, unbounded: a divisor may be zero, so that no interval holds',
    ),
});

const histogram = z.object({ bins: list(number.extend({ from: z.number(), to: z.number() })) });

/** A date or timestamp is text. */
const bound = z.union([z.number(), z.string()]).nullable();

const bounds = z.object({
  min: bound.describe('Null if no range of values stands out from its noise'),
  max: bound,
  threshold: z.number().describe('Ranges of values with fewer rows are taken for noise and may lie outside'),
  reason: z.literal('too_few').optional(),
});

const answerRow = z.object({
  key: z.record(z.string(), value),
  values: z.record(z.string(), z.union([estimate, histogram, bounds])),
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
    inner: counted.describe('What was spent inside the sample or part'),
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
          .describe('Chosen by an order or a key, not at random: estimates are for these people only'),
        strata: list(z.object({ by: z.string(), values: list(z.string()) }))
          .optional()
          .describe('Stratified samples only: the strata that estimates are for'),
      })
      .nullable(),
    recorded: z.boolean().describe('True if this is the recorded answer to the same question, at no charge'),
    entry: z.int(),
    head: z.string(),
    derivation: z.object({ plan: z.unknown(), policy: z.string(), steps: list(step) }),
  })
  .describe('An answer, its charge, and the receipt of its entry in the ledger');

export const foundBounds = bounds
  .extend({
    charged: counted,
    remaining: counted,
    recorded: z.boolean().describe('True if these bounds were found before, at no charge'),
    entry: z.int(),
    head: z.string(),
  })
  .describe('Bounds of a column for the policy, found with noise');

const errors = z.record(z.string(), z.number());
const expected = z
  .object({
    noise: errors,
    sampling: errors.nullable().describe('Upper bounds from public bounds; null without sampling'),
    likely: errors.describe('The expected sampling error, where public numbers determine it'),
  })
  .describe('Standard errors by name');

export const explained = z
  .object({
    charged: counted,
    inner: counted,
    remaining: counted
      .nullable()
      .describe('What is left to the caller under all limits; null if there is no ledger yet'),
    sum: z
      .enum(['epsilon', 'rho'])
      .nullish()
      .describe('For a concentrated budget: which of its two sums would still fit; null if neither would'),
    steps: list(step),
    noises: list(
      z.object({
        statistics: list(z.string()).describe('What the noise is added to'),
        values: list(z.string()).describe('The values that are computed from it, by name'),
        share: z.number().describe('Its part of the epsilon or rho of the question'),
        noise: z.string().nullable().describe('Its distribution; null if a value is drawn instead'),
        scale: z.number().nullable().describe('In the unit of the statistics; null if a value is drawn instead'),
      }),
    ).describe('Every noise that is bought: values computed from the same numbers share it'),
    error: expected,
    otherRates: list(z.object({ rate: z.number(), inner: counted, error: expected })),
    recorded: z.boolean().describe('True if the answer is recorded: asking again is free'),
    sql: z.string(),
  })
  .describe('The cost and expected error of a question; nothing is charged');

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
    .describe('The rows of each question asked together; null if it failed or is still running'),
});

export const pastQuestions = z.object({ questions: list(pastQuestion) });

export type AnsweredJson = z.infer<typeof answered>;
export type AnswerRowJson = z.infer<typeof answerRow>;
export type ExplainedJson = z.infer<typeof explained>;
export type PastQuestionJson = z.infer<typeof pastQuestion>;
