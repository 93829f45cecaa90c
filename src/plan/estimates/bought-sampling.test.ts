import { expect, test } from 'vitest';
import { by, column, plan } from '../../../test/support/plan-builders.ts';
import { practice, sampled } from '../../../test/support/sampled-releaser.ts';
import { check } from '../check.ts';
import type { Aggregate, PlanTable } from '../plan.ts';
import { samplingOf } from './sampling.ts';

const policy = await practice(3);
const sum: Aggregate = { kind: 'sum', name: 'sum', of: column('cost') };
const mean: Aggregate = { kind: 'mean', name: 'mean', of: column('cost') };

const coin = (input?: PlanTable): PlanTable => sampled({ kind: 'bernoulli', rate: '0.5' }, input);
const hundred = (input?: PlanTable): PlanTable => sampled({ kind: 'fixed-size', size: 100 }, input);
const part = sampled({ kind: 'fraction', rate: '0.5' });
const strata = (rate: string): PlanTable =>
  sampled({ kind: 'stratified', by: 'ward', rates: ['A', 'B'].map(stratum => ({ stratum, rate })) });

/** Whether intervals are sold; `size` is the public number of units. */
function isSold(input: PlanTable, aggregate: Aggregate, size?: number): boolean {
  const checked = check({ ...plan(input, [aggregate], by('ward')), interval: { share: '0.2' } }, policy);
  try {
    return samplingOf(checked, size).drawn;
  } catch (refusal) {
    expect(refusal).toMatchObject({ code: expect.stringMatching(/^(interval_unavailable|size_not_public)$/) });
    return false;
  }
}

test.each<[string, PlanTable, number | undefined, { readonly total: boolean; readonly ratio: boolean }]>([
  ['a coin', coin(), undefined, { total: true, ratio: true }],
  ['a coin of a coin', coin(coin()), undefined, { total: true, ratio: true }],
  ['coins by stratum', strata('0.5'), undefined, { total: true, ratio: true }],
  ['coins that leave nobody out', strata('1'), undefined, { total: false, ratio: false }],
  ['so many of publicly many', hundred(), 400, { total: true, ratio: true }],
  ['all of publicly many', hundred(), 100, { total: false, ratio: false }],
  ['so many of secretly many', hundred(), undefined, { total: false, ratio: false }],
  ['a part of secretly many', part, undefined, { total: false, ratio: true }],
  ['a coin of a part', coin(part), undefined, { total: false, ratio: true }],
  ['a coin of so many', coin(hundred()), 400, { total: false, ratio: true }],
])('%s', (_, input, size, sold) => {
  expect({ total: isSold(input, sum, size), ratio: isSold(input, mean, size) }).toEqual(sold);
});
