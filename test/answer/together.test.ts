/** Questions that are declared up front and charged once. */
import { expect, test } from 'vitest';
import { spentOf, withData } from '../support/clinic.ts';

test('a workload is one charge, one entry and one recorded answer, and its questions keep their order', () =>
  withData(async data => {
    const visits = data.table('visits');
    const workload = data.together([
      visits.count(),
      visits.where(({ age }) => age.atLeast(40)).count(),
      await data.sql('SELECT ward, avg(cost) AS average FROM visits GROUP BY ward ORDER BY ward LIMIT 2'),
    ]);
    const expected = workload.explain({ epsilon: 1, delta: 1e-6 });
    const { answers, charged, entry, derivation } = await workload.ask({ epsilon: 1, delta: 1e-6 });
    expect(charged).toEqual({ epsilon: 1, delta: 1e-6 });
    expect(expected.charged).toEqual(charged);
    expect(answers.map(({ rows }) => rows.length)).toEqual([1, 1, 2]);
    expect(Object.keys(answers[2].rows[0].values)).toEqual(['average']);
    expect(derivation.plans).toHaveLength(3);
    const again = await workload.ask({ epsilon: 1, delta: 1e-6 });
    expect(again).toMatchObject({ recorded: true, answers, entry, charged: { epsilon: 0, delta: 0 } });
    expect(await spentOf(data)).toBe(1);
  }));

test('on a sample the workload is amplified as a whole', () =>
  withData(async data => {
    const sample = "FROM visits TABLESAMPLE BERNOULLI (10) REPEATABLE ('tenth')";
    const questions = [
      await data.sql(`SELECT count(*) ${sample}`),
      await data.sql(`SELECT avg(age) ${sample} WHERE cost > 3`),
    ];
    const { inner, charged } = await data.together(questions).ask({ epsilon: 0.5 });
    expect(charged.epsilon).toBeLessThanOrEqual(0.5);
    expect(charged.epsilon).toBeGreaterThan(0.4999);
    expect(inner.epsilon).toBeCloseTo(Math.log(1 + (Math.exp(0.5) - 1) / 0.1), 6);
  }));

test('questions to several tables are not asked together, and nothing is charged', () =>
  withData(async data => {
    const mixed = data.together([
      await data.sql('SELECT count(*) FROM visits'),
      await data.sql('SELECT count(*) FROM visits TABLESAMPLE BERNOULLI (10)'),
    ]);
    await expect(mixed.ask({ epsilon: 1 })).rejects.toMatchObject({ code: 'workload_mixed' });
    await expect(data.together([]).ask({ epsilon: 1 })).rejects.toMatchObject({ code: 'workload_mixed' });
    expect(await spentOf(data)).toBe(0);
  }));
