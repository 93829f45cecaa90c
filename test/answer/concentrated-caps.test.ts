/** Caps under a concentrated budget: what they are charged when they are made. */
import { expect, test } from 'vitest';
import { fraction } from '../../src/index.ts';
import type { PolicyInput } from '../../src/source/index.ts';
import { verifyLedger } from '../../src/verify/index.ts';
import { clinicPolicy, inClinic } from '../support/clinic.ts';

const concentrated: PolicyInput = {
  ...clinicPolicy,
  budget: { epsilon: 100, delta: 1e-6, accounting: 'concentrated' },
};

test('a cap behind a filter costs the rho of its epsilon, also where units are replaced', () =>
  inClinic(
    async clinic => {
      const data = await clinic.open();
      const third = data
        .table('visits')
        .where(({ age }) => age.atLeast(0))
        .sample(fraction(0.3), {
          name: 'third',
          cap: { epsilon: 0.5, delta: 0 },
        });
      await third.mean('age').ask({ inner: { epsilon: 0.1 } });
      const { spent } = await data.deployment.ledger.budget();
      expect(spent).toMatchObject({ epsilon: 0.5, rho: expect.closeTo(0.5 * Math.tanh(0.25), 12) });
      await data.close();
      const { disagreements, remarks } = await verifyLedger(clinic.path('visits.ledger'), clinic.policy);
      expect({ disagreements, remarks }).toEqual({ disagreements: [], remarks: [] });
    },
    {
      ...concentrated,
      tables: { ...clinicPolicy.tables, visits: { ...clinicPolicy.tables.visits, neighbours: 'replace-one' } },
    },
  ));

test('a cap is not paid for a question by rho, which no sample answers', () =>
  inClinic(async clinic => {
    const data = await clinic.open();
    const half = data.table('visits').sample(fraction(0.5), { name: 'half', cap: { epsilon: 0.5, delta: 0 } });
    await expect(half.mean('age').ask({ rho: 0.01 })).rejects.toMatchObject({ code: 'rho_unsupported' });
    expect(await data.deployment.ledger.budget()).toMatchObject({ spent: { epsilon: 0, rho: 0 } });
    await data.close();
  }, concentrated));
