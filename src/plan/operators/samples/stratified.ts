/** A coin for every unit whose rate is that of its public stratum; who is in none of the listed strata is left out. */
import { refuse } from '../../../vocabulary/index.ts';
import type { Schema, StratumThreshold } from '../../checked-plan.ts';
import { keyColumn, valueNamed } from '../../key-value.ts';
import { rateOf, realised, thresholdOf } from '../../rate.ts';
import { constantColumn } from '../drawn.ts';
import type { SampleOperator, SchemeOf } from './sample-operator.ts';

export const stratified: SampleOperator<'stratified'> = {
  random: true,
  byUnit: true,
  membership: (scheme, schema) =>
    Object.freeze({ kind: 'strata', by: scheme.by, thresholds: Object.freeze(thresholdsOf(scheme, schema)) }),
  // a unit may have no value, and so belong to no stratum: the rate there is 0
  sample: ({ rates }) => ({
    operator: 'stratified',
    rates: [...rates.map(({ rate }) => realised(thresholdOf(rateOf(rate)))), 0],
  }),
  size: () => undefined,
};

function thresholdsOf({ by, rates }: SchemeOf<'stratified'>, schema: Schema): StratumThreshold[] {
  const column = keyColumn(schema, constantColumn(schema, by, 'A stratum').name);
  const thresholds = rates.map(({ stratum, rate }) =>
    Object.freeze({ value: valueNamed(column, stratum), threshold: thresholdOf(rateOf(rate)) }),
  );
  const distinct = new Set(thresholds.map(({ value }) => value)).size;
  if (distinct >= 1 && distinct === rates.length) return thresholds;
  return refuse('value_out_of_range', 'A stratified sample lists at least one stratum, and each one once.');
}
