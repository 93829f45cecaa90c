/** All aggregates of a question: which statistics the engine adds up for them, and what is released. */
import { refuse } from '../../../vocabulary/index.ts';
import type { CheckedGrouping, CheckedPlan } from '../../checked-plan.ts';
import type { Aggregate, BoughtInterval } from '../../plan.ts';
import { aggregateOf } from './aggregates.ts';
import { weighted, withMoments } from './bought-interval.ts';
import { type AggregateSetting, questionnaire } from './questionnaire.ts';

export function checkAggregates(
  aggregates: readonly Aggregate[],
  setting: AggregateSetting,
  interval?: BoughtInterval,
): Pick<CheckedPlan, 'statistics' | 'mechanisms' | 'aggregates'> {
  checkNames(aggregates, setting.grouping);
  const { question, statistics, mechanisms } = questionnaire(setting);
  const checked = aggregates.map(aggregate => aggregateOf(aggregate).check(aggregate, question));
  const single = setting.rowsPerUnit === 1n && setting.grouping.perUnit;
  const estimated = interval === undefined ? checked : withMoments(checked, { question, statistics, single });
  return {
    statistics: Object.freeze(statistics),
    mechanisms: Object.freeze(interval === undefined ? mechanisms : weighted(mechanisms, statistics, interval)),
    aggregates: Object.freeze(estimated),
  };
}

function checkNames(aggregates: readonly Aggregate[], { keys }: CheckedGrouping): void {
  if (aggregates.length === 0) refuse('value_out_of_range', 'A question needs at least one aggregate, such as count.');
  const names = [...keys, ...aggregates].map(({ name }) => name);
  const twice = names.find((name, i) => names.indexOf(name) < i);
  if (twice !== undefined)
    refuse('name_taken', `Two columns of the answer are named ${JSON.stringify(twice)}. Rename one.`);
}
