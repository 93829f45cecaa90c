/** Concentrated budgets end to end: two sums beside each other, of which one must fit. */
import { describe, expect, test } from 'vitest';
import { rhoMax } from '../../src/accounting/concentrated/index.ts';
import { amounts } from '../../src/amounts/index.ts';
import { bernoulli, fixedSize } from '../../src/index.ts';
import type { PolicyInput } from '../../src/source/index.ts';
import { verifyLedger } from '../../src/verify/index.ts';
import { ask, clinicPolicy, inClinic } from '../support/clinic.ts';
import { forge } from '../support/forged-ledger.ts';

const concentrated = (more: Partial<PolicyInput> = {}, delta = 1e-6): PolicyInput => ({
  ...clinicPolicy,
  budget: { epsilon: 1, delta, accounting: 'concentrated' },
  ...more,
});

const counting = 'SELECT count(*) FROM visits';
const byWard = 'SELECT ward, count(*) FROM visits GROUP BY ward';

/** Of (1, 1e-6), of which a hundredth is for what fails by itself. */
const MOST = amounts.number(
  rhoMax(amounts.written(1), amounts.rounded((1e-6 - 1e-8) / (1 - 1e-8), 30, 'down')),
  'down',
);

const disagreements = async (folder: string, policy: PolicyInput) =>
  (await verifyLedger(`${folder}/visits.ledger`, { ...policy, relativeTo: `${folder}/policy.json` })).disagreements;

describe('rho', () => {
  test('is charged instead of epsilon, which bounds nothing from then on', () =>
    inClinic(async clinic => {
      const data = await clinic.open();
      const first = await ask(data, counting, { rho: 0.01 });
      expect(first.charged).toEqual({ epsilon: null, delta: 0, rho: 0.01 });
      expect(first.inner).toEqual({ epsilon: null, delta: 0, rho: 0.01 });
      expect(first.remaining).toMatchObject({ epsilon: 0, delta: 1e-8 });
      expect(first.remaining.rho).toBeCloseTo(MOST - 0.01, 9);
      // 3 rows of a unit: a scale of 3/sqrt(2·0.01)
      expect(first.rows[0].values.count).toMatchObject({ standardError: expect.closeTo(3 / Math.sqrt(0.02), 0) });
      const again = await ask(data, counting, { rho: 0.01 });
      expect(again).toMatchObject({ recorded: true, charged: { rho: 0 } });
      await expect(ask(data, byWard, { rho: 0.02 })).rejects.toMatchObject({ code: 'budget_exhausted' });
      await expect(ask(data, byWard, { epsilon: 0.5 })).rejects.toMatchObject({ code: 'budget_exhausted' });
      const last = await ask(data, byWard, { epsilon: 0.1 });
      expect(last.charged).toMatchObject({ epsilon: 0.1, rho: expect.closeTo(0.1 * Math.tanh(0.05), 12) });
      await data.close();
    }, concentrated()));

  test.each([
    ['sums', 'SELECT ward, sum(cost) FROM visits GROUP BY ward'],
    ['means', 'SELECT avg(age) FROM visits'],
    ['variances', 'SELECT var_samp(age) FROM visits'],
    ['covariances', 'SELECT covar_samp(age, cost) FROM visits'],
    ['medians', 'SELECT median(age) FROM visits'],
    ['several at once', 'SELECT count(*), sum(cost), avg(age) FROM visits WHERE age > 10'],
  ])('asks for %s', (_, sql) =>
    inClinic(async clinic => {
      const data = await clinic.open();
      expect(await ask(data, sql, { rho: 0.005 })).toMatchObject({ charged: { epsilon: null, delta: 0, rho: 0.005 } });
      await data.close();
      expect(await disagreements(clinic.folder, concentrated())).toEqual([]);
    }, concentrated()),
  );

  test('answers more questions than epsilon alone would', () =>
    inClinic(async clinic => {
      const data = await clinic.open();
      // 40 times 0.03 is above 1; 40 times lambda(0.03) is not above rho
      for (let i = 0; i < 40; i++) await ask(data, `SELECT count(*) FROM visits WHERE age > ${i}`, { epsilon: 0.03 });
      const { remaining } = await ask(data, byWard, { epsilon: 0.03 });
      expect(remaining).toMatchObject({ epsilon: 0, rho: expect.closeTo(MOST - 41 * 0.03 * Math.tanh(0.015), 9) });
      await data.close();
      expect(await disagreements(clinic.folder, concentrated())).toEqual([]);
    }, concentrated()));

  test('goes on by epsilon where rho is spent, as long as all of it had one', () =>
    inClinic(async clinic => {
      const data = await clinic.open();
      const { charged, remaining } = await ask(data, counting, { epsilon: 0.6 });
      expect(charged.rho).toBeGreaterThan(MOST);
      expect(remaining).toMatchObject({ epsilon: 0.4, rho: 0 });
      expect(await ask(data, byWard, { epsilon: 0.4 })).toMatchObject({ remaining: { epsilon: 0 } });
      await expect(ask(data, byWard, { rho: 1e-6 })).rejects.toMatchObject({ code: 'budget_exhausted' });
      await data.close();
    }, concentrated()));

  test('of a quantile is an eighth of the square, on people themselves', () =>
    inClinic(async clinic => {
      const data = await clinic.open();
      const { charged } = await ask(data, 'SELECT median(age) FROM visits', { epsilon: 0.2 });
      expect(charged).toEqual({ epsilon: 0.2, delta: 0, rho: 0.005 });
      await data.close();
    }, concentrated()));

  test('of thresholds counts against a part of delta', () =>
    inClinic(
      async clinic => {
        const data = await clinic.open();
        const towns = 'SELECT town, count(*) FROM visits GROUP BY town';
        await expect(ask(data, towns, { epsilon: 0.1, delta: 2e-6 })).rejects.toMatchObject({
          code: 'budget_exhausted',
          message: expect.stringContaining('delta'),
        });
        expect(await ask(data, towns, { epsilon: 0.1, delta: 1e-6 })).toMatchObject({ remaining: { delta: 0 } });
        await expect(ask(data, towns, { rho: 0.001 })).rejects.toMatchObject({ code: 'rho_unsupported' });
        await data.close();
      },
      concentrated({ budget: { epsilon: 1, delta: 1e-5, thresholdDelta: 1e-6, accounting: 'concentrated' } }),
    ));
});

describe('what is refused', () => {
  test.each([
    ['rho under a pure budget', clinicPolicy, { rho: 0.01 }, 'rho_unsupported'],
    ['rho beside epsilon', concentrated(), { rho: 0.01, epsilon: 1 }, 'value_out_of_range'],
    ['rho beside delta', concentrated(), { rho: 0.01, delta: 1e-9 }, 'value_out_of_range'],
    ['no rho', concentrated(), { rho: 0 }, 'value_out_of_range'],
  ] as const)('%s', (_, policy, options, code) =>
    inClinic(async clinic => {
      const data = await clinic.open();
      await expect(ask(data, counting, options)).rejects.toMatchObject({ code });
      await data.close();
    }, policy as PolicyInput),
  );

  test('another accounting for a ledger that is there', () =>
    inClinic(
      async clinic => {
        const pure = await clinic.open();
        await ask(pure, counting, { epsilon: 0.1 });
        await pure.close();
        clinic.write(
          'policy.json',
          JSON.stringify({ ...concentrated(), budget: { epsilon: 1, delta: 1e-6, accounting: 'concentrated' } }),
        );
        const data = await clinic.open();
        await expect(ask(data, counting, { epsilon: 0.1 })).rejects.toMatchObject({ code: 'policy_changed' });
        await expect(data.deployment.ledger.acceptPolicy('more questions')).rejects.toMatchObject({
          code: 'accounting_changed',
        });
        await data.close();
      },
      { ...clinicPolicy, budget: { epsilon: 1, delta: 1e-6 } },
    ));
});

describe('samples', () => {
  test('drawn for one question are one mechanism', () =>
    inClinic(async clinic => {
      const data = await clinic.open();
      const { charged } = await data.table('visits').sample(bernoulli(0.5)).count().ask({ epsilon: 0.1 });
      expect(charged).toMatchObject({
        epsilon: expect.closeTo(0.1, 9),
        rho: expect.closeTo(0.1 * Math.tanh(0.05), 9),
      });
      await data.close();
      expect(await disagreements(clinic.folder, concentrated())).toEqual([]);
    }, concentrated()));

  test('of coins that are kept are charged by the chance to be inside', () =>
    inClinic(async clinic => {
      const data = await clinic.open();
      const sample = data.table('visits').sample(bernoulli(0.1), { name: 'june' });
      const first = await sample.count().ask({ inner: { epsilon: 0.5 } });
      const second = await sample.mean('age').ask({ inner: { epsilon: 0.5 } });
      const rho = (chance: number): number => {
        const epsilon = Math.log1p(chance * Math.expm1(0.5));
        return epsilon * Math.tanh(epsilon / 2);
      };
      const later = (0.1 * Math.exp(0.5)) / (0.9 + 0.1 * Math.exp(0.5));
      expect(first.charged.rho).toBeCloseTo(rho(0.1), 12);
      expect(second.charged.rho).toBeCloseTo(rho(later), 12);
      await expect(sample.count().by('ward').ask({ rho: 0.001 })).rejects.toMatchObject({ code: 'rho_unsupported' });
      await data.close();
      expect(await disagreements(clinic.folder, concentrated())).toEqual([]);
    }, concentrated()));

  test('of a fixed size that are kept need a cap, which is charged once', () =>
    inClinic(async clinic => {
      const data = await clinic.open();
      const kept = data.table('visits').sample(fixedSize(3), { name: 'three' });
      await expect(kept.mean('age').ask({ epsilon: 0.1 })).rejects.toMatchObject({ code: 'cap_needed' });
      const capped = data.table('visits').sample(fixedSize(3), { name: 'few', cap: { epsilon: 0.1, delta: 0 } });
      const answer = await capped.mean('age').ask({ inner: { epsilon: 0.05 } });
      expect(answer.charged).toMatchObject({ epsilon: 0, rho: 0 });
      expect(answer.remaining.rho).toBeLessThan(MOST - 0.1 * Math.tanh(0.05));
      await data.close();
      expect(await disagreements(clinic.folder, concentrated())).toEqual([]);
    }, concentrated()));

  test('and parts by a key of people: of all parts the one that costs most is charged, by rho and by epsilon', () => {
    const { visits } = clinicPolicy.tables as Record<string, { columns: Record<string, object> }>;
    const ward = { type: 'category', values: ['A', 'B', 'C'], perUnit: true };
    const policy = concentrated({
      tables: { ...clinicPolicy.tables, visits: { ...visits, columns: { ...visits.columns, ward } } },
    } as Partial<PolicyInput>);
    return inClinic(async clinic => {
      const data = await clinic.open();
      const { A, B } = data.table('visits').partition('ward');
      const charges = [
        await A.count().ask({ rho: 0.004 }),
        await B.count().ask({ rho: 0.003 }),
        await B.sum('age').ask({ rho: 0.003 }),
        await A.sum('age').ask({ rho: 0.001 }),
        await A.units().ask({ inner: { epsilon: 0.1 } }),
        await A.mean('age').ask({ rho: 0.001 }),
      ].map(({ charged }) => charged.rho);
      const lambda = 0.1 * Math.tanh(0.05);
      expect(charges).toEqual([0.004, 0, 0.002, 0, expect.closeTo(lambda - 0.001, 9), 0.001]);
      await data.close();
      expect(await disagreements(clinic.folder, policy)).toEqual([]);
      forge(clinic, (kind, body: { charge: { rho: string } }) => {
        if (kind === 'reserved' && body.charge.rho === '0.002') body.charge.rho = '0.0019';
      });
      expect(await disagreements(clinic.folder, policy)).toMatchObject([
        { reason: 'Charged less than the theorems require.' },
      ]);
      // what the next question on the part would be priced by
      forge(clinic, (kind, body: { charge: { rho: string }; nodes: { rho?: { spent: string } }[] }) => {
        if (kind !== 'reserved') return;
        if (body.charge.rho === '0.0019') body.charge.rho = '0.002';
        for (const { rho } of body.nodes) if (rho?.spent === '0.004') rho.spent = '0.003';
      });
      expect((await disagreements(clinic.folder, policy))[0]).toMatchObject({
        reason: expect.stringContaining('recorded rho'),
      });
    }, policy);
  });

  test('and parts by a key that one person has several of: a part is a filter, so that its rho is charged in full', () =>
    inClinic(async clinic => {
      const data = await clinic.open();
      const { A, B } = data.table('visits').partition('ward');
      const first = await A.count().ask({ epsilon: 0.1 });
      const second = await B.count().ask({ epsilon: 0.1 });
      expect(second.charged.rho).toBe(first.charged.rho);
      await data.close();
      expect(await disagreements(clinic.folder, concentrated())).toEqual([]);
    }, concentrated()));
});

describe('limits', () => {
  test('of analysts have a side of rho of their own', () =>
    inClinic(
      async clinic => {
        const data = await clinic.open('ada');
        await expect(ask(data, counting, { rho: 0.01 })).rejects.toMatchObject({
          code: 'budget_exhausted',
          message: expect.stringContaining('analyst ada'),
        });
        expect(await ask(data, counting, { rho: 0.001 })).toMatchObject({ charged: { rho: 0.001 } });
        await data.close();
      },
      concentrated({ analysts: { ada: { epsilon: 0.3 } } }),
    ));

  test('without a delta have none', () =>
    inClinic(
      async clinic => {
        const data = await clinic.open('ada');
        await expect(ask(data, counting, { rho: 1e-6 })).rejects.toMatchObject({ code: 'budget_exhausted' });
        expect(await ask(data, counting, { epsilon: 0.2 })).toMatchObject({ charged: { epsilon: 0.2 } });
        await data.close();
      },
      concentrated({ analysts: { ada: { epsilon: 0.3, delta: 0 } } }),
    ));

  test('are those of the filter after a restart as well', () =>
    inClinic(async clinic => {
      const data = await clinic.open();
      await ask(data, counting, { rho: 0.02 });
      await data.close();
      const again = await clinic.open();
      await expect(ask(again, byWard, { rho: 0.01 })).rejects.toMatchObject({ code: 'budget_exhausted' });
      const { budget, spent, remaining } = await again.deployment.ledger.budget();
      expect(budget).toMatchObject({ epsilon: 1, delta: 1e-6, rho: expect.closeTo(MOST, 12) });
      expect(spent).toEqual({ epsilon: null, delta: 0, rho: 0.02 });
      expect(remaining).toMatchObject({ epsilon: 0, rho: expect.closeTo(MOST - 0.02, 12) });
      await again.close();
    }, concentrated()));
});
