/** States of a database: its rows change without a name, unless its owner gives them a version. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bernoulli, fixedSize } from '../../src/index.ts';
import { type Anything, charged, ONE, opened, policyOf, table } from '../support/changing-clinic.ts';
import { inClinic, spentOf } from '../support/clinic.ts';
import { openDatabase } from '../support/postgres.ts';

const server = await openDatabase();
afterAll(() => server?.stop());

describe.skipIf(server === undefined)('PostgreSQL', () => {
  beforeAll(async () => {
    await server!.run('CREATE TABLE visits (patient TEXT, age INTEGER, ward TEXT)');
    await server!.run(`CREATE TABLE wards (ward TEXT, floor INTEGER)`);
    await server!.run(`INSERT INTO visits SELECT 'p' || i, 20 + i, 'A' FROM generate_series(1, 20) i`);
  });
  const inDatabase = (work: (data: Anything) => Promise<void>, source: object = {}, more: object = {}) =>
    inClinic(
      async clinic => {
        clinic.write('url', server!.url);
        await opened(clinic, work);
      },
      onDatabase(source, more),
    );
  const onDatabase = (source: object, more: object = {}) =>
    policyOf(more, { engine: 'postgres', path: undefined, url: 'file:url', ...source });

  test('live rows: every question is of a state of its own, and parts add up', () =>
    inDatabase(async data => {
      expect(await charged(table(data).partition('ward').A.units())).toBe(1);
      await server!.run(`UPDATE visits SET ward = 'B'`);
      expect(await charged(table(data).partition('ward').B.units())).toBe(1);
      expect(await charged(table(data).partition('ward').A.units())).toBe(1);
      await server!.run(`UPDATE visits SET ward = 'A'`);
    }));

  test('a process that still says an older version reads what is of a newer one, and is refused', () =>
    inClinic(
      async clinic => {
        clinic.write('url', server!.url);
        const first = await clinic.open();
        expect(await charged(table(first).partition('ward').A.units())).toBe(1);
        clinic.write('policy.json', JSON.stringify(onDatabase({ version: '2' })));
        await opened(clinic, async data => expect(await charged(table(data).partition('ward').B.units())).toBe(1));
        await expect(charged(table(first).partition('ward').B.units())).rejects.toMatchObject({
          code: 'version_superseded',
        });
        await first.close();
        // nor is a version used again
        clinic.write('policy.json', JSON.stringify(onDatabase({ version: '1' })));
        await opened(clinic, async data => {
          await expect(charged(table(data).partition('ward').B.units())).rejects.toMatchObject({
            code: 'version_superseded',
          });
          expect(await spentOf(data)).toBe(2);
        });
      },
      onDatabase({ version: '1' }),
    ));

  test('live rows: nothing is answered from the ledger, for nobody knows whether it still holds', () =>
    inDatabase(async data => {
      const question = await data.sql('SELECT count(*) FROM visits');
      for (const spent of [1, 2]) {
        expect(await question.ask({ epsilon: 1 })).toMatchObject({ recorded: false });
        expect(await spentOf(data)).toBe(spent);
      }
      // but who tries again gets what he was given
      const first = await question.ask({ epsilon: 1, idempotencyKey: 'k' });
      expect(await question.ask({ epsilon: 1, idempotencyKey: 'k' })).toMatchObject({
        recorded: true,
        rows: first.rows,
      });
    }));

  test('live rows: what could never be asked again is not kept', () =>
    inDatabase(async data => {
      const how = { name: 'kept' };
      for (const draw of [table(data).sample(fixedSize(5), how), table(data).splitFixedSize(5, how).first])
        await expect(charged(draw.units())).rejects.toMatchObject({ code: 'version_needed' });
      expect(await charged(table(data).sample(bernoulli(0.5), { name: 'coins' }).units())).toBeGreaterThan(0);
      expect(await spentOf(data)).toBeLessThan(1);
      expect(await data.samples()).toHaveLength(1);
    }));

  test('an announced version is one state, until another is announced', async () => {
    await inDatabase(
      async data => {
        expect(await charged(table(data).partition('ward').A.units())).toBe(1);
        expect(await charged(table(data).partition('ward').B.units())).toBe(0);
      },
      { version: '1' },
    );
  });

  test('a public number of people is looked at every time: another one under one version is refused', () =>
    inDatabase(
      async data => {
        const anew = { ...ONE, fresh: true };
        const sample = () => table(data).sample(fixedSize(5));
        await charged(sample().units(), anew);
        await server!.run(`INSERT INTO visits VALUES ('one more', 30, 'A')`);
        await expect(charged(sample().units(), anew)).rejects.toMatchObject({ code: 'size_differs' });
        await server!.run(`DELETE FROM visits WHERE patient = 'one more'`);
        await charged(sample().units(), anew);
      },
      { version: '1' },
      { neighbours: 'replace-one', size: 'public' },
    ));

  test('live rows, public number: read with the rows, each time', () =>
    inDatabase(
      async data => {
        const sample = () => table(data).sample(fixedSize(5));
        const twenty = await charged(sample().units());
        await server!.run(`INSERT INTO visits SELECT 'q' || i, 20 + i, 'A' FROM generate_series(1, 20) i`);
        expect(await charged(sample().units())).toBeLessThan(twenty);
        await server!.run(`DELETE FROM visits WHERE patient LIKE 'q%'`);
      },
      {},
      { neighbours: 'replace-one', size: 'public' },
    ));
});
