/** The body of `POST /v1/price`: each operator with its parameters and what is spent, or with what may be charged. */
import { z } from 'zod';

const size = z.int().min(1);
const rate = z.number().describe('From 0 to 1');
const of = size.optional().describe('The public number of units; only replaced units are then neighbours');
const cost = z.strictObject({ epsilon: z.number(), replace: z.number() }).describe('What is spent behind the operator');
const relation = z.enum(['add-remove', 'replace-one']).optional();

/** Their prices take the square of so many steps. */
const PARTS_MOST = 1000;
const twoCosts = z.tuple([cost, cost]).readonly();

const samples = {
  bernoulli: z.strictObject({ operator: z.literal('bernoulli'), rate }),
  fixedSize: z.strictObject({ operator: z.literal('fixed-size'), size, of, atLeast: size.optional() }),
  fraction: z.strictObject({ operator: z.literal('fraction'), rate, of }),
  withReplacement: z.strictObject({ operator: z.literal('with-replacement'), size, of }),
  take: z.strictObject({ operator: z.literal('take'), size }),
  skip: z.strictObject({ operator: z.literal('skip'), size }),
  stratified: z.strictObject({ operator: z.literal('stratified'), rates: z.array(rate).max(PARTS_MOST) }),
  cluster: z.strictObject({
    operator: z.literal('cluster'),
    rate,
    members: size.describe('The most units in one cluster'),
    limit: z.enum(['promised', 'enforced']).optional(),
    moves: z.boolean().optional().describe('Whether a replaced unit may turn up in another cluster'),
  }),
  fixedSizeCluster: z.strictObject({ operator: z.literal('fixed-size-cluster'), size, of: size, members: size }),
};

const forward = { cost, relation, inverse: z.literal(false).optional() };
const split = { relation, inverse: z.literal(false).optional() };
const inverse = {
  inverse: z.literal(true),
  epsilon: z.number().describe('What may be charged'),
  replaceRatio: z.number().optional().describe('From 1 to 2'),
  relation,
};

/** All of them, each with what else a body says. */
const samplesWith = <More extends z.core.$ZodLooseShape>(more: More) =>
  [
    samples.bernoulli.extend(more),
    samples.fixedSize.extend(more),
    samples.fraction.extend(more),
    samples.withReplacement.extend(more),
    samples.take.extend(more),
    samples.skip.extend(more),
    samples.stratified.extend(more),
    samples.cluster.extend(more),
    samples.fixedSizeCluster.extend(more),
  ] as const;

const priceBody = z.discriminatedUnion('operator', [
  ...samplesWith(forward),
  z.strictObject({
    operator: z.literal('split'),
    parts: z.array(z.strictObject({ rate, cost })).max(PARTS_MOST),
    ...split,
  }),
  z.strictObject({
    operator: z.literal('partition'),
    costs: z.array(cost).max(PARTS_MOST),
    rowsPerUnit: size.optional(),
    ...split,
  }),
  z.strictObject({ operator: z.literal('fixed-size-split'), size, of, costs: twoCosts, ...split }),
  z.strictObject({ operator: z.literal('fraction-split'), rate, costs: twoCosts, ...split }),
  z.strictObject({ operator: z.literal('take-skip-split'), size, costs: twoCosts, ...split }),
]);

const allowanceBody = z.discriminatedUnion('operator', samplesWith(inverse));

export const operatorBody = z
  .discriminatedUnion('inverse', [priceBody, allowanceBody])
  .describe('An operator with its parameters and costs; inverse: what a charge allows inside');
