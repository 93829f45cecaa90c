/** Questions to samples and parts through the whole road: who is asked, what is charged, and what is refused. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { price } from '../../src/accounting/index.ts';
import { type Answered, type Data, open } from '../../src/answer.ts';
import { bernoulli, fixedSize, fraction, stratified } from '../../src/query/index.ts';
import type { PolicyInput } from '../../src/source/index.ts';
import { type Clinic, inClinic, type Visit } from '../support/clinic.ts';

const policy = {
  source: { engine: 'duckdb', path: 'visits.csv', version: '1' },
  tables: {
    visits: {
      unit: 'patient',
      rowsPerUnit: 2,
      columns: {
        age: { type: 'integer', min: 0, max: 120, perUnit: true },
        ward: { type: 'category', values: ['A', 'B', 'C'], perUnit: true },
        town: { type: 'category', values: ['Ulm', 'Bonn'] },
        cost: { type: 'number', min: 0, max: 100, step: 1 },
      },
    },
  },
  budget: { epsilon: 1e6, delta: 0.5 },
  ledger: 'sqlite:visits.ledger',
} as const satisfies PolicyInput;

const PATIENTS = 400;
/** Two visits each, in both towns. */
const visits: readonly Visit[] = Array.from({ length: 2 * PATIENTS }, (_, i) => {
  const patient = i % PATIENTS;
  return {
    patient: `p${patient}`,
    age: patient % 100,
    ward: 'ABC'[patient % 3],
    town: i < PATIENTS ? 'Ulm' : 'Bonn',
    cost: 10,
  };
});

type Clinical = Data<typeof policy>;

const inTheClinic = <T>(work: (data: Clinical, clinic: Clinic) => Promise<T>, changes: object = {}): Promise<T> =>
  inClinic(
    async clinic => {
      const data = (await clinic.open()) as unknown as Clinical;
      try {
        return await work(data, clinic);
      } finally {
        await data.close();
      }
    },
    { ...policy, ...changes },
    visits,
  );

/** So much that noise is nothing. */
const CLEARLY = { inner: { epsilon: 400 } };

const number = ({ rows }: Answered, name: string, row = 0): number => {
  const told = rows[row].values[name];
  return 'estimate' in told ? told.estimate : Number.NaN;
};

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
      const told = await Promise.all(counts.map(part => part.units().ask(CLEARLY)));
      expect(told.map(answer => number(answer, 'units'))).toEqual([150, 250, 150, 250]);
      const mean = await table.sample(fixedSize(100), { name: 'hundred' }).mean('cost').ask(CLEARLY);
      expect(number(mean, 'mean_cost')).toBeCloseTo(10, 3);
      const part = await table.sample(fraction(0.25), { name: 'quarter' }).units().ask(CLEARLY);
      expect(number(part, 'units')).toBe(PATIENTS);
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
      expect(counts.get('C')).toBe(0);
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
      expect(nested.count().explain({ epsilon: 0.3 }).inner.epsilon).toBeLessThan(answer.inner.epsilon);
      expect(answer.sample).toEqual({ name: 'inner', scheme: 'bernoulli', rate: 0.5 });
    }));

  test('with a delta: a sample of coins by its posterior rate, a capped one at once, splits by a key in full', () =>
    inTheClinic(async data => {
      const table = data.table('visits');
      const sample = table.sample(bernoulli(0.1), { name: 'coins' });
      const first = await sample.count().ask({ epsilon: 0.1, delta: 1e-6 });
      expect(first.inner.delta).toBeGreaterThan(5e-6);
      expect(first.charged.delta).toBeLessThanOrEqual(1e-6);
      const before = (await data.deployment.ledger.budget()).spent;
      const capped = table.sample(bernoulli(0.1), { name: 'capped', cap: { epsilon: 1, delta: 1e-6 } });
      const free = await capped.count().ask({ epsilon: 0.5, delta: 1e-7 });
      expect(free.charged).toEqual({ epsilon: 0, delta: 0 });
      const { spent } = await data.deployment.ledger.budget();
      expect(spent.epsilon - before.epsilon).toBeCloseTo(Math.log(1 + 0.1 * (Math.E - 1)), 9);
      expect(spent.delta - before.delta).toBeCloseTo(1e-7, 12);
      await expect(capped.count().ask({ epsilon: 0.6, fresh: true })).rejects.toMatchObject({ code: 'cap_exhausted' });
      const part = await table.partition('ward').A.count().ask({ epsilon: 0.1, delta: 1e-6 });
      expect(part.charged).toEqual({ epsilon: 0.1, delta: 1e-6 });
      await expect(
        table.splitFixedSize(100).first.mean('cost').ask({ epsilon: 0.1, delta: 1e-6 }),
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
      expect(data.deployment.ledger.state().sizes.get('visits')?.get('1')).toBe(PATIENTS);
      expect(Math.abs(number(await sample.units().ask(CLEARLY), 'units') - PATIENTS)).toBeLessThan(1);
    },
    {
      tables: { visits: { ...policy.tables.visits, neighbours: 'replace-one', size: 'public' } },
    },
  ));

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
