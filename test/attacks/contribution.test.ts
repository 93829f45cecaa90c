/** One person tries to weigh more than the policy lets anybody weigh: three rows here, over all groups together. */
import { describe, expect, test } from 'vitest';
import { ask, type Clinic, exactly, inClinic, someVisits, spentOf, type Visit, withData } from '../support/clinic.ts';

const rowsPerUnit = 3;

/** How much one statistic moves when these rows come in, added up over all groups; the one that moves most. */
async function moved(sql: string, clinic: Clinic, more: readonly Visit[]): Promise<number> {
  clinic.fill(someVisits);
  const before = await exactly(sql, clinic);
  clinic.fill([...someVisits, ...more]);
  const after = await exactly(sql, clinic);
  return Math.max(...after.map((numbers, statistic) => distance(before[statistic], numbers)));
}

const distance = (before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>): number =>
  [...new Set([...before.keys(), ...after.keys()])]
    .map(key => Math.abs((after.get(key) ?? 0) - (before.get(key) ?? 0)))
    .reduce((sum, change) => sum + change);

const often = (count: number, visit: Visit): Visit[] => Array.from({ length: count }, () => visit);
const mallory = { patient: 'mallory', ward: 'A', cost: 1e300, age: 40, town: 'Ulm' };

describe('a unit with fifty rows', () => {
  test('moves a count by three', () =>
    inClinic(async clinic => {
      expect(await moved('SELECT count(*) FROM visits', clinic, often(50, mallory))).toBe(rowsPerUnit);
      expect(await moved('SELECT count(*) FROM visits', clinic, often(2, mallory))).toBe(2);
    }));

  test('moves a sum by three of the largest values, in steps', () =>
    inClinic(async clinic =>
      expect(await moved('SELECT sum(cost) FROM visits', clinic, often(50, mallory))).toBe(rowsPerUnit * 200),
    ));

  test('is one unit, however it is counted', () =>
    inClinic(async clinic =>
      expect(await moved('SELECT count(DISTINCT patient) FROM visits', clinic, often(50, mallory))).toBe(1),
    ));
});

test.each([
  ['public', 'SELECT ward, count(*) FROM visits GROUP BY ward'],
  ['derived', 'SELECT CASE WHEN age > 40 THEN 1 ELSE 0 END AS old, count(*) FROM visits GROUP BY 1'],
  ['private', 'SELECT town, count(*) FROM visits GROUP BY town'],
  ['joined', 'SELECT floor, count(*) FROM visits JOIN wards ON visits.ward = wards.ward GROUP BY floor'],
])('a patient in two wards has three rows over all %s groups', (_, sql) =>
  inClinic(async clinic => {
    const everywhere = ['A', 'B'].flatMap(ward =>
      ['Ulm', 'Bonn', 'Mainz'].flatMap(town => [20, 60].flatMap(age => often(4, { ...mallory, ward, town, age }))),
    );
    const most = await moved(sql, clinic, everywhere);
    expect(most).toBeLessThanOrEqual(rowsPerUnit);
    expect(most).toBeCloseTo(rowsPerUnit, 9);
  }),
);

test('sums over groups share the three rows too', () =>
  inClinic(async clinic => {
    const both = ['A', 'B', 'C'].flatMap(ward => often(20, { ...mallory, ward }));
    const most = await moved('SELECT ward, sum(cost) FROM visits GROUP BY ward', clinic, both);
    expect(most).toBeLessThanOrEqual(rowsPerUnit * 200);
    expect(most).toBeCloseTo(rowsPerUnit * 200, 6);
  }));

test('rows of nobody move nothing, and a blank name is a name', () =>
  inClinic(async clinic => {
    const { patient: _, ...nobody } = mallory;
    expect(await moved('SELECT count(*) FROM visits', clinic, often(50, nobody))).toBe(0);
    expect(await moved('SELECT count(*) FROM visits', clinic, often(50, { ...mallory, patient: ' ' }))).toBe(
      rowsPerUnit,
    );
  }));

describe('a public table that multiplies rows', () => {
  const sql = 'SELECT floor, count(*) FROM visits JOIN wards ON visits.ward = wards.ward GROUP BY floor';

  test('is refused before anything is charged', () =>
    withData(async (data, clinic) => {
      clinic.write('wards.csv', `ward,floor\n${'A,1\n'.repeat(1000)}B,2\n`);
      const question = await data.sql(sql);
      await expect(question.ask({ epsilon: 1 })).rejects.toMatchObject({ code: 'key_not_unique' });
      expect(await spentOf(data)).toBe(0);
    }));

  test('is answered when each key names one row', () =>
    withData(async data => {
      const { rows } = await ask(data, sql, { epsilon: 1 });
      expect(rows.map(({ key }) => key.floor)).toEqual([0, 1, 2, 3, null]);
      expect(await spentOf(data)).toBe(1);
    }));
});

test('empty groups are answered with noise like all others, also where the table is empty', async () => {
  const sql = 'SELECT ward, count(*) FROM visits GROUP BY ward';
  const onlyA = [{ ...mallory, cost: 1 }];
  for (const visits of [[], onlyA, someVisits])
    await withData(
      async data => {
        const { rows } = await ask(data, sql, { epsilon: 1 });
        expect(rows.map(({ key }) => key.ward)).toEqual(['A', 'B', 'C', null]);
      },
      undefined,
      visits,
    );
});
