/** Exact results in, released values out: what was priced is what is applied, mechanism by mechanism. */
import { setImmediate as immediately } from 'node:timers/promises';
import { noiseFor, noiseSource, surelyShown } from '../noise/index.ts';
import { toNumber } from '../numerics/index.ts';
import { type PricedMechanism, placesOf } from '../plan/costs/index.ts';
import {
  type ComputedEstimate,
  computedValues,
  type Estimate,
  isDrawn,
  nothingDrawn,
  type SamplingDesign,
  scaledBy,
  type Withheld,
  withheld,
} from '../plan/estimates/index.ts';
import type { ValueCount } from '../plan/expressions/index.ts';
import {
  type CheckedAggregate,
  type CheckedPlan,
  type GroupResult,
  type ReleasedScalar,
  releasedScalar,
} from '../plan/index.ts';
import { estimate } from '../plan/operators/index.ts';
import type { Below } from '../random/index.ts';
import { invariant } from '../vocabulary/index.ts';
import { type DrawnNoise, inWholeOnes, reachOf } from './drawn-noise.ts';
import { chancesOf, type GroupStatistics, type ReleaseStatistic, statementsOf } from './group-statistics.ts';
import { type DrawQuantile, type QuantileEstimate, quantileDraws } from './quantiles.ts';
import { type ReleasedBounds, releasedBounds } from './released-bounds.ts';
import { givenShown, type Selection, selectionOf } from './selection.ts';

/** One bar of a histogram: from its lower edge, which belongs to it, to its upper edge. */
export interface Bin extends Estimate {
  readonly from: number;
  readonly to: number;
}

/** What was asked for, with noise: an estimate, a quantile, the bars of a histogram, or bounds; or why there is none. */
export type ReleasedValue =
  | Estimate
  | ComputedEstimate
  | QuantileEstimate
  | Withheld
  | { readonly bins: readonly Bin[] }
  | ReleasedBounds;

/** One group of an answer: its public key, and all values that were asked for. */
export interface AnswerRow {
  readonly key: Readonly<Record<string, ReleasedScalar>>;
  readonly values: Readonly<Record<string, ReleasedValue>>;
}

/** Applies the mechanisms of one question. */
export interface Releaser {
  /** Whether a group is shown at all: decided once, when its totals arrive. */
  shows(group: GroupResult): boolean;
  release(groups: readonly GroupResult[]): AnswerRow[];
  /** How many groups take a few milliseconds. */
  readonly groupsInTurn: number;
}

export function releaserOf(
  checked: CheckedPlan,
  mechanisms: readonly PricedMechanism[],
  below: Below,
  sampling: SamplingDesign = nothingDrawn,
): Releaser {
  const selection = selectionOf(mechanisms, below);
  const instruments = instrumentsOf(checked, mechanisms, below, selection);
  return {
    shows: selection === undefined ? () => true : selection.shows,
    release: groups => groups.map(group => rowOf(checked, group, instruments, sampling)),
    groupsInTurn: Math.max(1, Math.floor(VALUES_IN_TURN / valuesInGroup(checked))),
  };
}

/** So many take a few milliseconds. */
const VALUES_IN_TURN = 250;

const valuesInGroup = ({ aggregates, plan }: CheckedPlan): number =>
  aggregates.reduce((sum, one) => {
    if (one.kind === 'bounds') return sum + one.ranges.length;
    return sum + (one.kind === 'histogram' ? one.edges.length - 1 : 1);
  }, plan.afterwards.computed?.length ?? 0);

/** Few groups at a time, so that others on this thread have their turn between them, before and after. */
export async function toldInTurns(
  { release: tell, groupsInTurn }: Releaser,
  groups: readonly GroupResult[],
): Promise<AnswerRow[]> {
  if (groups.length <= groupsInTurn) return tell(groups);
  const told: AnswerRow[] = [];
  for (let place = 0; place < groups.length; place += groupsInTurn) {
    await immediately();
    told.push(...tell(groups.slice(place, place + groupsInTurn)));
  }
  await immediately();
  return told;
}

/** As many as a double tells apart. */
const LOTS = 2 ** 53;

interface Instruments {
  noiseOf(statistic: number): DrawnNoise;
  /** How far the noise goes upwards with at most this probability, in whole ones. */
  reach(statistic: number, probability: number): number;
  /** What private groups are shown by. */
  readonly selection: Selection | undefined;
  /** Uniform from 0 to below 1. */
  lot(): number;
  /** Draws the quantiles of one group. */
  quantiles(): DrawQuantile;
}

function rowOf(
  checked: CheckedPlan,
  group: GroupResult,
  instruments: Instruments,
  sampling: SamplingDesign,
): AnswerRow {
  const { results } = group;
  const keys = checked.grouping.keys.map(({ name, expression }, i) => [
    name,
    releasedScalar(group.key[i], expression.domain),
  ]);
  const release = releaseOf(instruments, checked.statistics, group);
  const chances = chancesOf({ checked, sampling, group, release });
  const isThere = isDrawn(sampling, group.key);
  const key: AnswerRow['key'] = Object.fromEntries(keys);
  const told: Telling = { instruments, quantile: instruments.quantiles(), results, chances };
  const values: Record<string, ReleasedValue> = Object.fromEntries(
    checked.aggregates.map(aggregate => [
      aggregate.name,
      isThere ? releasedValue(aggregate, told) : withheld('not_drawn'),
    ]),
  );
  const wider = (aggregate: CheckedAggregate, parts: number): ReleasedValue =>
    parts === 1 || !isThere || aggregate.kind === 'quantile'
      ? values[aggregate.name]
      : releasedValue(aggregate, told, parts);
  return Object.freeze({ key, values: { ...values, ...computedValues(checked, key, wider, sampling.drawn) } });
}

/** A statistic that several aggregates use was paid for once: its noise, and that of each of its bins, is drawn once. */
function releaseOf(instruments: Instruments, asked: CheckedPlan['statistics'], group: GroupResult): ReleaseStatistic {
  const drawn = new Map<string, { value: bigint; lot?: number }>();
  return ({ statistic, exact, statements, bin = 0, sampled }) => {
    const place = `${statistic} ${bin}`;
    const source = instruments.noiseOf(statistic);
    const known = drawn.get(place) ?? { value: source.noisy(exact, group) };
    drawn.set(place, known);
    const probability = 0.05 / statements;
    const noisy = inWholeOnes(known.value, source, probability, asked[statistic]);
    if (sampled === undefined) return noisy;
    known.lot ??= instruments.lot();
    return { ...noisy, sampled: { ...sampled, noise: source.noise, probability, lot: known.lot } };
  };
}

/** One group. */
interface Telling {
  readonly instruments: Instruments;
  readonly quantile: DrawQuantile;
  readonly results: GroupResult['results'];
  readonly chances: GroupStatistics;
}

function releasedValue(
  aggregate: CheckedAggregate,
  { instruments, quantile, results, chances }: Telling,
  /** Of so many whose intervals must all hold for another one to. */
  together = 1,
): ReleasedValue {
  if (aggregate.kind === 'quantile') {
    const drawn = quantile(aggregate, results[aggregate.uses[0]] as readonly ValueCount[], chances);
    // a count that was bought anyway may tell that there is perhaps nothing to draw from
    return chances.mayBeEmpty() ? withheld('too_few') : drawn;
  }
  if (aggregate.kind === 'bounds') {
    const [statistic] = aggregate.uses;
    const reach = (probability: number) => instruments.reach(statistic, probability);
    return releasedBounds(aggregate, results[statistic] as readonly ValueCount[], chances, reach);
  }
  if (aggregate.kind !== 'histogram') {
    const statements = statementsOf(aggregate, chances);
    const estimated = (parts: number) => {
      const release = (statistic: number) =>
        chances.release(statistic, results[statistic] as bigint, parts * statements);
      return estimate(aggregate, aggregate.uses.map(release), aggregate.moments?.map(release), 0.05 / parts);
    };
    const { selection } = instruments;
    if (selection?.statistic !== aggregate.uses[0]) return estimated(together);
    return givenShown(
      estimated(together),
      estimated(2 * together),
      Number(surelyShown(selection)) / (chances.chance?.rate ?? 1),
    );
  }
  const tallies = results[aggregate.uses[0]] as readonly ValueCount[];
  const edges = aggregate.edges.map(edge => toNumber(edge, 'nearest'));
  const rowsOf = new Map(tallies.map(({ value, rows }) => [value, rows]));
  const bins = edges.slice(1).map((to, i) => {
    const rows = rowsOf.get(BigInt(i)) ?? 0n;
    return { from: edges[i], to, ...scaledBy(1, chances.release(aggregate.uses[0], rows, 1, i)) };
  });
  return { bins };
}

function instrumentsOf(
  checked: CheckedPlan,
  mechanisms: readonly PricedMechanism[],
  below: Below,
  selection: Selection | undefined,
): Instruments {
  const noises = new Map<number, DrawnNoise>();
  for (const priced of mechanisms) {
    if (priced.mechanism.kind !== 'noise') continue;
    const noise = noiseFor(priced);
    const draw = noiseSource(below, noise);
    const source: DrawnNoise = { noise, noisy: exact => exact + draw(), reach: reachOf(noise) };
    for (const place of placesOf(priced.mechanism)) noises.set(place, source);
  }
  if (selection !== undefined) {
    const { statistic, noise, countOf } = selection;
    noises.set(statistic, { noise, noisy: (_, group) => countOf(group), reach: reachOf(noise) });
  }
  const noiseOf = (statistic: number): DrawnNoise => {
    const found = noises.get(statistic);
    invariant(found !== undefined, 'every released statistic has a mechanism that was priced');
    return found;
  };
  return {
    selection,
    noiseOf,
    reach: (statistic, probability) =>
      noiseOf(statistic).reach(2 * probability) / Number(checked.statistics[statistic].resolution),
    lot: () => below(LOTS) / LOTS,
    quantiles: quantileDraws(checked, mechanisms, below),
  };
}
