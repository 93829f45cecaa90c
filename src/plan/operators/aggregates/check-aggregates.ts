/** All aggregates of a question: which statistics the engine adds up for them, and what is released. */

import { canonicalJson } from '../../../json/index.ts';
import { rational } from '../../../numerics/index.ts';
import { type Relation, refuse } from '../../../vocabulary/index.ts';
import type {
  CheckedAggregate,
  CheckedGrouping,
  CheckedPlan,
  Drawing,
  EngineStatistic,
  PlannedMechanism,
  Sensitivity,
} from '../../checked-plan.ts';
import { placesOf } from '../../costs/shares.ts';
import { checkExpression } from '../../expressions/check-expression.ts';
import type { Schema } from '../../expressions/columns.ts';
import type { Expression } from '../../expressions/expression.ts';
import { checkNamedOnce } from '../../named-once.ts';
import type { Aggregate, BoughtInterval } from '../../plan.ts';
import {
  checkProduct,
  checkWeighed,
  distinctSensitivity,
  endsSensitivity,
  inResolution,
  type PerRow,
  productSensitivity,
  quantileSensitivity,
  type RowBounds,
  tallySensitivity,
  totalSensitivity,
  unitsSensitivity,
} from '../sensitivity.ts';
import { aggregateOf } from './aggregates.ts';
import { weighted, withMoments } from './bought-interval.ts';
import { endsAreBetter, following, type MeanRule, meansOfEnds } from './joint-means.ts';
import { drawnJointly, type QuantileRule } from './joint-quantiles.ts';
import { jointSumsAreBetter, madeOfSquares } from './joint-variances.ts';
import type { AggregateContext, Basis, Wanted } from './question.ts';
import { type Selecting, selectingBy, spreadOf } from './selecting.ts';

export function checkAggregates(
  aggregates: readonly Aggregate[],
  setting: AggregateSetting,
  interval?: BoughtInterval,
): Pick<CheckedPlan, 'statistics' | 'mechanisms' | 'aggregates'> {
  if (aggregates.length === 0) refuse('value_out_of_range', 'A question needs at least one aggregate, such as count.');
  checkNamedOnce([...setting.grouping.keys, ...aggregates]);
  const { question, statistics, mechanisms, checked } =
    interval === undefined && setting.means !== 'centred' ? planned(aggregates, setting) : asked(aggregates, setting);
  const single = setting.rowsPerUnit === 1n && setting.grouping.perUnit;
  const estimated = interval === undefined ? checked : withMoments(checked, { question, statistics, single });
  return {
    statistics: Object.freeze(statistics),
    mechanisms: Object.freeze(interval === undefined ? mechanisms : weighted(mechanisms, statistics, interval)),
    aggregates: Object.freeze(estimated),
  };
}

/** With sums and numbers that follow from means, and with means and variances from joint sums where these make them more accurate. */
function planned(aggregates: readonly Aggregate[], setting: AggregateSetting): Questionnaire {
  const means = withMeans(aggregates, setting);
  const made = setting.means === 'joint' && !setting.drawn ? madeOfSquares(means.checked) : [];
  if (made.length === 0) return means;
  const together = asked(
    aggregates,
    setting,
    new Map([...means.bases, ...made.map(({ name }) => [name, 'squares'] as const)]),
  );
  const noises = { together: together.mechanisms.length, apart: means.mechanisms.length };
  return jointSumsAreBetter(made, noises, setting) ? together : means;
}

type Bases = ReadonlyMap<string, Basis>;

function withMeans(
  aggregates: readonly Aggregate[],
  setting: AggregateSetting,
): Questionnaire & { readonly bases: Bases } {
  const textOf = (of: Expression): string => canonicalJson(checkExpression(of, setting.schema));
  const plain = setting.rowsAreUnits && !setting.drawn;
  const sums = plain ? following(aggregates, ['sum'], textOf) : new Map();
  const centredSums: Bases = new Map([...sums.keys()].map(name => [name, 'centred']));
  const apart = { ...asked(aggregates, setting, centredSums), bases: centredSums };
  const means = setting.means === 'shared' ? [] : meansOfEnds(apart.checked);
  if (means.length === 0) return apart;
  const ofEnds = new Set(means.map(({ name }) => name));
  const basisOf = (alike: readonly { readonly name: string }[]): Basis =>
    alike.every(({ name }) => ofEnds.has(name)) ? 'ends' : 'centred';
  const bases: Bases = new Map<string, Basis>([
    ...[...ofEnds].map(name => [name, 'ends'] as const),
    ...[...sums, ...following(aggregates, ['countValues'], textOf)].map(
      ([name, alike]) => [name, basisOf(alike)] as const,
    ),
  ]);
  const together = { ...asked(aggregates, setting, bases), bases };
  const noises = { together: together.mechanisms.length, apart: apart.mechanisms.length };
  return endsAreBetter(means, noises, setting) ? together : apart;
}

/** `bases` are those of aggregates that have a choice, by name. */
function asked(aggregates: readonly Aggregate[], setting: AggregateSetting, bases: Bases = new Map()): Questionnaire {
  const { question, statistics, mechanisms } = questionnaire(setting, bases, selectingBy(aggregates, setting.means));
  const checked = aggregates.map(aggregate => aggregateOf(aggregate).check(aggregate, question));
  if (setting.quantiles === 'apart') return { question, statistics, mechanisms, checked };
  return { question, statistics, ...drawnJointly({ mechanisms, checked }, statistics) };
}

/** Where the aggregates stand: on the rows of a table, in groups, at most k rows' worth of a unit. */
interface AggregateSetting extends RowBounds {
  readonly schema: Schema;
  readonly grouping: CheckedGrouping;
  readonly rowsAreUnits: boolean;
  readonly relation: Relation;
  /** Whether the table is a sample, or a part of a split. */
  readonly drawn: boolean;
  readonly means: MeanRule;
  readonly quantiles: QuantileRule;
  /** How quantiles are drawn. */
  readonly drawing: Drawing;
}

export interface SharingRules {
  readonly means: MeanRule;
  readonly quantiles: QuantileRule;
}

/** A mechanism like all others. */
type Unweighted = OmitWeight<PlannedMechanism>;
type OmitWeight<Kind> = Kind extends PlannedMechanism ? Omit<Kind, 'weight'> : never;

interface Questionnaire {
  readonly question: AggregateContext;
  readonly statistics: EngineStatistic[];
  readonly mechanisms: PlannedMechanism[];
  readonly checked: readonly CheckedAggregate[];
}

/** Collects what the aggregates of one question need: a statistic that several use is asked, and paid for, once. */
function questionnaire(setting: AggregateSetting, bases: Bases, selecting: Selecting): Omit<Questionnaire, 'checked'> {
  const statistics: EngineStatistic[] = [];
  const mechanisms: PlannedMechanism[] = [];
  const places = new Map<string, number>();
  // found by what they are, or at once where they are of no values: one question may have thousands
  const ofRows = new Map<Wanted['kind'], number>();
  const place = (wanted: Wanted): number => {
    if ('of' in wanted || 'factors' in wanted) return placeOf(wanted);
    const found = ofRows.get(wanted.kind) ?? placeOf(wanted);
    ofRows.set(wanted.kind, found);
    return found;
  };
  const placeOf = (wanted: Wanted): number => {
    const statistic = statisticOf(wanted, setting, statistics);
    const text = canonicalJson(statistic);
    const found = places.get(text) ?? statistics.push(statistic) - 1;
    places.set(text, found);
    return found;
  };
  const noisy = new Set<number>();
  const isNoisy = (statistic: number): boolean => noisy.has(statistic);
  const release = (unweighted: Unweighted): number => {
    const mechanism: PlannedMechanism = Object.freeze({ ...unweighted, weight: rational.one });
    if (!('drawing' in mechanism)) for (const statistic of placesOf(mechanism)) noisy.add(statistic);
    return mechanisms.push(mechanism) - 1;
  };
  const isPrivate = setting.grouping.kind === 'private';
  if (isPrivate) {
    const statistic = place({ kind: selecting.by });
    const { sensitivity } = statistics[statistic];
    release({ kind: 'selection', statistic, sensitivity, spread: spreadOf(selecting, setting) });
  }
  const question: AggregateContext = {
    check: expression => checkExpression(expression, setting.schema),
    isSample: setting.drawn,
    noisy: wanted => {
      // the count that a group is shown by is released as it is
      const statistic = place(isPrivate && wanted.kind === selecting.counts ? { kind: selecting.by } : wanted);
      if (!isNoisy(statistic)) release({ kind: 'noise', statistic, sensitivity: statistics[statistic].sensitivity });
      return statistic;
    },
    basisOf: name => bases.get(name),
    joint: sums => {
      const places = sums.map(of => place({ kind: 'weighted', of }));
      const [statistic, ...also] = places;
      const plain = endsSensitivity(sums[0].domain.high, setting);
      const sensitivity = inResolution(plain, statistics[statistic].resolution);
      if (!places.every(isNoisy)) release({ kind: 'noise', statistic, also: Object.freeze(also), sensitivity });
      return Object.freeze(places);
    },
    drawn: (of, rank) => {
      const statistic = place({ kind: 'values', of });
      const sensitivity = quantileSensitivity(rank, setting.grouping, setting.rowsPerUnit);
      return {
        statistic,
        mechanism: release({
          kind: 'quantile',
          statistic,
          rank,
          drawing: setting.drawing,
          sensitivity: inResolution(sensitivity, statistics[statistic].resolution),
        }),
      };
    },
  };
  return { question, statistics, mechanisms };
}

function statisticOf(wanted: Wanted, setting: AggregateSetting, known: readonly EngineStatistic[]): EngineStatistic {
  const plain = sensitivityOf(wanted, setting, known);
  const resolution = resolutionOf(wanted, plain, setting, known);
  const sensitivity = inResolution(plain, resolution);
  if (wanted.kind === 'product') checkProduct(sensitivity);
  else checkWeighed(sensitivity, setting);
  if (!('of' in wanted) || wanted.kind === 'distinct') return Object.freeze({ ...wanted, sensitivity, resolution });
  const { low, high, step } = wanted.of.domain;
  return Object.freeze({ kind: wanted.kind, of: wanted.of, low, high, step, sensitivity, resolution });
}

function sensitivityOf(wanted: Wanted, setting: AggregateSetting, known: readonly EngineStatistic[]): Sensitivity {
  const { grouping } = setting;
  switch (wanted.kind) {
    case 'rows':
    case 'chosen':
      return totalSensitivity({ low: 0n, high: 1n }, grouping, setting);
    case 'units':
    case 'shown':
      return unitsSensitivity(grouping);
    case 'total':
    case 'weighted':
      return totalSensitivity(wanted.of.domain, grouping, setting);
    case 'values':
      return tallySensitivity(setting);
    case 'distinct':
      return distinctSensitivity(grouping, setting);
    case 'product': {
      const [one, other] = wanted.factors.map(place => perRow(known[place]));
      const same = wanted.factors[0] === wanted.factors[1];
      return productSensitivity(one, same ? 'itself' : other, grouping, setting);
    }
  }
}

/** Whole numbers do where no unit adds a fraction. */
function resolutionOf(
  wanted: Wanted,
  { addRemove }: Sensitivity,
  { grouping, rowsAreUnits }: AggregateSetting,
  known: readonly EngineStatistic[],
): bigint {
  if (wanted.kind === 'product') return wanted.factors.map(place => known[place].resolution).reduce((a, b) => a * b);
  if (rowsAreUnits || !hasFractions(wanted, grouping)) return 1n;
  return resolutionFor(addRemove);
}

function hasFractions({ kind }: Wanted, { perUnit, groups, groupsPerUnit }: CheckedGrouping): boolean {
  switch (kind) {
    case 'rows':
    case 'total':
      return !perUnit;
    case 'units':
      return !perUnit && !(groups !== undefined && groups <= groupsPerUnit);
    case 'weighted':
    case 'values':
      return true;
    default:
      return false;
  }
}

/** What one row adds to a statistic of rows. */
const perRow = (statistic: EngineStatistic): PerRow =>
  'low' in statistic ? { low: statistic.low, high: statistic.high } : { low: 0n, high: 1n };

/** What one unit adds at most is so many bits of 1/resolution, or more. */
const BITS = 40;

/**
 * How finely what units add is counted. A unit with more rows than may count adds fractions of rows and of sums; they are cut
 * to whole numbers of 1/resolution, and so are bound and noise, so that privacy and noise are as without it.
 *
 * A power of two, for what one unit adds at most. Cutting is off by less than 1/resolution a unit and group: of a billion of
 * them together by less than a thousandth of what one unit may add, which noise hides. Only the limits of sums of crowded units in
 * groups are off by that times the end of their range: a millionth of it where the range has a million steps.
 */
const resolutionFor = (most: bigint): bigint => 1n << BigInt(Math.max(0, BITS - (most.toString(2).length - 1)));
