/** Stratified samples leave people out: estimates are about the strata that were drawn, say so, and hold for them. */
import { expect, test } from 'vitest';
import type { Answered, ReleasedValue } from '../../src/answer.ts';
import type { Estimate } from '../../src/plan/estimates/index.ts';
import { stratified } from '../../src/plan/operators/index.ts';
import { when } from '../../src/query/index.ts';
import type { Visit } from '../support/clinic.ts';
import { CLEARLY, type Clinical, inTheClinic } from '../support/sampled-clinic.ts';

/** Of a thousand people 640 are in wards A and B, the others elsewhere: in C, in a ward that the policy does not list, nowhere. */
const thousand: readonly Visit[] = Array.from({ length: 1000 }, (_, i) => {
  const ward = i < 320 ? 'A' : i < 640 ? 'B' : ['C', 'elsewhere', undefined][i % 3];
  return { patient: `p${i}`, age: i % 90, town: 'Ulm', cost: i < 640 ? i % 50 : 100, ...(ward && { ward }) };
});

const asked = <T>(work: (data: Clinical) => Promise<T>) =>
  inTheClinic(async (data, clinic) => {
    clinic.fill(thousand);
    return work(data);
  });

const sampled = (data: Clinical, name: string) =>
  data.table('visits').sample(stratified('ward', { A: 0.5, B: 0.5 }), { name });

const releasedOf = ({ rows }: Answered, ward: string | null, name: string): ReleasedValue =>
  rows.find(({ key }) => key.ward === ward)!.values[name];

test('a number of people is that of the strata, which the answer names', () =>
  asked(async data => {
    const answer = await sampled(data, 'x').units().ask(CLEARLY);
    expect(answer.sample).toEqual({
      name: 'x',
      scheme: 'stratified',
      rate: null,
      strata: [{ by: 'ward', values: ['A', 'B'] }],
    });
    const { estimate, standardError, interval95 } = answer.rows[0].values.units as Estimate;
    // six standard errors: an interval that holds 95 times in 100 would fail this test five times in 100
    expect(Math.abs(estimate - 640)).toBeLessThan(6 * standardError);
    expect(interval95[1]).toBeLessThan(1000);
  }));

test('who was left out is no group of zero: nothing is released about them', () =>
  asked(async data => {
    const answer = await sampled(data, 'x').units().by('ward').ask(CLEARLY);
    expect(answer.rows).toHaveLength(4);
    for (const ward of ['A', 'B'])
      expect(Math.abs((releasedOf(answer, ward, 'units') as Estimate).estimate - 320)).toBeLessThan(80);
    for (const ward of ['C', null])
      expect(releasedOf(answer, ward, 'units')).toEqual({
        estimate: null,
        standardError: null,
        interval95: null,
        reason: 'not_drawn',
      });
  }));

test.each([
  ['mean', (data: Clinical) => sampled(data, 'x').mean('cost').by('ward')],
  ['variance', (data: Clinical) => sampled(data, 'x').variance('cost').by('ward')],
  ['covariance', (data: Clinical) => sampled(data, 'x').covariance('cost', 'age').by('ward')],
])('%s by the stratum, with intervals that were bought', (_, questionOf) =>
  asked(async data => {
    const answer: Answered = await questionOf(data).ask({ ...CLEARLY, interval: { share: 0.3 } });
    const [name] = Object.keys(answer.rows[0].values);
    for (const ward of ['A', 'B'])
      expect(releasedOf(answer, ward, name)).toHaveProperty('standardError', expect.any(Number));
    for (const ward of ['C', null]) expect(releasedOf(answer, ward, name)).toHaveProperty('reason', 'not_drawn');
  }),
);

test('another column of the same name is no stratum', () =>
  asked(async data => {
    const renamed = (rates: { readonly A: number; readonly B: number }, name: string) =>
      data
        .table('visits')
        .sample(stratified('ward', rates), { name })
        .select('town')
        .derive(({ town }) => ({ ward: when(town.is('Ulm'), 'B').otherwise('C') }))
        .units()
        .by('ward');
    const even = await renamed({ A: 0.5, B: 0.5 }, 'even').ask(CLEARLY);
    // all 640 are from Ulm, whatever their ward is called now
    expect(Math.abs((releasedOf(even, 'B', 'units') as Estimate).estimate - 640)).toBeLessThan(120);
    await expect(renamed({ A: 0.1, B: 0.5 }, 'uneven').ask(CLEARLY)).rejects.toMatchObject({
      code: 'sampling_unsupported',
    });
  }));

test('an interval that was bought holds what is true of the strata, not of everybody', () =>
  asked(async data => {
    const costs = thousand.slice(0, 640).map(({ cost }) => Number(cost));
    const truth = costs.reduce((sum, cost) => sum + cost, 0) / costs.length;
    let held = 0;
    for (let run = 0; run < 60; run += 1) {
      const answer = await sampled(data, `run-${run}`)
        .mean('cost')
        .ask({ ...CLEARLY, interval: { share: 0.5 } });
      const { interval95 } = answer.rows[0].values.mean_cost as Estimate;
      held += interval95[0] <= truth && truth <= interval95[1] ? 1 : 0;
    }
    // of sixty times 95 in 100 fewer than 51 are one in a thousand
    expect(held).toBeGreaterThanOrEqual(51);
  }));
