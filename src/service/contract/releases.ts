/** What the service sends of releases: raw counts, for the custodian alone. */
import { z } from 'zod';
import { list } from './list.ts';

const row = z.record(z.string(), z.string().nullable());

const worst = z.object({
  value: z.union([row, list(row)]).describe('By column; all rows of a person if they have several'),
  count: z.number(),
  costsRate: z.number().describe('How much the largest safe rate would rise without it'),
});

const suggestion = z.object({ column: z.string(), rule: z.string(), exactRate: z.number(), distinct: z.number() });

export const audited = z
  .object({
    verdict: z.enum(['safe', 'unsafe']),
    reason: z.string(),
    rate: z.number(),
    rateFromData: z.boolean(),
    deltaAtRate: z.number(),
    exactRate: z.number().describe('The largest rate that keeps the guarantee'),
    theoremRate: z.number().describe('The rate that the published theorem allows'),
    rows: z.number(),
    distinct: z.number(),
    rare: z.number(),
    infrequent: z.number(),
    common: z.number(),
    anonymity: z.number().describe('The k of k-anonymity'),
    unique: z.number(),
    correctMatch: z.number().describe('The probability that a unique match is correct (DIS)'),
    sampleUniques: z.number().describe('The expected share of the sample that is alone in it with its combination'),
    worst: list(worst),
    suggestions: list(suggestion),
    recoding: z
      .object({ columns: list(z.string()), coarsen: z.string(), exactRate: z.number(), distinct: z.number() })
      .nullable()
      .describe('Rules for several columns together that make the rate safe; null if it is, or if none do'),
    curve: list(z.object({ rate: z.number(), delta: z.number() })),
  })
  .describe('May a random sample be published? Shows raw counts');

export type Audited = z.infer<typeof audited>;

export const drawn = z
  .object({
    file: z.string().describe('The name of the sample, under /v1/release/files'),
    rate: z.number(),
    rateFromData: z.boolean(),
    epsilon: z.number(),
    delta: z.number(),
    threshold: z.number().nullable(),
    entry: z.int(),
    head: z.string(),
  })
  .describe('A sample that was drawn once, to be published as it is');

const promise = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('table'),
    epsilon: z.number(),
    delta: z.number(),
    factor: z.number(),
    unknownRows: z.number(),
  }),
  z.object({
    kind: z.literal('threshold'),
    epsilon: z.number(),
    delta: z.number(),
    threshold: z.number(),
    replace: z.object({ epsilon: z.number(), delta: z.number() }),
  }),
]);

const ordered = {
  table: z.string(),
  columns: list(z.object({ name: z.string(), rules: list(z.string()) })),
  unit: z.string().nullable(),
  rate: z.string(),
  rateFromData: z.boolean(),
  promise,
};

const earlier = z.object({
  entry: z.int(),
  at: z.iso.datetime(),
  rate: z.string(),
  reason: z.string().nullable(),
  output: z.string().nullable().describe('SHA-256 of the sample; null if it was never finished'),
});

export const draws = z
  .object({
    draws: list(
      earlier.extend({ ...ordered, file: z.string().nullable().describe('Its file name, if this service keeps it') }),
    ),
    entries: z.int(),
    head: z.string(),
    verified: z.boolean(),
    problem: z.string().optional().describe('What is wrong with the hash chain'),
  })
  .describe('Every draw in the ledger, after recomputing its hash chain');

export const certificate = z
  .object({
    ...ordered,
    certificate: z.literal(1),
    program: z.object({ name: z.literal('sortition'), version: z.string() }),
    at: z.iso.datetime(),
    schema: z.string(),
    output: z.object({ file: z.string(), sha256: z.string() }),
    ledger: z.object({ entry: z.int(), head: z.string() }),
    reason: z.string().nullable(),
    earlier: list(earlier),
    says: list(z.string()),
    saysNot: list(z.string()),
  })
  .describe('What a published sample guarantees, and what it does not');

export type DrawnSample = z.infer<typeof drawn>;
export type Draws = z.infer<typeof draws>;
export type CertificateJson = z.infer<typeof certificate>;
