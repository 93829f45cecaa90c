/** A plan that comes from outside, as JSON: the same data as the typed API and SQL make, or a refusal that names the place. */

import * as z from 'zod/mini';
import { exactly, excessOf, frozen, pathText } from '../../json/index.ts';
import { refuse } from '../../vocabulary/index.ts';
import { aggregates } from '../operators/aggregates/aggregates.ts';
import { type SampleScheme, type SplitScheme, samples, splits } from '../operators/schemes/schemes.ts';
import type { Aggregate, BoughtInterval, Grouping, Plan, PlanTable, PostProcessing, UnitAggregate } from '../plan.ts';
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

/** Far more than people ask, and far less than a stack holds. */
const LIMITS = { depth: 640, entries: 20_000, characters: 1_000_000 };

/** Whether its names exist, its types agree and its values lie in range is for `check` to say. */
export function parsePlan(json: unknown): Plan {
  const excess = excessOf(json, LIMITS);
  if (excess !== undefined)
    return refuse('plan_too_large', `The plan is too large: it may have at most ${LIMITS[excess]} ${excess}.`);
  const parsed = planSchema.safeParse(json);
  if (parsed.success) return frozen(parsed.data);
  const [{ path, message }] = parsed.error.issues;
  return refuse('plan_invalid', `${path.length === 0 ? 'The plan' : pathText(path)} ${message}.`);
}

const sampleScheme = nodes<SampleScheme>(shapesOf<SampleScheme>(samples));
const splitScheme = nodes<SplitScheme>(shapesOf<SplitScheme>(splits));

const clamp = z.nullable(record<NonNullable<UnitAggregate['clamp']>>({ low: decimal, high: decimal }));
const ofUnit = { name: text, clamp };
const unitAggregate = nodes<UnitAggregate>({
  count: ofUnit,
  countValues: { ...ofUnit, of: expression },
  sum: { ...ofUnit, of: expression },
  mean: { ...ofUnit, of: expression },
  min: { ...ofUnit, of: expression },
  max: { ...ofUnit, of: expression },
});

const table: NodeSchema<PlanTable> = z.lazy(() =>
  nodes<PlanTable>({
    scan: { table: text },
    where: { input: table, condition: expression },
    derive: { input: table, columns: listOf(named) },
    project: { input: table, columns: listOf(text) },
    join: { input: table, table: text, on: text, keep: oneOf('matched', 'all') },
    unitJoin: { input: table, with: table, rowsPerUnit: z.nullable(whole) },
    perUnit: { input: table, columns: listOf(text), aggregates: listOf(unitAggregate) },
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
  computed: z.exactOptional(listOf(named)),
  show: z.exactOptional(listOf(text)),
}) as NodeSchema<PostProcessing>;

const interval = record<BoughtInterval>({ share: decimal });

/**
 * The shape of a plan that comes from outside. Every kind of node has one line; the compiler asks for it, and for each of
 * its keys, as soon as the plan knows the kind.
 */
const planSchema = exactly({
  version: ruled<1>(value => value === 1, '1'),
  input: table,
  grouping,
  aggregates: listOf(aggregate),
  afterwards: postProcessing,
  interval: z.exactOptional(interval),
} satisfies { readonly [Key in keyof Required<Plan>]: unknown }) as unknown as NodeSchema<Plan>;
