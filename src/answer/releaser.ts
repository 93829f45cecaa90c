/** Exact results in, released values out: what was priced is what is applied, mechanism by mechanism. */
import { setImmediate as immediately } from 'node:timers/promises';
import { drawQuantile, halfWidth, type Noise, noiseFor, noiseSource, rankError } from '../noise/index.ts';
import { toNumber } from '../numerics/index.ts';
import {
  type CheckedAggregate,
  type CheckedPlan,
  type EngineStatistic,
  type Estimate,
  estimate,
  type GroupResult,
  isDrawn,
  type Noisy,
  nothingDrawn,
  type PricedMechanism,
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
import {
  chancesOf,
  type GroupStatistics,
  type ReleaseStatistic,
  rankErrorOf,
  statementsOf,
} from './group-statistics.ts';
import { leastRate } from './sampling-errors.ts';
import { givenShown, noiseOf, type Selection, selectionOf } from './selection.ts';

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

/** What was asked for, with noise: an estimate, a quantile, or the bars of a histogram; or why there is none. */
export type ReleasedValue = Estimate | QuantileEstimate | Withheld | { readonly bins: readonly Bin[] };

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
  };
}

/** So many take a few milliseconds. */
const GROUPS_IN_TURN = 250;

/** Few groups at a time, so that others on this thread have their turn between them, before and after. */
export async function toldInTurns({ release: tell }: Releaser, groups: readonly GroupResult[]): Promise<AnswerRow[]> {
  if (groups.length <= GROUPS_IN_TURN) return tell(groups);
  const told: AnswerRow[] = [];
  for (let place = 0; place < groups.length; place += GROUPS_IN_TURN) {
    await immediately();
    told.push(...tell(groups.slice(place, place + GROUPS_IN_TURN)));
  }
  await immediately();
  return told;
}

/** As many as a double tells apart. */
const LOTS = 2 ** 53;

interface Instruments {
  noiseOf(statistic: number): Noise;
  /** Drawn anew, but for the count that a group was shown by. */
  noisy(statistic: number, exact: bigint, group: GroupResult): bigint;
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

/** Noise practically never goes farther. */
const NEVER = 1e-9;

/**
 * In whole ones, whatever the resolution. Where noise is so small that a whole number is the likely truth, it is released; numbers
 * and totals are also rounded where noise hides fractions anyway. Rounding is within the error and the interval.
 */
function inWholeOnes(drawn: bigint, noise: Noise, probability: number, { kind, resolution }: EngineStatistic): Noisy {
  const parts = Number(resolution);
  const exact = Number(drawn) / parts;
  const whole = Math.round(exact) + 0; // and never -0
  const reach = halfWidth(noise, NEVER) / parts;
  const isWhole = reach < 0.25 ? Math.abs(exact - whole) <= reach : kind !== 'weighted' && kind !== 'product';
  const value = isWhole ? whole : exact;
  return {
    value,
    variance: noise.variance / parts ** 2 + (exact - value) ** 2,
    halfWidth: halfWidth(noise, probability) / parts + Math.abs(exact - value),
  };
}

/** A statistic that several aggregates use was paid for once: its noise, and that of each of its bins, is drawn once. */
function releaseOf(instruments: Instruments, asked: CheckedPlan['statistics'], group: GroupResult): ReleaseStatistic {
  const drawn = new Map<string, { value: bigint; lot?: number }>();
  return ({ statistic, exact, statements, bin = 0, sampled }) => {
    const place = `${statistic} ${bin}`;
    const noise = instruments.noiseOf(statistic);
    const known = drawn.get(place) ?? { value: instruments.noisy(statistic, exact, group) };
    drawn.set(place, known);
    const probability = 0.05 / statements;
    const noisy = inWholeOnes(known.value, noise, probability, asked[statistic]);
    if (sampled === undefined) return noisy;
    known.lot ??= instruments.lot();
    return { ...noisy, sampled: { ...sampled, noise, probability, lot: known.lot } };
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
  const bins = edges.slice(1).map((to, i) => {
    const rows = tallies.find(({ value }) => value === BigInt(i))?.rows ?? 0n;
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
  const noises = new Map<number, { noise: Noise; draw: () => bigint }>();
  for (const priced of mechanisms) {
    if (priced.mechanism.kind !== 'noise') continue;
    const noise = noiseFor(priced);
    noises.set(priced.mechanism.statistic, { noise, draw: noiseSource(below, noise) });
  }
  const known = (statistic: number) => {
    const found = noises.get(statistic);
    invariant(found !== undefined, 'every released statistic has a mechanism that was priced');
    return found;
  };
  const selects = (statistic: number): boolean => selection?.statistic === statistic;
  return {
    selection,
    noiseOf: statistic => (selects(statistic) ? selection! : known(statistic)).noise,
    noisy: (statistic, exact, group) =>
      selects(statistic) ? selection!.countOf(group) : exact + known(statistic).draw(),
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

/** The standard error that noise alone will give each aggregate of one statistic; ratios depend on the data. */
export function expectedErrors(
  checked: CheckedPlan,
  mechanisms: readonly PricedMechanism[],
  sampling: SamplingDesign = nothingDrawn,
): Record<string, number> {
  const errors: Record<string, number> = {};
  for (const aggregate of checked.aggregates) {
    const priced = mechanisms.find(
      ({ mechanism }) => mechanism.kind !== 'quantile' && mechanism.statistic === aggregate.uses[0],
    );
    if (priced === undefined || aggregate.uses.length > 1) continue;
    const step = aggregate.kind === 'sum' ? toNumber(aggregate.step, 'nearest') : 1;
    const parts = Number(checked.statistics[aggregate.uses[0]].resolution);
    errors[aggregate.name] = (Math.sqrt(noiseOf(priced).variance) * step) / parts / leastRate(sampling);
  }
  return errors;
}
