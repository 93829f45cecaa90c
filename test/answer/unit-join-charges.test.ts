/** What joins of protected tables are charged, and to whom: limits of both tables, samples, caps, states, public sizes, rho. */
import { expect, test } from 'vitest';
import { bernoulli, fixedSize } from '../../src/plan/operators/index.ts';
import { inJoinedClinic, PEOPLE } from '../support/joined-clinic.ts';

const FROM = 'FROM visits v JOIN patients p ON v.patient = p.id';

test('a charge counts against the limit of each table, and what one of them cannot afford is refused', () =>
  inJoinedClinic(async ({ told, spent, disagreements }) => {
    await told(`SELECT count(*) ${FROM}`, { epsilon: 1.5 });
    expect([await spent(), await spent('visits'), await spent('patients')]).toEqual([1.5, 1.5, 1.5]);
    await expect(told(`SELECT sum(cost) ${FROM}`, { epsilon: 1 })).rejects.toMatchObject({ code: 'budget_exhausted' });
    await told('SELECT sum(cost) FROM visits', { epsilon: 1 });
    expect([await spent(), await spent('visits'), await spent('patients')]).toEqual([2.5, 2.5, 1.5]);
    expect(await disagreements()).toEqual([]);
  }));

test('three tables may be joined, a key that names two rows counts once, and people of all of them are counted', () =>
  inJoinedClinic(async ({ told }) => {
    const three = `${FROM} JOIN doses d ON d.who = v.patient`;
    const [rows, doses, units] = await told(`SELECT count(*), sum(dose), count(DISTINCT p.id) ${three}`, {
      epsilon: 1.9,
    });
    for (const [found, expected] of [
      [rows, 60],
      [doses, 120],
      [units, 30],
    ])
      expect(Math.abs(found - expected)).toBeLessThan(200);
    const [people] = await told(`SELECT count(DISTINCT patient) FROM visits`, { epsilon: 40 });
    expect(Math.round(people)).toBe(PEOPLE);
  }));

test.each(['visits', 'doses'])('an answer is repeated until either table changes: %s', table =>
  inJoinedClinic(async ({ told, changed, spent }) => {
    const sql = 'SELECT count(*) FROM visits v JOIN doses d ON v.patient = d.who';
    const first = await told(sql, { epsilon: 1 });
    expect(await told(sql, { epsilon: 1 })).toEqual(first);
    expect(await spent()).toBe(1);
    await changed(table);
    await told(sql, { epsilon: 1 });
    expect(await spent()).toBe(2);
  }),
);

test('parts of a join by a key cost the greatest of them in one state of both tables, and add up over states of either', () =>
  inJoinedClinic(async ({ data, changed, spent, disagreements }) => {
    const joined = () => data.table('patients').joinUnits(data.table('doses') as never);
    const ask = (sex: string) =>
      joined()
        .part('sex' as never, sex as never)
        .count()
        .ask({ epsilon: 0.5 });
    await ask('f');
    await ask('m');
    expect(await spent()).toBe(0.5);
    await changed('doses');
    await ask('m');
    expect(await spent()).toBe(1);
    expect(await disagreements()).toEqual([]);
  }));

test('a small sample, which is kept as a copy, is joined with a table beside the copy', () =>
  inJoinedClinic(async ({ told, spent, disagreements }) => {
    const few = `FROM visits v TABLESAMPLE BERNOULLI(20) REPEATABLE ('few')`;
    await told(`SELECT count(*) ${few}`, { epsilon: 1 });
    const [units] = await told(`SELECT count(DISTINCT who) ${few} JOIN doses d ON v.patient = d.who`, { epsilon: 5 });
    expect(units).toBeLessThan(PEOPLE * 5);
    // the people of a join, drawn anew
    await told(
      `WITH x AS (SELECT * FROM visits v JOIN doses d ON v.patient = d.who) SELECT count(*) FROM x TABLESAMPLE BERNOULLI(10) REPEATABLE ('both')`,
      { epsilon: 1 },
    );
    expect(await spent()).toBeCloseTo(7, 6);
    expect(await disagreements()).toEqual([]);
  }));

test('a cap pays for what it was counted for: its own tables, and no other that is joined to them', () =>
  inJoinedClinic(async ({ data, spent, disagreements }) => {
    const [visits, doses] = [data.table('visits'), data.table('doses')];
    const capped = visits.sample(bernoulli(0.5), { name: 'capped', cap: { epsilon: 3, delta: 0 } });
    await expect(
      capped
        .joinUnits(doses as never)
        .count()
        .ask({ epsilon: 1 }),
    ).rejects.toMatchObject({
      code: 'join_unsupported',
    });
    expect(await spent()).toBe(0);
    await capped.count().ask({ inner: { epsilon: 1 } });
    await expect(
      capped
        .joinUnits(doses as never)
        .count()
        .ask({ epsilon: 1 }),
    ).rejects.toMatchObject({
      code: 'join_unsupported',
    });
    const both = visits
      .joinUnits(doses as never)
      .sample(bernoulli(0.5), { name: 'joint', cap: { epsilon: 3, delta: 0 } });
    await both.count().ask({ inner: { epsilon: 1 } });
    await both.units().ask({ inner: { epsilon: 1 } });
    expect(await spent('doses')).toBeCloseTo((await spent('visits')) / 2, 9);
    expect(await disagreements()).toEqual([]);
  }));

test('a table with a limit is joined before a split, so that the limit counts what its people pay', () =>
  inJoinedClinic(async ({ data, spent, disagreements }) => {
    const [doses, patients] = [data.table('doses'), data.table('patients')];
    const half = (table: typeof doses, name: string) =>
      table.split({ one: 0.5, other: 0.5 }, { name })['one' as never] as typeof doses;
    await half(doses, 'halves').count().ask({ epsilon: 1 });
    await expect(
      half(doses, 'halves')
        .joinUnits(patients as never)
        .count()
        .ask({ epsilon: 1 }),
    ).rejects.toMatchObject({ code: 'join_unsupported' });
    expect(await spent()).toBe(await spent('doses'));
    const joined = () => doses.joinUnits(patients as never) as typeof doses;
    await half(joined(), 'joint').count().ask({ epsilon: 1 });
    expect(await spent('patients')).toBeGreaterThan(0.9);
    // no limit, nothing that it would not see
    const women = patients.part('sex' as never, 'f' as never) as typeof doses;
    await women
      .joinUnits(doses as never)
      .count()
      .ask({ epsilon: 0.5 });
    expect(await disagreements()).toEqual([]);
  }));

test('with public sizes a join has none: a sample of its people is priced as if nobody knew how many there are', () =>
  inJoinedClinic(
    async ({ data, spent, disagreements }) => {
      const joint = data.table('visits').joinUnits(data.table('doses') as never);
      const inside = { inner: { epsilon: 1 } };
      // of a table whose size is public a tenth of the people costs less than 1
      await data.table('visits').sample(fixedSize(4), { name: 'some' }).units().ask(inside);
      const alone = await spent();
      expect(alone).toBeLessThan(0.2);
      await data
        .table('visits')
        .sample(fixedSize(4), { name: 'some' })
        .joinUnits(data.table('doses') as never)
        .count()
        .ask(inside);
      const sampledFirst = (await spent()) - alone;
      expect(sampledFirst).toBeLessThan(0.7);
      const before = await spent();
      const four = joint.sample(fixedSize(4), { name: 'joint' });
      await expect(four.count().ask(inside)).rejects.toMatchObject({ code: 'size_not_public' });
      await four.mean('cost' as never).ask(inside);
      expect((await spent()) - before).toBeGreaterThanOrEqual(1);
      expect(await disagreements()).toEqual([]);
    },
    { replacing: true },
  ));

test('a named sample of a join with a part of a split that nobody named is known to the second implementation', () =>
  inJoinedClinic(async ({ data, disagreements }) => {
    const part = { kind: 'part', input: { kind: 'scan', table: 'visits' }, split: { kind: 'fixed-size', size: 9 } };
    const input = {
      kind: 'sample',
      input: {
        kind: 'unitJoin',
        input: { ...part, part: 'rest', name: null },
        with: { kind: 'scan', table: 'doses' },
        rowsPerUnit: null,
      },
      scheme: { kind: 'fraction', rate: '0.75' },
      name: 'most',
    };
    const aggregates = [{ kind: 'mean', name: 'mean', of: { kind: 'column', name: 'dose' } }];
    const plan = { version: 1, input, grouping: { kind: 'none' }, aggregates, afterwards: {} };
    for (const epsilon of [0.5, 1]) await (await data.plan(plan)).ask({ epsilon });
    expect(await disagreements()).toEqual([]);
  }));

test('ids that cannot name people are refused before anything is charged', () =>
  inJoinedClinic(
    async ({ told, spent }) => {
      for (const sql of ['SELECT count(*) FROM visits', `SELECT count(*) ${FROM}`])
        await expect(told(sql, { epsilon: 1 })).rejects.toMatchObject({ code: 'source_mismatch' });
      expect(await spent()).toBe(0);
    },
    { fractions: true },
  ));

test('a rho pays for joins too, and the second implementation agrees', () =>
  inJoinedClinic(
    async ({ data, told, disagreements }) => {
      await told(`SELECT count(*), sum(cost) ${FROM}`, { rho: 0.01 });
      await told(`SELECT sex, count(*) ${FROM} GROUP BY sex`, { epsilon: 0.5 });
      await data
        .table('visits')
        .sample(bernoulli(0.5), { name: 'half' })
        .joinUnits(data.table('doses') as never)
        .count()
        .ask({ epsilon: 0.5 });
      expect(await disagreements()).toEqual([]);
    },
    { concentrated: true },
  ));
