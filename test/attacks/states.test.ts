/** Attacks through data that change: what was proved of one state of the world says nothing of the next. */
import { copyFileSync, renameSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { deploy } from '../../src/answer/deployment.ts';
import { bernoulli, fixedSize, fraction } from '../../src/index.ts';
import type { PolicyInput } from '../../src/source/index.ts';
import {
  type Anything,
  charged,
  columns,
  inChangingClinic,
  type Loose,
  opened,
  people,
  policyOf,
  table,
} from '../support/changing-clinic.ts';
import { type Clinic, spentOf } from '../support/clinic.ts';

describe('who moves from part to part is in both', () => {
  test('a file that is rewritten, without a version', () =>
    inChangingClinic(clinic =>
      opened(clinic, async data => {
        const parts = () => table(data).partition('ward');
        expect(await charged(parts().A.units())).toBe(1);
        expect(await charged(parts().B.units())).toBe(0);
        for (let state = 2; state <= 4; state++) {
          clinic.fill(people(20, 'AB'[state % 2]));
          expect(await charged(parts().B.units())).toBe(1);
          expect(await charged(parts().A.units())).toBe(0);
          expect(await spentOf(data)).toBe(state);
        }
      }),
    ));

  test('the same content, written again, is another state: content has no say', () =>
    inChangingClinic(clinic =>
      opened(clinic, async data => {
        expect(await charged(table(data).partition('ward').A.units())).toBe(1);
        clinic.fill(people(20));
        expect(await charged(table(data).partition('ward').B.units())).toBe(1);
      }),
    ));

  test('a file of the same size whose time was set back', () =>
    inChangingClinic(clinic =>
      opened(clinic, async data => {
        const { atime, mtime } = statSync(clinic.path('visits.csv'));
        expect(await charged(table(data).partition('ward').A.units())).toBe(1);
        clinic.fill(people(20, 'B'));
        utimesSync(clinic.path('visits.csv'), atime, mtime);
        expect(await charged(table(data).partition('ward').B.units())).toBe(1);
      }),
    ));

  test('a file that was put in its place by renaming, under an announced version that stayed', () =>
    inChangingClinic(
      clinic =>
        opened(clinic, async data => {
          expect(await charged(table(data).partition('ward').A.units())).toBe(1);
          copyFileSync(clinic.path('visits.csv'), clinic.path('new.csv'));
          renameSync(clinic.path('new.csv'), clinic.path('visits.csv'));
          expect(await charged(table(data).partition('ward').B.units())).toBe(1);
        }),
      policyOf({}, { version: 'november' }),
    ));

  test('a new version of the policy’s source', () =>
    inChangingClinic(async clinic => {
      await opened(clinic, async data => expect(await charged(table(data).partition('ward').A.units())).toBe(1));
      clinic.write('policy.json', JSON.stringify(policyOf({}, { version: '2' })));
      await opened(clinic, async data => expect(await charged(table(data).partition('ward').B.units())).toBe(1));
    }));

  test('a public table behind a joined key', () =>
    inChangingClinic(clinic =>
      opened(clinic, async data => {
        const floor = (value: number) => table(data).join('wards', { on: 'ward' }).part('floor', value).units();
        expect(await charged(floor(1))).toBe(1);
        expect(await charged(floor(2))).toBe(0);
        clinic.write('wards.csv', 'ward,floor\nA,2\nB,1\n');
        expect(await charged(floor(2))).toBe(1);
        // parts that do not read it are what they were
        expect(await charged(table(data).partition('ward').A.units())).toBe(1);
        clinic.write('wards.csv', 'ward,floor\nA,3\nB,1\n');
        expect(await charged(table(data).partition('ward').B.units())).toBe(0);
      }),
    ));

  test('a policy that was accepted with another category', () =>
    inChangingClinic(async clinic => {
      clinic.fill([...people(10), ...people(20, 'C').slice(10)]);
      await opened(clinic, async data => expect(await charged(table(data).partition('ward').A.units())).toBe(1));
      const ward = { ...columns.ward, values: ['A', 'B', 'C'] };
      clinic.write('policy.json', JSON.stringify(policyOf({ columns: { ...columns, ward } })));
      const deployment = await deploy(clinic.policy);
      await deployment.ledger.acceptPolicy('a third ward');
      await deployment.close();
      await opened(clinic, async data => expect(await charged(table(data).partition('ward').C.units())).toBe(1));
    }));
});

describe('draws in which other people matter are of one state', () => {
  test('a fixed-size split: another state is another split, and both cost', () =>
    inChangingClinic(clinic =>
      opened(clinic, async data => {
        const { first } = table(data).splitFixedSize(5);
        await charged(first.units(), { inner: { epsilon: 0.5 } }).catch(() => 0);
        const named = table(data).splitFixedSize(5, { name: 'june' });
        const mean = (part: Loose) => (part as unknown as { mean(column: string): never }).mean('age') as never;
        const one = await charged(mean(named.first));
        clinic.fill(people(19));
        await expect(charged(mean(named.rest))).rejects.toMatchObject({ code: 'sample_version' });
        // without a name it is drawn anew
        expect(await charged(mean(table(data).splitFixedSize(5).first))).toBeCloseTo(one, 9);
      }),
    ));

  test('the first, and a coin of the first', () =>
    inChangingClinic(clinic =>
      opened(clinic, async data => {
        const first = () => table(data).take(1, { by: 'age' });
        const coin = () => first().sample(bernoulli(0.5), { name: 'half' });
        const [taken, tossed] = [await charged(first().units()), await charged(coin().units())];
        clinic.fill(people(20).reverse());
        await expect(charged(coin().units())).rejects.toMatchObject({ code: 'sample_version' });
        expect(await charged(first().units())).toBe(taken);
        const again = first().sample(bernoulli(0.5), { name: 'other' });
        expect(await charged(again.units())).toBeCloseTo(tossed, 9);
      }),
    ));

  test('a coin below a part by a key belongs to the part’s state', () =>
    inChangingClinic(clinic =>
      opened(clinic, async data => {
        const coin = () => table(data).partition('ward').A.sample(bernoulli(0.01), { name: 'some' });
        await charged(coin().units());
        clinic.fill(people(20, 'B'));
        await expect(charged(coin().units())).rejects.toMatchObject({ code: 'sample_version' });
      }),
    ));

  test.each([
    ['fixed size', fixedSize(5)],
    ['fraction', fraction(0.5)],
  ])('%s', (_, scheme) =>
    inChangingClinic(
      clinic =>
        opened(clinic, async data => {
          const sample = () => table(data).sample(scheme, { name: 'kept' });
          await charged(sample().units());
          clinic.fill(people(21));
          await expect(charged(sample().units())).rejects.toMatchObject({ code: 'sample_version' });
        }),
      policyOf({ neighbours: 'replace-one', size: 'public' }),
    ),
  );
});

test('a coin sample and a random split follow their people, and go on where they were', () =>
  inChangingClinic(clinic =>
    opened(clinic, async data => {
      const june = () => table(data).sample(bernoulli(0.1), { name: 'june' });
      const train = () => table(data).split({ train: 0.8, test: 0.2 }, { name: 'learning' }).train;
      const once = [await charged(june().units()), await charged(train().units())];
      clinic.fill(people(30, 'B'));
      // the second question to one node costs more than the first one did
      expect(await charged(june().units())).toBeGreaterThan(once[0] * 1.5);
      expect(await charged(train().units())).toBeGreaterThan(once[1]);
    }),
  ));

test('a public number of people is that of the state: five of a thousand are not five of five', () =>
  inChangingClinic(
    async clinic => {
      clinic.fill(people(1000));
      const fresh = (data: Anything) => table(data).sample(fixedSize(5));
      await opened(clinic, async data => {
        expect(await charged(fresh(data).units())).toBeCloseTo(Math.log(1 + (5 / 1000) * (Math.E - 1)), 9);
        clinic.fill(people(5));
        const { rows, charged: all } = (await fresh(data)
          .units()
          .ask({ inner: { epsilon: 100 } })) as never as {
          rows: [{ values: { units: { estimate: number } } }];
          charged: { epsilon: number };
        };
        expect(all.epsilon).toBeCloseTo(100, 9);
        expect(rows[0].values.units.estimate).toBe(5);
      });
    },
    policyOf({ neighbours: 'replace-one', size: 'public' }),
  ));

test('recorded answers are of the state they were asked of', () =>
  inChangingClinic(clinic =>
    opened(clinic, async data => {
      const question = await data.sql('SELECT count(*) FROM visits');
      const first = await question.ask({ epsilon: 1 });
      expect(await question.ask({ epsilon: 1 })).toMatchObject({ recorded: true, rows: first.rows });
      clinic.fill(people(500));
      expect(await question.ask({ epsilon: 1 })).toMatchObject({ recorded: false, charged: { epsilon: 1 } });
      expect(await spentOf(data)).toBe(2);
    }),
  ));

test('columns are found by their names in every state, also where their order changed', () =>
  inChangingClinic(clinic =>
    opened(clinic, async data => {
      const question = await data.sql('SELECT sum(age) AS x FROM visits');
      await question.ask({ epsilon: 1 });
      const rows = people(20).map(({ patient, ward }) => `7,${ward},${patient}`);
      writeFileSync(clinic.path('visits.csv'), ['age,ward,patient', ...rows].join('\n'));
      const { rows: answered } = await question.ask({ inner: { epsilon: 90 } });
      const { estimate } = answered[0].values.x as { estimate: number };
      expect(Math.abs(estimate - 140)).toBeLessThan(40);
    }),
  ));

test('nothing is released of data that are written while they are read, and the charge stays', () =>
  inChangingClinic(clinic =>
    opened(clinic, async data => {
      // between the first look at the files and the last one
      const { ledger } = data.deployment;
      const question = await data.sql('SELECT count(*) FROM visits');
      const settled = ledger.reserve;
      Object.defineProperty(data.deployment, 'ledger', {
        value: {
          ...ledger,
          reserve: async (...words: Parameters<typeof settled>) => {
            const hold = await settled(...words);
            clinic.fill(people(3));
            return hold;
          },
        },
      });
      await expect(question.ask({ epsilon: 1 })).rejects.toMatchObject({ code: 'source_changed' });
      expect((await ledger.budget()).spent.epsilon).toBe(1);
    }),
  ));

describe('a policy that promises to others', () => {
  const accept = async (clinic: Clinic, policy: PolicyInput): Promise<void> => {
    clinic.write('policy.json', JSON.stringify(policy));
    const deployment = await deploy(clinic.policy);
    try {
      await deployment.ledger.acceptPolicy('because');
    } finally {
      await deployment.close();
    }
  };

  test.each([
    ['another unit', { unit: 'town' }],
    ['other neighbours', { neighbours: 'replace-one' }],
  ])('%s is not accepted once its table was asked', (_, change) =>
    inChangingClinic(async clinic => {
      await opened(clinic, data => charged(table(data).units(), { epsilon: 1 }));
      await expect(accept(clinic, policyOf(change))).rejects.toMatchObject({ code: 'unit_changed' });
    }),
  );

  test('before that it is', () =>
    inChangingClinic(async clinic => {
      await opened(clinic, async () => {});
      await accept(clinic, policyOf({ neighbours: 'replace-one' }));
      await opened(clinic, async data => expect(await charged(table(data).units(), { epsilon: 1 })).toBe(1));
    }));

  test('and bounds may change as they like', () =>
    inChangingClinic(async clinic => {
      await opened(clinic, data => charged(table(data).units(), { epsilon: 1 }));
      await accept(clinic, policyOf({ rowsPerUnit: 7 }));
    }));
});
