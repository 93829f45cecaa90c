/** Limits within the budget: of an analyst, of a table. What they do not mention, the budget alone limits. */
import { expect, test } from 'vitest';
import type { PolicyInput } from '../../src/source/index.ts';
import { ask, clinicPolicy, inClinic } from '../support/clinic.ts';

const counting = 'SELECT count(*) FROM visits';
const towns = 'SELECT town, count(*) FROM visits GROUP BY town';

const limited = (limit: { epsilon: number; delta?: number }): [string, PolicyInput][] => [
  ['an analyst', { ...clinicPolicy, analysts: { ada: limit } }],
  [
    'a table',
    { ...clinicPolicy, tables: { ...clinicPolicy.tables, visits: { ...clinicPolicy.tables.visits, budget: limit } } },
  ],
];

test.each(limited({ epsilon: 2 }))(
  '%s with a limit on epsilon alone may spend the delta of the budget, and no more',
  (_, policy) =>
    inClinic(async clinic => {
      const data = await clinic.open('ada');
      expect(await ask(data, towns, { epsilon: 1, delta: 0.9e-4 })).toMatchObject({
        charged: { epsilon: 1, delta: 0.9e-4 },
      });
      await expect(ask(data, towns, { epsilon: 0.5, delta: 0.2e-4 })).rejects.toMatchObject({
        code: 'budget_exhausted',
        message: expect.stringContaining('of the budget'),
      });
      await expect(ask(data, counting, { epsilon: 1.5 })).rejects.toMatchObject({ code: 'budget_exhausted' });
      expect(await ask(data, counting, { epsilon: 1 })).toMatchObject({ remaining: { epsilon: 8 } });
      await data.close();
    }, policy),
);

test.each(limited({ epsilon: 2, delta: 0 }))('%s with a limit on both is held to both', (_, policy) =>
  inClinic(async clinic => {
    const data = await clinic.open('ada');
    await expect(ask(data, towns, { epsilon: 1, delta: 1e-9 })).rejects.toMatchObject({ code: 'budget_exhausted' });
    expect(await ask(data, counting, { epsilon: 2 })).toMatchObject({ charged: { epsilon: 2, delta: 0 } });
    await data.close();
  }, policy),
);
