/** Questions to samples and parts through the whole road: what is charged. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { price } from '../../src/accounting/index.ts';
import { stratified } from '../../src/plan/operators/index.ts';
import { bernoulli, fixedSize, fraction } from '../../src/query/index.ts';
import { CLEARLY, inTheClinic, number, PATIENTS, policy } from '../support/sampled-clinic.ts';

describe('what is charged', () => {
  const SPENT = { epsilon: 1, replace: 1 };

  test('a count of people in each kind of draw costs what the price of the draw says', () =>
    inTheClinic(async data => {
      const table = data.table('visits');
      const cases = [
        [table.sample(bernoulli(0.25)), price({ operator: 'bernoulli', rate: 0.25, cost: SPENT })],
        [table.sample(fraction(0.25)), price({ operator: 'fraction', rate: 0.25, cost: SPENT })],
        [table.take(10, { by: 'age' }), price({ operator: 'take', size: 10, cost: SPENT })],
        [table.skip(10, { by: 'age' }), price({ operator: 'skip', size: 10, cost: SPENT })],
        [table.split({ a: 0.8, b: 0.2 }).b, price({ operator: 'split', parts: [{ rate: 0.2, cost: SPENT }] })],
        [table.partition('ward').A, price({ operator: 'partition', costs: [SPENT] })],
      ] as const;
      for (const [part, { epsilon }] of cases) {
        const { charged } = await part.units().ask({ inner: { epsilon: 1 } });
        expect(charged.epsilon).toBeCloseTo(epsilon, 9);
      }
    }));

  test('parts by a key: the base pays for the one that spent most', () =>
    inTheClinic(async data => {
      const { A, B, C } = data.table('visits').partition('ward');
      const charges = [];
      for (const part of [A, B, C, B])
        charges.push((await part.units().ask({ epsilon: 1, fresh: true })).charged.epsilon);
      expect(charges).toEqual([1, 0, 0, 1]);
    }));

  test('what is fixed inside may charge nothing: a part behind its siblings, a sample with a cap', () =>
    inTheClinic(async data => {
      const { A, B } = data.table('visits').partition('ward');
      await A.units().ask({ epsilon: 1 });
      expect((await B.units().ask({ inner: { epsilon: 0.5 } })).charged.epsilon).toBe(0);
      const cap = { epsilon: 1, delta: 1e-6 };
      const capped = data.table('visits').sample(bernoulli(0.5), { name: 'capped', cap });
      const answer = await capped.units().ask({ inner: { epsilon: 0.5 }, delta: 1e-7 });
      expect(answer).toMatchObject({ charged: { epsilon: 0, delta: 0 }, inner: { epsilon: 0.5 } });
    }));

  test('a cap on a sample of a sample that is new: both are made, and the question is answered within it', () =>
    inTheClinic(async data => {
      const cap = { epsilon: 1, delta: 1e-5 };
      const inner = data
        .table('visits')
        .sample(bernoulli(0.5), { name: 'outer' })
        .sample(bernoulli(0.5), { name: 'inner', cap });
      const first = await inner.units().ask({ epsilon: 0.5, delta: 1e-6 });
      expect(first.charged).toEqual({ epsilon: 0, delta: 0 });
      expect((await data.samples()).map(({ name }) => name)).toEqual(['outer', 'inner']);
      expect(await inner.units().ask({ epsilon: 0.5, delta: 1e-6 })).toMatchObject({ recorded: true });
    }));

  test('a key that varies within a person is paid for as often as a person may be in its parts', () =>
    inTheClinic(async data => {
      const { Ulm, Bonn } = data.table('visits').partition('town');
      const charges = [];
      for (const part of [Ulm, Bonn]) charges.push((await part.count().ask({ epsilon: 1 })).charged.epsilon);
      expect(charges).toEqual([1, 1]);
    }));

  test('a sample within a part within a sample: explain says before what asking charges', () =>
    inTheClinic(async data => {
      const nested = data
        .table('visits')
        .sample(bernoulli(0.5), { name: 'outer' })
        .partition('ward')
        .A.where(({ age }) => age.atLeast(20))
        .sample(bernoulli(0.5), { name: 'inner' });
      const explained = nested.count().explain({ epsilon: 0.3 });
      const answer = await nested.count().ask({ epsilon: 0.3 });
      expect(answer.charged).toEqual(explained.charged);
      expect(answer.inner).toEqual(explained.inner);
      expect(answer.charged.epsilon).toBeLessThanOrEqual(0.3);
      expect(answer.charged.epsilon).toBeGreaterThan(0.299999);
      expect(answer.inner.epsilon).toBeGreaterThan(0.8);
      expect(nested.count().explain({ epsilon: 0.3 }).inner.epsilon).toBeLessThan(answer.inner.epsilon!);
      expect(answer.sample).toEqual({ name: 'inner', scheme: 'bernoulli', rate: 0.5 });
    }));

  test('with a delta: a sample of coins by its posterior rate, a capped one at once, splits by a key in full', () =>
    inTheClinic(async data => {
      const table = data.table('visits');
      const sample = table.sample(bernoulli(0.1), { name: 'coins' });
      const first = await sample.count().byPrivate('town').ask({ epsilon: 0.1, delta: 1e-6 });
      expect(first.inner.delta).toBeGreaterThan(5e-6);
      expect(first.charged.delta).toBeLessThanOrEqual(1e-6);
      const before = (await data.deployment.ledger.budget()).spent;
      const capped = table.sample(bernoulli(0.1), { name: 'capped', cap: { epsilon: 1, delta: 1e-6 } });
      const free = await capped.count().byPrivate('town').ask({ epsilon: 0.5, delta: 1e-7 });
      expect(free.charged).toEqual({ epsilon: 0, delta: 0 });
      const { spent } = await data.deployment.ledger.budget();
      expect(spent.epsilon! - before.epsilon!).toBeCloseTo(Math.log(1 + 0.1 * (Math.E - 1)), 9);
      expect(spent.delta - before.delta).toBeCloseTo(1e-7, 12);
      await expect(capped.count().ask({ epsilon: 0.6, fresh: true })).rejects.toMatchObject({ code: 'cap_exhausted' });
      const part = await table.partition('ward').A.count().byPrivate('town').ask({ epsilon: 0.1, delta: 1e-6 });
      expect(part.charged).toEqual({ epsilon: 0.1, delta: 1e-6 });
      await expect(
        table.splitFixedSize(100).first.mean('cost').byPrivate('town').ask({ epsilon: 0.1, delta: 1e-6 }),
      ).rejects.toMatchObject({ code: 'cap_needed' });
    }));

  test('what is fixed inside may not charge more than the limit', () =>
    inTheClinic(async data => {
      const question = data.table('visits').sample(bernoulli(0.5)).units();
      await expect(question.ask({ inner: { epsilon: 2 }, epsilon: 1 })).rejects.toMatchObject({
        code: 'charge_above_limit',
      });
      expect((await question.ask({ inner: { epsilon: 1 }, epsilon: 1 })).charged.epsilon).toBeLessThan(1);
    }));

  test('every step names a theorem of the reference', () =>
    inTheClinic(async data => {
      const reference = readFileSync('docs/reference/theorems.md', 'utf8');
      const table = data.table('visits');
      const all = [
        table.sample(bernoulli(0.5)),
        table.sample(fraction(0.5)),
        table.sample(fixedSize(5)),
        table.sample(stratified('ward', { A: 0.5 })),
        table.take(5, { by: 'age' }),
        table.skip(5, { by: 'age' }),
        table.split({ a: 0.5 }).a,
        table.partition('ward').A,
        table.partition('town').Ulm,
        table.splitFixedSize(5).first,
        table.splitFraction(0.5).rest,
        table.splitTake(5, { by: 'age' }).first,
      ];
      for (const part of all) {
        const { steps } = part
          .where(({ age }) => age.atLeast(3))
          .mean('cost')
          .explain({ epsilon: 1 });
        for (const { theorem } of steps) expect(reference).toContain(`## ${theorem}\n`);
      }
    }));
});

test('a public number of people is read once, prices samples of so many of them, and scales their totals', () =>
  inTheClinic(
    async data => {
      const sample = data.table('visits').sample(fixedSize(100), { name: 'hundred' });
      const answer = await sample.units().ask({ inner: { epsilon: 1 } });
      expect(answer.charged.epsilon).toBeCloseTo(
        price({ operator: 'fixed-size', size: 100, of: PATIENTS, cost: { epsilon: 1, replace: 1 } }).epsilon,
        9,
      );
      expect([...(data.deployment.ledger.state().sizes.get('visits')?.values() ?? [])]).toEqual([PATIENTS]);
      expect(Math.abs(number(await sample.units().ask(CLEARLY), 'units') - PATIENTS)).toBeLessThan(1);
    },
    {
      tables: { visits: { ...policy.tables.visits, neighbours: 'replace-one', size: 'public' } },
    },
  ));
