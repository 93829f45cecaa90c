/**
 * The shape of a plan that comes from outside. Every kind of node has one line; the compiler asks for it, and for each of
 * its keys, as soon as the plan knows the kind.
 */
import * as z from 'zod/mini';
import { exactly } from '../../json/index.ts';
import type { Afterwards, Aggregate, BoughtInterval, Grouping, Plan, Table } from '../plan.ts';
import { expression, named } from './expression-schema.ts';
import {
  type Brick,
  decimal,
  listOf,
  nodes,
  oneOf,
  record,
  ruled,
  text,
  textOrNull,
  truth,
  whole,
} from './node-bricks.ts';
import { sampleScheme, splitScheme } from './scheme-schema.ts';

const table: Brick<Table> = z.lazy(() =>
  nodes<Table>({
    scan: { table: text },
    where: { input: table, condition: expression },
    derive: { input: table, columns: listOf(named) },
    project: { input: table, columns: listOf(text) },
    join: { input: table, table: text, on: text, keep: oneOf('matched', 'all') },
    sample: { input: table, scheme: sampleScheme, name: textOrNull },
    part: { input: table, split: splitScheme, part: textOrNull, name: textOrNull },
  }),
);

const aggregate = nodes<Aggregate>({
  count: { name: text },
  units: { name: text },
  sum: { name: text, of: expression },
  mean: { name: text, of: expression },
  variance: { name: text, of: expression },
  standardDeviation: { name: text, of: expression },
  covariance: { name: text, of: expression, with: expression },
  histogram: { name: text, of: expression, edges: listOf(decimal) },
  quantile: { name: text, of: expression, rank: decimal },
});

const grouping = nodes<Grouping>({
  none: {},
  public: { keys: listOf(named) },
  private: { keys: listOf(named) },
});

const afterwards = exactly({
  having: z.exactOptional(expression),
  order: z.exactOptional(listOf(exactly({ name: text, descending: truth }))),
  limit: z.exactOptional(whole),
}) as Brick<Afterwards>;

const interval = record<BoughtInterval>({ share: decimal });

export const planSchema = exactly({
  version: ruled<1>(value => value === 1, '1'),
  input: table,
  grouping,
  aggregates: listOf(aggregate),
  afterwards,
  interval: z.exactOptional(interval),
} satisfies { readonly [Key in keyof Required<Plan>]: unknown }) as unknown as Brick<Plan>;
