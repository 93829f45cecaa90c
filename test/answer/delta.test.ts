/** Delta is charged where a mechanism uses it, to that mechanism, and receipts name the mechanism that was drawn. */
import { expect, test } from 'vitest';
import { type Answered, explainSql } from '../../src/answer.ts';
import { ask, clinicPolicy, inClinic, withData } from '../support/clinic.ts';

const delta = 1e-5;

/** The theorems of a receipt, mechanisms last. */
const theorems = ({ derivation }: Answered): readonly unknown[] => derivation.steps.map(({ theorem }) => theorem);

test('a question whose mechanisms have no use for delta is charged none', () =>
  withData(async data => {
    const answer = await ask(data, 'SELECT ward, count(*), avg(cost), median(age) FROM visits GROUP BY ward', {
      epsilon: 1,
      delta,
    });
    expect(answer.charged).toEqual({ epsilon: 1, delta: 0 });
    expect(theorems(answer)).not.toContain('gaussianNoise');
    expect(answer.remaining.delta).toBe(clinicPolicy.budget.delta);
  }));

test('beside a threshold, all of it goes to the threshold', () =>
  withData(async data => {
    const shown = async (sql: string): Promise<Answered> => ask(data, sql, { epsilon: 1, delta });
    const alone = await shown('SELECT town, count(DISTINCT patient) FROM visits GROUP BY town');
    const beside = await shown('SELECT town, count(*), sum(cost) FROM visits GROUP BY town');
    for (const answer of [alone, beside]) expect(answer.charged.delta).toBe(delta);
    expect(theorems(beside)).not.toContain('gaussianNoise');
  }));

test('where Gaussian noise is the smaller one it is drawn, charged and named', () =>
  withData(
    async data => {
      const answer = await ask(data, 'SELECT ward, count(*) FROM visits GROUP BY ward', { epsilon: 1e-4, delta: 0.01 });
      expect(answer.charged).toEqual({ epsilon: 1e-4, delta: 0.01 });
      expect(theorems(answer)).toContain('gaussianNoise');
      expect(theorems(answer)).not.toContain('laplaceNoise');
    },
    { ...clinicPolicy, budget: { epsilon: 10, delta: 0.1 } },
  ));

test('a recorded answer is the answer, member by member', () =>
  withData(async data => {
    const sql = 'SELECT ward, count(*), avg(cost), median(seen) FROM visits GROUP BY ward';
    const [first, again] = [await ask(data, sql, { epsilon: 1 }), await ask(data, sql, { epsilon: 1 })];
    expect(again.recorded).toBe(true);
    expect(JSON.stringify(again.rows)).toBe(JSON.stringify(first.rows));
  }));

test('what is explained for Trino has a price, and the SQL of no other engine', () =>
  inClinic(
    async clinic => {
      const { charged, sql } = await explainSql(clinic.policy, 'SELECT count(*) FROM visits', { epsilon: 1 });
      expect(charged).toEqual({ epsilon: 1, delta: 0 });
      expect(sql).toContain('sum(CAST("added" AS decimal(38,0)))');
    },
    {
      ...clinicPolicy,
      source: { engine: 'trino', url: 'env:TRINO', catalog: 'clinic', schema: 'main', version: '1' },
      tables: { visits: clinicPolicy.tables.visits },
    },
  ));

test.each([
  ['count(*)', 'number of rows, to select groups'],
  ['count(*), count(DISTINCT patient)', 'number of people, to select groups'],
  ['avg(cost)', 'number of people, to select groups'],
])('explain says what groups are selected by: %s', (values, told) =>
  withData(async data => {
    const question = await data.sql(`SELECT town, ${values} FROM visits GROUP BY town`);
    expect(question.explain({ epsilon: 1, delta }).noises[0].statistics).toEqual([told]);
  }),
);
