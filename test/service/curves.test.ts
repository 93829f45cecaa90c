import { expect, test } from 'vitest';
import { price } from '../../src/accounting/index.ts';
import { countsOf, exactRate, failureChance, guarantee } from '../../src/release/rates/index.ts';
import { pricedRates, releaseChances } from '../../src/service/contract/curves.ts';
import { errorsByRate } from '../../src/service/contract/learning.ts';
import { countPrivacy } from '../../src/service/contract/statistical.ts';
import { propertyDelta } from '../../src/statistical/index.ts';
import { served } from '../support/served.ts';

test('prices along rates are those of the accountant', () =>
  served(async ({ call }) => {
    const cost = { epsilon: 1, replace: 1 };
    const payload = { operator: 'bernoulli', cost, rates: [0.05, 0.5, 1] };
    const { body } = await call('ada', 'POST', '/v1/price/rates', { payload });
    expect(pricedRates.parse(body)).toEqual(body);
    expect(body.rates).toEqual(payload.rates.map(rate => ({ rate, ...price({ operator: 'bernoulli', rate, cost }) })));
    const replaced = await call('ada', 'POST', '/v1/price/rates', { payload: { ...payload, relation: 'replace-one' } });
    expect(replaced.body.rates[0].epsilon).toBeCloseTo(Math.log((0.95 + 0.05 * Math.E) / 1), 9);
  }));

test('the chance that a sample betrays somebody: of all, and value by value', () =>
  served(async ({ call }) => {
    const payload = { counts: [1, 1, 3, 40], epsilon: 1, delta: 0.001, rates: [0.05, 0.2] };
    const { body } = await call('ada', 'POST', '/v1/release/chance', { payload });
    expect(releaseChances.parse(body)).toEqual(body);
    const promised = guarantee({ epsilon: 1, delta: 0.001 });
    const table = countsOf(payload.counts);
    expect(body.exactRate).toBe(exactRate(table, promised));
    expect(body.most).toEqual([0, 0, 1, 20]);
    for (const { rate, delta, byValue } of body.rates) {
      expect(delta).toBe(failureChance(table, promised)(rate));
      expect(byValue[0]).toBeCloseTo(rate, 12);
      expect(1 - byValue.reduce((kept: number, chance: number) => kept * (1 - chance), 1)).toBeCloseTo(delta, 12);
    }
  }));

test('an exact count, sampled and not', () =>
  served(async ({ call }) => {
    const query = { entries: 1000, probability: 0.5 };
    const payload = { ...query, epsilons: [0, 0.05], falsePositiveRates: [0.05] };
    const whole = (await call('ada', 'POST', '/v1/statistical/property', { payload })).body;
    expect(countPrivacy.parse(whole)).toEqual(whole);
    expect(whole.curve[1].delta.exact).toBeCloseTo(0.007933946, 8);
    expect(whole.tradeOff[0].falseNegativeRate.exact).toBeLessThan(0.95);
    const sampling = { kind: 'without-replacement', size: 100 } as const;
    const sampled = (await call('ada', 'POST', '/v1/statistical/property', { payload: { ...payload, sampling } })).body;
    expect(sampled.curve[1].delta).toEqual(propertyDelta(query, sampling)(0.05).delta);
    expect(sampled.composes).toBe(false);
  }));

test('the example of a lesson: sampling helps the median and not the mean, for the same charge', () =>
  served(async ({ call }) => {
    const { body } = await call('ada', 'GET', '/v1/learn/rates');
    expect(errorsByRate.parse(body)).toEqual(body);
    const last = body.median.rates.length - 1;
    expect(body.mean.best.rate).toBe(1);
    expect(body.median.best.rate).toBeLessThan(0.5);
    expect(body.median.rates[last].error).toBeGreaterThan(1.5 * body.median.best.error);
    for (const { sampling, noise, error } of [...body.mean.rates, ...body.median.rates])
      expect(Math.hypot(sampling, noise)).toBeCloseTo(error, 2);
    expect((await call('ada', 'GET', '/v1/learn/rates')).body).toEqual(body);
  }));

const [price1, chance, property] = ['/v1/price/rates', '/v1/release/chance', '/v1/statistical/property'];
const many = (length: number, entry: number): number[] => Array<number>(length).fill(entry);

test.each([
  ['strangers', null, chance, {}, 401, 'token_missing'],
  [
    'rates that are none',
    'ada',
    price1,
    { operator: 'bernoulli', cost: { epsilon: 1, replace: 1 }, rates: [2] },
    400,
    'body_invalid',
  ],
  [
    'too many rates',
    'ada',
    price1,
    { operator: 'bernoulli', cost: { epsilon: 1, replace: 1 }, rates: many(101, 0.5) },
    400,
    'body_invalid',
  ],
  [
    'too many values',
    'ada',
    chance,
    { counts: many(201, 5), epsilon: 1, delta: 0.1, rates: [0.1] },
    400,
    'body_invalid',
  ],
  [
    'a value that nobody has',
    'ada',
    chance,
    { counts: [0], epsilon: 1, delta: 0.1, rates: [0.1] },
    400,
    'body_invalid',
  ],
  [
    'a promise that is none',
    'ada',
    chance,
    { counts: [5], epsilon: 0, delta: 0.1, rates: [0.1] },
    422,
    'value_out_of_range',
  ],
  ['too many entries', 'ada', property, { entries: 1e6, probability: 0.5 }, 400, 'body_invalid'],
  ['a certain property', 'ada', property, { entries: 10, probability: 1 }, 422, 'value_out_of_range'],
] as const)('%s are refused', (_, caller, url, payload, status, code) =>
  served(async ({ call }) => {
    expect(await call(caller, 'POST', url, { payload })).toMatchObject({ status, body: { code } });
  }),
);
