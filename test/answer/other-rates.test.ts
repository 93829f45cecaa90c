import { expect, test } from 'vitest';
import { explainSql } from '../../src/answer.ts';
import { bernoulli, fixedSize } from '../../src/index.ts';
import type { PolicyInput } from '../../src/source/index.ts';
import { guessedPolicy, withData } from '../support/clinic.ts';

const RATES = [0.05, 0.2, 0.5, 1];

const guessed = (work: Parameters<typeof withData<void>>[0]) => withData(work, guessedPolicy);

test('a sample is compared with samples at the rates asked for, at the same price', () =>
  guessed(async data => {
    const question = data.table('visits').sample(bernoulli(0.2)).units();
    const { error, inner, otherRates } = question.explain({ epsilon: 0.5, rates: RATES });
    expect(otherRates.map(({ rate }) => rate)).toEqual(RATES);
    expect(otherRates[1]).toEqual({ rate: 0.2, inner, error });
    expect(otherRates[0].inner.epsilon).toBeGreaterThan(inner.epsilon!);
    expect(otherRates[0].error.sampling?.units).toBeGreaterThan(Number(error.sampling?.units));
  }));

test('a question to everybody is compared with samples only where rates are asked for', () =>
  guessed(async data => {
    const question = data
      .table('visits')
      .where(({ age }) => age.atLeast(18))
      .units();
    expect(question.explain({ epsilon: 0.5 }).otherRates).toEqual([]);
    const { error, otherRates } = question.explain({ epsilon: 0.5, rates: RATES });
    expect(otherRates.map(({ rate }) => rate)).toEqual(RATES);
    expect(otherRates[3].error).toEqual({ noise: error.noise, sampling: { units: 0 }, likely: {} });
    expect(otherRates[0].error.noise.units).toBeGreaterThan(error.noise.units);
  }));

test.each([0, -0.1, 1.5, Number.NaN])('there is no rate %d', rate =>
  guessed(async data => {
    const question = data.table('visits').units();
    expect(() => question.explain({ epsilon: 0.5, rates: [rate] })).toThrow(
      expect.objectContaining({ code: 'value_out_of_range' }),
    );
  }),
);

test('a public number of people that nobody has read yet', async () => {
  const { visits } = guessedPolicy.tables;
  const table = { ...visits, neighbours: 'replace-one', size: 'public' } as const;
  const { approximateUnits: _, ...unguessed } = table;
  const explained = (visits: typeof table | typeof unguessed) =>
    withData(async data => data.table('visits').sample(fixedSize(100)).units().explain({ epsilon: 0.5 }), {
      ...guessedPolicy,
      tables: { visits },
    });
  expect((await explained(table)).error.likely).toEqual({ units: 0 });
  await expect(explained(unguessed)).rejects.toMatchObject({ code: 'size_unknown' });
});

test('a table that cannot be sampled is explained all the same, without a curve', () => {
  const { unit: _, ...visits } = guessedPolicy.tables.visits;
  const policy = { ...guessedPolicy, tables: { ...guessedPolicy.tables, visits: { ...visits, rowsPerUnit: 1 } } };
  return withData(async data => {
    const { charged, otherRates } = data.table('visits').count().explain({ epsilon: 0.5, rates: RATES });
    expect({ charged: charged.epsilon, otherRates }).toEqual({ charged: 0.5, otherRates: [] });
  }, policy as PolicyInput);
});

test('what is left is that of the narrowest limit, and null where there is no ledger yet', () =>
  withData(
    async (data, { policy }) => {
      const question = data.table('visits').count();
      await data.as('ada').table('visits').count().ask({ epsilon: 0.5 });
      expect(question.explain({ epsilon: 0.5 }).remaining).toEqual({ epsilon: 9.5, delta: 1e-4 });
      expect(data.as('ada').table('visits').count().explain({ epsilon: 5 }).remaining?.epsilon).toBe(0.25);
      expect((await explainSql(policy, 'SELECT count(*) FROM visits', { epsilon: 1 })).remaining?.epsilon).toBe(9.5);
      const elsewhere = { ...guessedPolicy, ledger: 'sqlite:other.ledger' };
      expect((await explainSql(elsewhere, 'SELECT count(*) FROM visits', { epsilon: 1 })).remaining).toBeNull();
    },
    { ...guessedPolicy, analysts: { ada: { epsilon: 0.75 } } },
  ));
