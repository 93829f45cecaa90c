/** Questions to samples and parts through the whole road: who is asked. */
import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { open } from '../../src/answer.ts';
import { stratified } from '../../src/plan/operators/index.ts';
import { bernoulli, fixedSize, fraction } from '../../src/query/index.ts';
import { CLEARLY, type Clinical, inTheClinic, number, PATIENTS, policy, visits } from '../support/sampled-clinic.ts';

describe('who is asked', () => {
  test('parts of a split are disjoint and make up the whole; tomorrow they are the same', () =>
    inTheClinic(async (data, clinic) => {
      const sizes = async (from: Clinical): Promise<number[]> => {
        const { train, test: other, none } = from.table('visits').split({ train: 0.5, test: 0.3, none: 0.2 });
        const answers = await Promise.all(
          [train, other, none].map(part => part.units().ask({ ...CLEARLY, fresh: true })),
        );
        return answers.map((answer, i) => Math.round(number(answer, 'units') * [0.5, 0.3, 0.2][i]));
      };
      const first = await sizes(data);
      expect(first.reduce((sum, size) => sum + size)).toBe(PATIENTS);
      const later = (await clinic.open()) as unknown as Clinical;
      expect(await sizes(later)).toEqual(first);
      await later.close();
    }));

  test('a fixed size is that size, a fraction rounds down, take and skip share everybody', () =>
    inTheClinic(async data => {
      const table = data.table('visits');
      const { first, rest } = table.splitTake(150, { by: 'age' });
      const counts = [table.take(150, { by: 'age' }), table.skip(150, { by: 'age' }), first, rest];
      const answered = await Promise.all(counts.map(part => part.units().ask(CLEARLY)));
      expect(answered.map(answer => number(answer, 'units'))).toEqual([150, 250, 150, 250]);
      const mean = await table.sample(fixedSize(100), { name: 'hundred' }).mean('cost').ask(CLEARLY);
      // a sum of a hundred people has a step of noise now and then
      expect(number(mean, 'mean_cost')).toBeCloseTo(10, 0);
      const part = await table.sample(fraction(0.25), { name: 'quarter' }).units().ask(CLEARLY);
      // a hundred are a quarter of 400 to 403 people
      expect(part.rows[0].values.units).toMatchObject({
        estimate: PATIENTS + 1.5,
        interval95: [PATIENTS, PATIENTS + 3],
      });
    }));

  test('strata have rates of their own; those that are not named are left out', () =>
    inTheClinic(async data => {
      const answer = await data
        .table('visits')
        .sample(stratified('ward', { A: 1, B: 0.5 }), { name: 'strata' })
        .units()
        .by('ward')
        .ask(CLEARLY);
      const counts = new Map(answer.rows.map(({ key }, i) => [key.ward, number(answer, 'units', i)]));
      expect(counts.get('A')).toBe(134);
      expect(counts.get('B')).toBeGreaterThan(80);
      expect(answer.rows.find(({ key }) => key.ward === 'C')?.values.units).toMatchObject({
        estimate: null,
        reason: 'not_drawn',
      });
    }));

  test('a filter before or after a sample of coins finds the same people; names make them other samples', () =>
    inTheClinic(async data => {
      const half = bernoulli(0.5);
      const after = data
        .table('visits')
        .sample(half, { name: 'x' })
        .where(({ age }) => age.atLeast(50));
      const one = await after.units().ask(CLEARLY);
      const again = await after.units().ask({ ...CLEARLY, fresh: true });
      expect(number(again, 'units')).toBe(number(one, 'units'));
      const other = data
        .table('visits')
        .sample(half, { name: 'y' })
        .where(({ age }) => age.atLeast(50));
      const many = await Promise.all([other, other].map(table => table.units().ask({ ...CLEARLY, fresh: true })));
      expect(number(many[0], 'units')).toBe(number(many[1], 'units'));
    }));
});

test('samples of coins follow people to another version of the data; samples of so many do not', () =>
  inTheClinic(async (data, clinic) => {
    const coins = (from: Clinical) => from.table('visits').sample(bernoulli(0.2), { name: 'coins' }).units();
    const few = (from: Clinical) => from.table('visits').sample(fixedSize(10), { name: 'few' }).mean('cost');
    await coins(data).ask(CLEARLY);
    await few(data).ask(CLEARLY);
    const copies = readdirSync(clinic.path('samples')).length;
    clinic.fill(visits.filter(({ patient }) => patient !== 'p1'));
    const next = {
      ...policy,
      relativeTo: `file://${clinic.policy}`,
      source: { ...policy.source, version: '2' },
    } as const;
    const later = await open(next);
    await coins(later as unknown as Clinical).ask(CLEARLY);
    await expect(few(later as unknown as Clinical).ask(CLEARLY)).rejects.toMatchObject({ code: 'sample_version' });
    expect(readdirSync(clinic.path('samples')).length).toBe(copies);
    await later.close();
  }));
