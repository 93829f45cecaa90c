/** All aggregates of a question: which statistics the engine adds up for them, and what is released. */
import { refuse } from '../../../vocabulary/index.ts';
import type { CheckedGrouping, CheckedPlan } from '../../checked-plan.ts';
import type { Aggregate, BoughtInterval } from '../../plan.ts';
import { weighted, withMoments } from './bought-interval.ts';
import { checkCount, checkUnits } from './count.ts';
import { checkCovariance } from './covariance.ts';
import { checkHistogram } from './histogram.ts';
import { checkMean } from './mean.ts';
import { checkQuantile } from './quantile.ts';
import type { CheckAggregate } from './question.ts';
import { questionnaire, type Setting } from './questionnaire.ts';
import { checkSum } from './sum.ts';
import { checkVariance } from './variance.ts';

const rules: { readonly [Kind in Aggregate['kind']]: CheckAggregate<Kind> } = {
  count: checkCount,
  units: checkUnits,
  sum: checkSum,
  mean: checkMean,
  variance: checkVariance,
  standardDeviation: checkVariance,
  covariance: checkCovariance,
  histogram: checkHistogram,
  quantile: checkQuantile,
};

export function checkAggregates(
  aggregates: readonly Aggregate[],
  setting: Setting,
  interval?: BoughtInterval,
): Pick<CheckedPlan, 'statistics' | 'mechanisms' | 'aggregates'> {
  checkNames(aggregates, setting.grouping);
  const { question, statistics, mechanisms } = questionnaire(setting);
  const checked = aggregates.map(aggregate =>
    (rules[aggregate.kind] as CheckAggregate<Aggregate['kind']>)(aggregate, question),
  );
  const single = setting.rowsPerUnit === 1n && setting.grouping.perUnit;
  const told = interval === undefined ? checked : withMoments(checked, { question, statistics, single });
  return {
    statistics: Object.freeze(statistics),
    mechanisms: Object.freeze(interval === undefined ? mechanisms : weighted(mechanisms, statistics, interval)),
    aggregates: Object.freeze(told),
  };
}

function checkNames(aggregates: readonly Aggregate[], { keys }: CheckedGrouping): void {
  if (aggregates.length === 0) refuse('value_out_of_range', 'A question needs at least one aggregate, such as count.');
  const names = [...keys, ...aggregates].map(({ name }) => name);
  const twice = names.find((name, i) => names.indexOf(name) < i);
  if (twice !== undefined)
    refuse('name_taken', `Two columns of the answer are called ${JSON.stringify(twice)}; rename one.`);
}
