/** All that is computed for requests without touching data: plain data in, plain data out, so that any thread can do it. */
import { account, inversePrice, type PriceRequest, parseSpecification, price } from '../../accounting/index.ts';
import { explainOrdered } from '../../answer.ts';
import {
  asPlainData,
  type CollectionSimulation,
  planCollection,
  playedCollection,
  simulateInSteps,
} from '../../collect/index.ts';
import { forecast } from '../../forecast/index.ts';
import { type Distribution, type Population, populationOf, valuesOf } from '../../forecast/populations/index.ts';
import { excessOf } from '../../json/index.ts';
import { type Plan, parsePlan } from '../../plan/index.ts';
import { fromSql } from '../../query/index.ts';
import { countsOf, exactRate, failureChance, guarantee, mostShown } from '../../release/rates/index.ts';
import type { Policy } from '../../source/index.ts';
import { othersOf, type PropertyQuery, propertyDelta, type Sampling, tradeOffRows } from '../../statistical/index.ts';
import type { Watching } from '../../thread/index.ts';
import { Refusal, type RefusalCode, refuse } from '../../vocabulary/index.ts';
import { errorsByRateOf } from './errors-by-rate.ts';

const WORK = {
  // read there too: a long one takes longer than others should wait
  account: (specification: unknown) => account(parseSpecification(specification)),
  explain: explainOrdered,
  forecast,
  planCollection,
  price,
  inversePrice,
  priceRates: (requests: readonly PriceRequest[]) => requests.map(price),
  releaseChances: releaseChancesOf,
  countPrivacy: countPrivacyOf,
  readPlan,
  readSql,
  errorsByRate: errorsByRateOf,
  collection: collectionOf,
  supposedPopulation,
};

type Work = typeof WORK;
export type WorkKind = keyof Work;
export type WorkInput<Kind extends WorkKind> = Parameters<Work[Kind]>[0];
export type Computed<Kind extends WorkKind> = Awaited<ReturnType<Work[Kind]>>;

export interface WorkOrder<Kind extends WorkKind = WorkKind> {
  readonly kind: Kind;
  readonly asked: WorkInput<Kind>;
}

/** What a thread says to an order: refusals do not survive the way as themselves. */
export type Word =
  | { readonly answer: unknown }
  | { readonly refused: { readonly code: RefusalCode; readonly message: string } };

export async function wordOn({ kind, asked }: WorkOrder, watching: Watching = {}): Promise<Word> {
  try {
    // an order pairs each kind with what is asked of just that kind: the compiler cannot follow a pair through a lookup
    return { answer: await (WORK[kind] as (asked: unknown, watching: Watching) => unknown)(asked, watching) };
  } catch (thrown) {
    if (thrown instanceof Refusal) return { refused: { code: thrown.code, message: thrown.message } };
    if (thrown instanceof RangeError) return { refused: { code: 'specification_too_large', message: TOO_LARGE } };
    throw thrown;
  }
}

/** So the engine names lists that no memory holds. */
const TOO_LARGE = 'This needs more memory than is available. Use smaller counts, sizes, members or parts.';

interface CollectionAsked {
  readonly simulation: CollectionSimulation;
  readonly epsilon: number;
}

/** A collection that is played many times, and what each observer of it learns. */
async function collectionOf({ simulation, epsilon }: CollectionAsked, { signal, progress }: Watching) {
  let told = 0;
  // there are many more steps than anybody wants to hear of
  const hundredths = (part: number): void => {
    if (part - told < 0.01) return;
    told = part;
    progress?.(part);
  };
  const simulated = await simulateInSteps(simulation, { signal, progress: hundredths });
  return asPlainData(playedCollection(simulation, simulated, epsilon));
}

interface CountAsked extends PropertyQuery {
  readonly sampling: Sampling;
  readonly epsilons: readonly number[];
  readonly falsePositiveRates: readonly number[];
}

/** What an exact count tells about one entry: along epsilon, and as a trade-off. */
function countPrivacyOf({ sampling, epsilons, falsePositiveRates, ...query }: CountAsked) {
  const at = propertyDelta(query, sampling);
  return {
    curve: epsilons.map(epsilon => ({ epsilon, delta: at(epsilon).delta })),
    tradeOff: tradeOffRows(query, sampling, falsePositiveRates),
    others: othersOf(query),
    composes: false as const,
  };
}

/** A list of some two thousand values to choose from; all the covariances of twenty columns; a fine histogram. */
const MOST = { entries: 8000, aggregates: 200, edges: 1001 };

/** Questions as they are sent, read where nobody waits for it; how long they may be is for those who wait while one is answered. */
function readPlan(json: unknown): Plan {
  return bounded(parsePlan(json));
}

async function readSql({ text, policy }: { readonly text: string; readonly policy: Policy }): Promise<Plan> {
  return bounded(await fromSql(text, policy));
}

function bounded(plan: Plan): Plan {
  const { aggregates, afterwards } = plan;
  const edges = aggregates.reduce((sum, one) => sum + (one.kind === 'histogram' ? one.edges.length : 0), 0);
  if (excessOf(plan, { depth: Infinity, entries: MOST.entries, characters: Infinity }) !== undefined)
    return tooLarge(`${MOST.entries} parts as a plan`);
  if (aggregates.length + (afterwards.computed?.length ?? 0) > MOST.aggregates)
    return tooLarge(`${MOST.aggregates} aggregates and computed values`);
  return edges > MOST.edges ? tooLarge(`${MOST.edges} edges of histograms`) : plan;
}

const tooLarge = (most: string): never =>
  refuse(
    'plan_too_large',
    `Over HTTP a question may have at most ${most}. Ask smaller questions, or use the command line, which has no such limit.`,
  );

interface ChancesAsked extends Readonly<Parameters<typeof guarantee>[0]> {
  readonly counts: readonly number[];
  readonly rates: readonly number[];
}

/** How often a random sample of a table with such counts breaks its promise: in all, and value by value. */
function releaseChancesOf({ counts, rates, ...input }: ChancesAsked) {
  const promised = guarantee(input);
  const table = countsOf(counts);
  const delta = failureChance(table, promised);
  const eachDelta = counts.map(count => failureChance(countsOf([count]), promised));
  return {
    exactRate: exactRate(table, promised),
    rates: rates.map(rate => ({ rate, delta: delta(rate), byValue: eachDelta.map(at => at(rate)) })),
    most: counts.map(count => mostShown(count, promised)),
  };
}

interface Supposed {
  readonly law: Distribution;
  readonly size: number;
  readonly seed: number;
  readonly bounds: { readonly min: number; readonly max: number };
}

/** Simulated people, drawn from a distribution that somebody supposes, between public bounds. */
function supposedPopulation({ law, size, seed, bounds }: Supposed): Population {
  return populationOf(valuesOf(law, size, seed), bounds);
}
