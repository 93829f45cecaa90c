/** What goes wrong after the charge: one opaque code, the charge kept, and the same question may go on where it stopped. */
import { copyFileSync } from 'node:fs';
import { DuckDBInstance } from '@duckdb/node-api';
import { describe, expect, test } from 'vitest';
import type { PolicyInput } from '../../src/source/index.ts';
import { ask, type Clinic, clinicPolicy, inClinic, spentOf } from '../support/clinic.ts';

const policy = { ...clinicPolicy, source: { engine: 'duckdb', path: 'visits.parquet' } } satisfies PolicyInput;
const tables = { visits: { ...clinicPolicy.tables.visits } };
const counting = 'SELECT count(*) FROM visits';
const ageing = 'SELECT sum(age) FROM visits';

async function writeParquet(clinic: Clinic): Promise<void> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  await connection.run(
    `COPY (SELECT * FROM read_csv('${clinic.path('visits.csv')}')) TO '${clinic.path('visits.parquet')}'`,
  );
  instance.closeSync();
  copyFileSync(clinic.path('visits.parquet'), clinic.path('whole.parquet'));
}

const inParquetClinic = (work: (clinic: Clinic) => Promise<void>): Promise<void> =>
  inClinic(
    async clinic => {
      await writeParquet(clinic);
      await work(clinic);
    },
    { ...policy, tables },
  );

describe('a file that turns to garbage once it is open', () => {
  test.each([
    ['an idempotency key', { idempotencyKey: 'monday' }],
    ['the same question', {}],
  ])('fails opaquely, keeps the charge, and %s resumes it', (_, how) =>
    inParquetClinic(async clinic => {
      const data = await clinic.open();
      await ask(data, counting, { epsilon: 1 });
      clinic.write('visits.parquet', 'patient 4711 was here, and nothing else');
      const failure = await ask(data, ageing, { epsilon: 2, ...how }).catch(thrown => thrown);
      expect(failure).toMatchObject({ name: 'Refusal', code: 'engine_failed' });
      expect(failure.message).not.toMatch(/4711|parquet|sortition-clinic/i);
      expect(await spentOf(data)).toBe(3);
      await data.close();

      copyFileSync(clinic.path('whole.parquet'), clinic.path('visits.parquet'));
      const again = await clinic.open();
      const answer = await ask(again, ageing, { epsilon: 2, ...how });
      expect(answer).toMatchObject({ recorded: false, rows: [{ key: {} }] });
      expect(await spentOf(again)).toBe(3);
      expect(await ask(again, ageing, { epsilon: 2, ...how })).toMatchObject({ recorded: true, rows: answer.rows });
      expect(await again.deployment.ledger.verify()).toMatchObject({ verified: true });
      await again.close();
    }),
  );
});

test('a question given up half-way keeps its charge and can be taken up again', () =>
  inClinic(async clinic => {
    const data = await clinic.open();
    const stop = new AbortController();
    stop.abort();
    await expect(ask(data, counting, { epsilon: 1, signal: stop.signal })).rejects.toMatchObject({
      name: 'AbortError',
    });
    const spent = await spentOf(data);
    expect((await ask(data, counting, { epsilon: 1 })).recorded).toBe(false);
    expect(await spentOf(data)).toBe(1);
    expect(spent).toBeLessThanOrEqual(1);
    await data.close();
  }));
