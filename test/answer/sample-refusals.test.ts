/** Samples and parts that cannot be: refused by a code, before anything is drawn or charged. */
import { existsSync, readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { bernoulli, fixedSize } from '../../src/query/index.ts';
import { CLEARLY, type Clinical, inTheClinic, number, PATIENTS, policy } from '../support/sampled-clinic.ts';

describe('bad input is refused before anything is drawn or charged', () => {
  const cases: readonly [string, (data: Clinical) => Promise<unknown>, string][] = [
    ['rate 0', data => data.table('visits').sample(bernoulli(0)).count().ask({ epsilon: 1 }), 'value_out_of_range'],
    ['rate 2', data => data.table('visits').sample(bernoulli(2)).count().ask({ epsilon: 1 }), 'value_out_of_range'],
    [
      'rate NaN',
      data => data.table('visits').sample(bernoulli(Number.NaN)).count().ask({ epsilon: 1 }),
      'value_out_of_range',
    ],
    [
      'size 0',
      data => data.table('visits').sample(fixedSize(0)).mean('cost').ask({ epsilon: 1 }),
      'value_out_of_range',
    ],
    [
      'parts above 1',
      data => data.table('visits').split({ a: 0.8, b: 0.3 }).a.count().ask({ epsilon: 1 }),
      'value_out_of_range',
    ],
    [
      'a total of a secret number',
      data => data.table('visits').sample(fixedSize(5)).sum('cost').ask({ epsilon: 1 }),
      'size_not_public',
    ],
    ['retiring what is not there', data => data.retire('nobody', 'why not'), 'sample_unknown'],
    [
      'a kept sample of a fleeting one',
      data =>
        data
          .table('visits')
          .sample(bernoulli(0.5))
          .sample(bernoulli(0.5), { name: 'kept' })
          .count()
          .ask({ epsilon: 1 }),
      'sample_unknown',
    ],
    [
      'a name that is a path',
      data => data.table('visits').sample(bernoulli(0.5), { name: '../../etc' }).count().ask({ epsilon: 1 }),
      'value_out_of_range',
    ],
  ];
  test.each(cases)('%s', (_, ask, code) =>
    inTheClinic(async (data, clinic) => {
      await expect((async () => ask(data))()).rejects.toMatchObject({ code });
      expect((await data.deployment.ledger.budget()).spent).toEqual({ epsilon: 0, delta: 0 });
      expect(await data.samples()).toEqual([]);
      expect(readdirSync(clinic.folder)).not.toContain('samples');
    }),
  );

  const ownRows = { age: { type: 'integer', min: 0, max: 120 } };

  test('rows that are their own people need a key to be sampled', () =>
    inTheClinic(
      async data => {
        const question = await data.sql('SELECT count(*) FROM visits TABLESAMPLE BERNOULLI (10)');
        await expect(question.ask({ epsilon: 1 })).rejects.toMatchObject({ code: 'sample_needs_key' });
      },
      { tables: { visits: { columns: ownRows } } },
    ));

  test('and are sampled by it', () =>
    inTheClinic(
      async data => {
        const question = await data.sql("SELECT count(*) FROM visits TABLESAMPLE BERNOULLI (50) REPEATABLE ('half')");
        const count = number(await question.ask(CLEARLY), 'count');
        expect(count).toBeGreaterThan(300);
        expect(count).toBeLessThan(500);
      },
      { tables: { visits: { key: 'patient', columns: ownRows } } },
    ));

  test('more people than there publicly are', () =>
    inTheClinic(
      async data => {
        const sample = data.table('visits').sample(fixedSize(PATIENTS + 1));
        await expect(sample.mean('cost').ask({ epsilon: 1 })).rejects.toMatchObject({ code: 'value_out_of_range' });
      },
      { tables: { visits: { ...policy.tables.visits, neighbours: 'replace-one', size: 'public' } } },
    ));
});

test('a name that would be two draws in one question: nothing is charged, no key is kept, and the name stays free', () =>
  inTheClinic(async (data, clinic) => {
    const half = bernoulli(0.5);
    const twice = data.table('visits').sample(half, { name: 'june' }).sample(half, { name: 'june' });
    await expect(twice.count().ask({ epsilon: 0.1 })).rejects.toMatchObject({ code: 'sample_differs' });
    const cap = { epsilon: 1, delta: 0 };
    const capped = data.table('visits').sample(half, { name: 'june' }).sample(half, { name: 'june', cap });
    await expect(capped.count().ask({ epsilon: 0.1 })).rejects.toMatchObject({ code: 'sample_differs' });
    const keys = clinic.path('visits.ledger.keys');
    expect(existsSync(keys) ? readdirSync(keys) : []).toEqual([]);
    expect((await data.deployment.ledger.budget()).spent.epsilon).toBe(0);
    const once = data.table('visits').sample(half, { name: 'june' });
    await expect(once.count().ask({ epsilon: 0.1 })).resolves.toMatchObject({ recorded: false });
    await expect(twice.count().ask({ epsilon: 0.1 })).rejects.toMatchObject({ code: 'sample_differs' });
  }));
