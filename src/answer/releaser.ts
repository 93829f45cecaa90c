/** Exact results in, released values out: what was priced is what is applied, mechanism by mechanism. */
import { setImmediate as immediately } from 'node:timers/promises';
import { drawQuantile, noiseFor, noiseSource, rankError } from '../noise/index.ts';
import { toNumber } from '../numerics/index.ts';
import {
  type CheckedAggregate,
  type CheckedPlan,
  type Estimate,
  estimate,
  type GroupResult,
  isDrawn,
  nothingDrawn,
  type PricedMechanism,
  placesOf,
  type ReleasedScalar,
  releasedScalar,
  type SamplingDesign,
  scaledBy,
  type ValueCount,
  type Withheld,
  withheld,
} from '../plan/index.ts';
import type { Below } from '../random/index.ts';
import { invariant } from '../vocabulary/index.ts';
import { type DrawnNoise, inWholeOnes, reachOf } from './drawn-noise.ts';
import {
  chancesOf,
  type GroupStatistics,
  type ReleaseStatistic,
  rankErrorOf,
  statementsOf,
} from './group-statistics.ts';
import { type ReleasedBounds, releasedBounds } from './released-bounds.ts';
import { givenShown, type Selection, selectionOf } from './selection.ts';

/**
 * A quantile's error is known in ranks, not in values: so many rows may lie between it and the true one. Null where that is
 * not known, because a sample alone does not tell how many rows there are. A count in the same question does, where it can be
 * asked.
 */
export interface QuantileEstimate {
  /** Of dates and timestamps it is one, as text. */
  readonly estimate: number | string;
  readonly standardError: null;
  readonly interval95: null;
  readonly rankError95: number | null;
}

/** One bar of a histogram: from its lower edge, which belongs to it, to its upper edge. */
export interface Bin extends Estimate {
  readonly from: number;
  readonly to: number;
}

/** What was asked for, with noise: an estimate, a quantile, the bars of a histogram, or bounds; or why there is none. */
export type ReleasedValue = Estimate | QuantileEstimate | Withheld | { readonly bins: readonly Bin[] } | ReleasedBounds;

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

const valuesInGroup = ({ aggregates }: CheckedPlan): number =>
  aggregates.reduce((sum, one) => {
    if (one.kind === 'bounds') return sum + one.ranges.length;
    return sum + (one.kind === 'histogram' ? one.edges.length - 1 : 1);
  }, 0);

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
  quantile(aggregate: Quantile, tallies: readonly ValueCount[], chances: GroupStatistics): QuantileEstimate;
}

type Quantile = Extract<CheckedAggregate, { readonly kind: 'quantile' }>;

function rowOf(
  checked: CheckedPlan,
  group: GroupResult,
  instruments: Instruments,
  sampling: SamplingDesign,
): AnswerRow {
  const { key, results } = group;
  const keys = checked.grouping.keys.map(({ name, expression }, i) => [
    name,
    releasedScalar(key[i], expression.domain),
  ]);
  const release = releaseOf(instruments, checked.statistics, group);
  const chances = chancesOf({ checked, sampling, group, release });
  const isThere = isDrawn(sampling, key);
  const values = checked.aggregates.map(aggregate => [
    aggregate.name,
    isThere ? releasedValue(aggregate, results, instruments, chances) : withheld('not_drawn'),
  ]);
  return Object.freeze({ key: Object.fromEntries(keys), values: Object.fromEntries(values) });
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

function releasedValue(
  aggregate: CheckedAggregate,
  results: GroupResult['results'],
  instruments: Instruments,
  chances: GroupStatistics,
): ReleasedValue {
  if (aggregate.kind === 'quantile') {
    const drawn = instruments.quantile(aggregate, results[aggregate.uses[0]] as readonly ValueCount[], chances);
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
      return estimate(aggregate, aggregate.uses.map(release), aggregate.moments?.map(release));
    };
    const { selection } = instruments;
    if (selection?.statistic !== aggregate.uses[0]) return estimated(1);
    return givenShown(estimated(1), estimated(2), Number(selection.threshold) / (chances.chance?.rate ?? 1));
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
    quantile({ mechanism, domain }, tallies, chances) {
      const question = quantileQuestion(checked, mechanisms[mechanism]);
      const drawn = releasedScalar(drawQuantile(below, tallies, question), domain);
      invariant(typeof drawn === 'number' || typeof drawn === 'string', 'a quantile is a number or a moment');
      return {
        estimate: drawn,
        standardError: null,
        interval95: null,
        rankError95: rankErrorOf(chances, question.rank, probability => rankError(question, probability)),
      };
    },
  };
}

function quantileQuestion(checked: CheckedPlan, { mechanism, share, sensitivity }: PricedMechanism) {
  const statistic = checked.statistics[mechanism.statistic];
  invariant(mechanism.kind === 'quantile' && 'low' in statistic, 'a quantile is drawn from values with public bounds');
  const { low, high, resolution } = statistic;
  return {
    low,
    high,
    resolution,
    rank: mechanism.rank,
    epsilon: share.epsilon,
    sensitivity,
    drawing: mechanism.drawing,
  };
}
