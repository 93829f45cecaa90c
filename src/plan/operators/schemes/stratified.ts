/** A coin for every unit whose rate is that of its public stratum; who is in none of the listed strata is left out. */
import type { Sample } from '../../../accounting/index.ts';
import { frozen } from '../../../json/index.ts';
import { refuse } from '../../../vocabulary/index.ts';
import type { Schema } from '../../expressions/columns.ts';
import { constantColumn, keyColumn, valueNamed } from '../../expressions/key-value.ts';
import { decimal, listOf, record, text } from '../../parsing/node-bricks.ts';
import { byName, rateOf, realised, thresholdOf } from '../../rate.ts';
import type { Scheme, StratumThreshold } from './scheme.ts';

export interface Stratified<By extends string = string, Stratum extends string = string> {
  readonly kind: 'stratified';
  readonly by: By;
  readonly rates: readonly StratumRate<Stratum>[];
}

interface StratumRate<Stratum extends string = string> {
  /** A value of the column by its one name: a text itself, true, false, plain digits. */
  readonly stratum: Stratum;
  readonly rate: string;
}

/** Bernoulli sampling with a rate for each public value of the person; values that are not listed are left out. */
export const stratified = <By extends string, Stratum extends string>(
  by: By,
  rates: { readonly [Name in Stratum]: number },
) => frozen({ kind: 'stratified', by, rates: byName(rates, (stratum, rate) => ({ stratum, rate })) } as const);

export const stratifiedSample: Scheme<Stratified, Sample> = {
  shape: { by: text, rates: listOf(record<StratumRate>({ stratum: text, rate: decimal })) },
  random: true,
  byUnit: true,
  ofAll: false,
  membership: (scheme, schema) =>
    Object.freeze({ kind: 'strata', by: scheme.by, thresholds: Object.freeze(thresholdsOf(scheme, schema)) }),
  // a unit may have no value, and so belong to no stratum: the rate there is 0
  rule: ({ rates }) => ({
    operator: 'stratified',
    rates: [...rates.map(({ rate }) => realised(thresholdOf(rateOf(rate)))), 0],
  }),
  size: () => undefined,
  rate: () => undefined,
  most: ({ rates }) => rates.reduce((most, each) => (Number(each.rate) > Number(most.rate) ? each : most)),
  strata: ({ by, rates }) => ({ by, values: rates.map(({ stratum }) => stratum) }),
  words: ({ by, rates }) =>
    `sample each unit by ${by}: ${rates.map(({ stratum, rate }) => `${JSON.stringify(stratum)} at ${rate}`).join(', ')}`,
  tableSample: {
    instead: 'SQL has no syntax for it; use .sample(stratified(...)) in the library, or write BERNOULLI(percent)',
  },
};

function thresholdsOf({ by, rates }: Stratified, schema: Schema): StratumThreshold[] {
  const column = keyColumn(schema, constantColumn(schema, by, 'A stratum').name);
  const thresholds = rates.map(({ stratum, rate }) =>
    Object.freeze({ value: valueNamed(column, stratum), threshold: thresholdOf(rateOf(rate)) }),
  );
  const distinct = new Set(thresholds.map(({ value }) => value)).size;
  if (distinct >= 1 && distinct === rates.length) return thresholds;
  return refuse('value_out_of_range', 'A stratified sample needs at least one stratum, and each stratum once.');
}
