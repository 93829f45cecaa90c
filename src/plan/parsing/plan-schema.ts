/**
 * The shape of a plan that comes from outside. Every kind of node has one line; the compiler asks for it, and for each of
 * its keys, as soon as the plan knows the kind.
 */
import * as z from 'zod/mini';
import { exactly } from '../../json/index.ts';
import { aggregates } from '../operators/aggregates/aggregates.ts';
import { type SampleScheme, type SplitScheme, samples, splits } from '../operators/schemes/schemes.ts';
import type { Aggregate, BoughtInterval, Grouping, Plan, PlanTable, PostProcessing } from '../plan.ts';
import { expression, named } from './expression-schema.ts';
import {
  decimal,
  listOf,
  type NodeSchema,
  nodes,
  oneOf,
  record,
  ruled,
  shapesOf,
  text,
  textOrNull,
  truth,
  whole,
} from './node-bricks.ts';

const sampleScheme = nodes<SampleScheme>(shapesOf<SampleScheme>(samples));
const splitScheme = nodes<SplitScheme>(shapesOf<SplitScheme>(splits));

const table: NodeSchema<PlanTable> = z.lazy(() =>
  nodes<PlanTable>({
    scan: { table: text },
    where: { input: table, condition: expression },
    derive: { input: table, columns: listOf(named) },
    project: { input: table, columns: listOf(text) },
    join: { input: table, table: text, on: text, keep: oneOf('matched', 'all') },
    sample: { input: table, scheme: sampleScheme, name: textOrNull },
    part: { input: table, split: splitScheme, part: textOrNull, name: textOrNull },
  }),
);

const aggregate = nodes<Aggregate>(shapesOf<Aggregate>(aggregates, { name: text }));

const grouping = nodes<Grouping>({
  none: {},
  public: { keys: listOf(named) },
  private: { keys: listOf(named) },
});

const postProcessing = exactly({
  having: z.exactOptional(expression),
  order: z.exactOptional(listOf(exactly({ name: text, descending: truth }))),
  limit: z.exactOptional(whole),
}) as NodeSchema<PostProcessing>;

const interval = record<BoughtInterval>({ share: decimal });

export const planSchema = exactly({
  version: ruled<1>(value => value === 1, '1'),
  input: table,
  grouping,
  aggregates: listOf(aggregate),
  afterwards: postProcessing,
  interval: z.exactOptional(interval),
} satisfies { readonly [Key in keyof Required<Plan>]: unknown }) as unknown as NodeSchema<Plan>;
