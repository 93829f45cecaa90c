/** Attacks on who is in a table: nobody may be there for one part of a question and gone for another. */
import { expect, test } from 'vitest';
import type { Answered, Data } from '../../src/answer.ts';
import type { Estimate } from '../../src/plan/estimates/index.ts';
import { fixedSize, fraction } from '../../src/query/index.ts';
import type { PolicyInput } from '../../src/source/index.ts';
import { inClinic, type Visit } from '../support/clinic.ts';

const columns = {
  age: { type: 'integer', min: 0, max: 120 },
  ward: { type: 'category', values: ['A', 'B'] },
} as const;
const contradictable = {
  age: { ...columns.age, perUnit: true },
  ward: { ...columns.ward, perUnit: true },
} as const;

const ofPatients = {
  source: { engine: 'duckdb', path: 'visits.csv' },
  tables: { visits: { unit: 'patient', rowsPerUnit: 2, columns: contradictable } },
  budget: { epsilon: 1e6 },
  ledger: 'sqlite:visits.ledger',
} as const satisfies PolicyInput;
const ofPublicSize = {
  ...ofPatients,
  tables: { visits: { ...ofPatients.tables.visits, neighbours: 'replace-one', size: 'public' } },
} as const satisfies PolicyInput;
const ofKeys = { ...ofPatients, tables: { visits: { key: 'patient', columns } } } as const satisfies PolicyInput;
const ofPublicKeys = {
  ...ofPatients,
  tables: { visits: { key: 'patient', columns, neighbours: 'replace-one', size: 'public' } },
} as const satisfies PolicyInput;

const clearly = { inner: { epsilon: 1000 } };
const releasedIn = ({ rows }: Answered): number => (Object.values(rows[0].values)[0] as Estimate).estimate;

/** What is told of these visits, with so little noise that it is none, and what inner epsilon 1 would be charged. */
const asked = <Policy extends PolicyInput, T>(
  policy: Policy,
  visits: readonly Visit[],
  work: (data: Data<Policy>) => Promise<T>,
): Promise<T> =>
  inClinic(
    async clinic => {
      const data = (await clinic.open()) as unknown as Data<Policy>;
      try {
        return await work(data);
      } finally {
        await data.close();
      }
    },
    policy,
    visits,
  );

const plain = (number: number): Visit[] =>
  Array.from({ length: number }, (_, i) => ({ patient: `p${i}`, age: i + 1, ward: 'A' }));
/** Of two ages and two wards. */
const contradiction: readonly Visit[] = [
  { patient: 'x', age: 1, ward: 'B' },
  { patient: 'x', age: 2, ward: 'A' },
];

test('who contradicts themselves is in every draw of a replaced pair alike', async () => {
  const question = (data: Data<typeof ofPublicSize>) =>
    data
      .table('visits')
      .sample(fixedSize(10))
      .take(1e6, { by: 'age' })
      .take(1e6, { by: 'ward' })
      .sample(fraction(0.1))
      .units();
  const exact = (visits: readonly Visit[]) =>
    asked(ofPublicSize, visits, async data => releasedIn(await question(data).ask(clearly)));
  expect(await exact([...plain(9), ...contradiction])).toBe(await exact(plain(10)));
});

test('nor do the parts of a split lose them between two orders', async () => {
  const exact = (visits: readonly Visit[]) =>
    asked(ofPatients, visits, async data => {
      const { first, rest } = data.table('visits').splitTake(10, { by: 'age' });
      const inner = first.take(1e6, { by: 'ward' });
      return [releasedIn(await inner.units().ask(clearly)), releasedIn(await rest.units().ask(clearly))];
    });
  // one person more moves one of the others from the first part to the rest, and no two
  expect(await exact(plain(20))).toEqual([10, 10]);
  expect(await exact([...plain(20), ...contradiction])).toEqual([10, 11]);
});

test('a column that is mentioned changes no count', () =>
  asked(ofPatients, [...plain(20), ...contradiction], async data => {
    const everything = await data.table('visits').count().ask({ epsilon: 1000 });
    const mentioned = await data
      .table('visits')
      .where(({ age }) => age.atLeast(0))
      .count()
      .ask({ epsilon: 1000 });
    expect(releasedIn(mentioned)).toBe(releasedIn(everything));
    expect(releasedIn(everything)).toBe(22);
  }));

test('a public number of people counts those who can be drawn', async () => {
  const visits = [...plain(5), ...Array.from({ length: 995 }, () => ({ age: 40, ward: 'A' }))];
  const charged = await asked(ofPublicKeys, visits, async data => {
    const sampled = data.table('visits').sample(fixedSize(5), { name: 'five' });
    return (await sampled.units().ask({ inner: { epsilon: 1 } })).charged.epsilon;
  });
  // five of five: nobody is hidden
  expect(charged).toBe(1);
});

test('rows that share a key are one unit: none erases another one', async () => {
  const exact = (visits: readonly Visit[]) =>
    asked(ofKeys, visits, async data => {
      const { rows } = await data.table('visits').count().by('ward').ask({ epsilon: 1000 });
      return rows.map(({ values }) => (values.count as Estimate).estimate);
    });
  const [before, after] = [
    await exact([{ patient: 'p0', ward: 'B', age: 1 }]),
    await exact([
      { patient: 'p0', ward: 'B', age: 1 },
      { patient: 'p0', ward: 'A', age: 1 },
    ]),
  ];
  // another row under the same key is the same unit, which is now another one: replaced, not added
  expect(before).toEqual([0, 1, 0]);
  expect(after).toEqual([1, 0, 0]);
});
