/** What ledgers of concentrated budgets keep: through recoveries, and beside limits of analysts. */
import { rmSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { recover } from '../../src/answer.ts';
import type { PolicyInput } from '../../src/source/index.ts';
import { ask, clinicPolicy, inClinic } from '../support/clinic.ts';

const anchored = { ...clinicPolicy, anchor: 'file:visits.anchor' } as const;
const pure: PolicyInput = { ...anchored, budget: { epsilon: 1, delta: 1e-6 } };
const concentrated: PolicyInput = { ...anchored, budget: { epsilon: 1, delta: 1e-6, accounting: 'concentrated' } };
const counting = 'SELECT count(*) FROM visits';

/** Asks, loses the ledger, and recovers it by another policy. */
const recoveredBy = (after: PolicyInput, before: PolicyInput, options: object) =>
  inClinic(async clinic => {
    const data = await clinic.open();
    await ask(data, counting, options);
    await data.close();
    rmSync(clinic.path('visits.ledger'));
    clinic.write('policy.json', JSON.stringify(after));
    await recover(clinic.policy, 'the disk was lost');
    const again = await clinic.open();
    const { spent } = await again.deployment.ledger.budget();
    await again.close();
    return spent;
  }, before);

describe('a recovered ledger', () => {
  test('counts both sums that were lost', async () => {
    expect(await recoveredBy(concentrated, concentrated, { rho: 0.01 })).toEqual({
      epsilon: null,
      delta: 0,
      rho: 0.01,
    });
    expect(await recoveredBy(concentrated, concentrated, { epsilon: 0.1 })).toMatchObject({
      epsilon: 0.1,
      rho: expect.closeTo(0.1 * Math.tanh(0.05), 12),
    });
  });

  test('is not begun with another accounting, which would forget one of them', async () => {
    const changed = { code: 'accounting_changed' };
    await expect(recoveredBy(concentrated, pure, { epsilon: 1 })).rejects.toMatchObject(changed);
    await expect(recoveredBy(pure, concentrated, { rho: 0.01 })).rejects.toMatchObject(changed);
  });
});

test('a sample that costs nothing yet may be made by whoever has a limit', () =>
  inClinic(
    async clinic => {
      const data = await clinic.open('ada');
      const june = { name: 'june', table: 'visits', scheme: { kind: 'bernoulli', rate: '0.5' } } as const;
      expect(await data.create(june)).toMatchObject({ existed: false, charged: { epsilon: 0, delta: 0 } });
      expect(await data.create(june)).toMatchObject({ existed: true });
      expect(await data.create({ ...june, name: 'july' })).toMatchObject({ existed: false });
      expect(await ask(data, counting, { rho: 0.0001 })).toMatchObject({ charged: { rho: 0.0001 } });
      await data.close();
    },
    {
      ...concentrated,
      tables: { ...clinicPolicy.tables, visits: { ...clinicPolicy.tables.visits, budget: { epsilon: 0.5 } } },
      analysts: { ada: { epsilon: 0.3 } },
    },
  ));
