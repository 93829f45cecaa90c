/** Intervals that are bought, through the whole road: what they cost, what is told, and where none is sold. */
import { describe, expect, test } from 'vitest';
import type { Answered, DerivationStep } from '../../src/answer.ts';
import { bernoulli, fixedSize, fraction } from '../../src/query/index.ts';
import { inTheClinic } from '../support/sampled-clinic.ts';

const HALF = { epsilon: 4, interval: { share: 0.5 } };

const widthOf = ({ rows }: Answered, name: string, row = 0): number => {
  const released = rows[row].values[name];
  return 'interval95' in released && released.interval95 ? released.interval95[1] - released.interval95[0] : Number.NaN;
};

const mechanisms = (steps: readonly DerivationStep[]) => steps.filter(({ operator }) => operator === 'noise');

test('the share is spent on squares, within what the question may charge', () =>
  inTheClinic(async data => {
    const sample = data.table('visits').sample(bernoulli(0.25), { name: 'june' });
    const before = sample.sum('cost').explain(HALF);
    const { charged, inner, derivation } = await sample.sum('cost').ask(HALF);
    expect(charged.epsilon).toBeLessThanOrEqual(4);
    expect(charged.epsilon).toBeCloseTo(4, 9);
    const [total, squares] = mechanisms(derivation.steps);
    expect([total.parameters, squares.parameters]).toEqual([
      { statistic: 'total' },
      { statistic: 'product', for: 'interval' },
    ]);
    expect(total.epsilon).toBeCloseTo(inner.epsilon! / 2, 9);
    expect(squares.epsilon).toBeCloseTo(inner.epsilon! / 2, 9);
    expect(derivation.plan.interval).toEqual({ share: '0.5' });
    expect(before.charged).toEqual(charged);
    expect(mechanisms(before.steps)).toEqual([total, squares]);
    expect(before.sql).toMatch(/CAST\("added" AS HUGEINT\) \* CAST\("added" AS HUGEINT\)/);
    expect(before.otherRates.map(({ rate }) => rate)).not.toContain(1);
  }));

test('the interval is shorter than the free one', () =>
  inTheClinic(async data => {
    const sample = data.table('visits').sample(bernoulli(0.25), { name: 'june' });
    for (const [question, name] of [
      [sample.sum('cost'), 'sum_cost'],
      [sample.mean('age'), 'mean_age'],
      [sample.sum('cost').by('ward'), 'sum_cost'],
    ] as const) {
      const plain = await question.ask({ inner: { epsilon: 100 } });
      const tight = await question.ask({ inner: { epsilon: 100 }, interval: { share: 0.3 } });
      expect(tight.recorded).toBe(false);
      expect(widthOf(tight, name), name).toBeLessThan(0.9 * widthOf(plain, name));
    }
  }));

test('a repeat with the same share is recorded, with another one it is another question', () =>
  inTheClinic(async data => {
    const question = data.table('visits').sample(bernoulli(0.25), { name: 'june' }).count();
    const ask = (share?: number | string) =>
      question.ask({ epsilon: 0.1, ...(share !== undefined && { interval: { share } }) });
    await ask();
    const first = await ask(0.2);
    const again = await ask('0.20');
    expect([first.recorded, again.recorded]).toEqual([false, true]);
    expect(again.rows).toEqual(first.rows);
    expect((await ask(0.3)).recorded).toBe(false);
    expect((await ask()).recorded).toBe(true);
  }));

test('a plan that another program sends may carry it', () =>
  inTheClinic(async data => {
    const { plan } = data.table('visits').sample(bernoulli(0.25)).count();
    const sent = JSON.parse(JSON.stringify({ ...plan, interval: { share: '0.2' } }));
    const { derivation } = await data.plan(sent).ask({ epsilon: 1 });
    expect(mechanisms(derivation.steps)).toHaveLength(2);
    for (const interval of [{ share: 0.2 }, { share: '0.20' }, {}, null, { share: '0.2', of: 'all' }])
      expect(() => data.plan({ ...sent, interval })).toThrow(expect.objectContaining({ code: 'plan_invalid' }));
  }));

test('what may be of either sign needs no count beside it', () =>
  inTheClinic(async data => {
    const signed = await data.sql(
      "SELECT sum(age - 50) AS x FROM visits TABLESAMPLE BERNOULLI (25) REPEATABLE ('june')",
    );
    await expect(signed.ask({ epsilon: 1 })).rejects.toMatchObject({ code: 'sampling_unsupported' });
    expect(widthOf(await signed.ask(HALF), 'x')).toBeGreaterThan(0);
  }));

describe('refused, and nothing is charged', () => {
  const visits = (data: Parameters<Parameters<typeof inTheClinic>[0]>[0]) => data.table('visits');
  const sampleOf = (data: Parameters<typeof visits>[0]) => visits(data).sample(bernoulli(0.25));

  test.each<[string, (data: Parameters<typeof visits>[0]) => Promise<unknown>, string]>([
    [
      'a share of 0',
      data =>
        sampleOf(data)
          .count()
          .ask({ epsilon: 1, interval: { share: 0 } }),
      'value_out_of_range',
    ],
    [
      'a share of 1',
      data =>
        sampleOf(data)
          .count()
          .ask({ epsilon: 1, interval: { share: 1 } }),
      'value_out_of_range',
    ],
    [
      'NaN',
      data =>
        sampleOf(data)
          .count()
          .ask({ epsilon: 1, interval: { share: Number.NaN } }),
      'value_out_of_range',
    ],
    [
      'no number',
      data =>
        sampleOf(data)
          .count()
          .ask({ epsilon: 1, interval: { share: 'x' } }),
      'value_out_of_range',
    ],
    ['numbers of units', data => sampleOf(data).units().ask(HALF), 'interval_unavailable'],
    ['a median', data => sampleOf(data).median('age').ask(HALF), 'interval_unavailable'],
    ['no sample', data => visits(data).sum('cost').ask(HALF), 'interval_unavailable'],
    ['everybody drawn', data => visits(data).sample(bernoulli(1)).count().ask(HALF), 'interval_unavailable'],
    ['a total of a part', data => visits(data).sample(fraction(0.25)).sum('cost').ask(HALF), 'interval_unavailable'],
    [
      'so many of secretly many',
      data => visits(data).sample(fixedSize(50)).mean('age').ask(HALF),
      'interval_unavailable',
    ],
    [
      'questions asked together',
      data => data.together([sampleOf(data).count(), sampleOf(data).sum('cost')]).ask(HALF),
      'interval_unavailable',
    ],
  ])('%s', (_, ask, code) =>
    inTheClinic(async data => {
      await expect(ask(data)).rejects.toMatchObject({ code });
      expect((await data.deployment.ledger.budget()).spent.epsilon).toBe(0);
    }),
  );
});
