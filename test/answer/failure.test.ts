/** What goes wrong after the charge: one opaque code, the charge kept, and the same question may go on where it stopped. */
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { ask, type Clinic, inClinic, spentOf } from '../support/clinic.ts';
import { parquetPolicy, writeParquet } from './parquet-clinic.ts';

const counting = 'SELECT count(*) FROM visits';
const ageing = 'SELECT sum(age) FROM visits';

const inParquetClinic = (work: (clinic: Clinic) => Promise<void>): Promise<void> =>
  inClinic(async clinic => {
    await writeParquet(clinic);
    copyFileSync(clinic.path('visits.parquet'), clinic.path('whole.parquet'));
    await work(clinic);
  }, parquetPolicy);

/** Its schema can be read, its rows cannot. */
function tear(clinic: Clinic): void {
  const bytes = readFileSync(clinic.path('visits.parquet'));
  const footer = bytes.readUInt32LE(bytes.length - 8);
  writeFileSync(clinic.path('visits.parquet'), bytes.fill(0xff, 4, bytes.length - 8 - footer));
}

describe('a file whose rows are garbage', () => {
  test.each([
    ['an idempotency key', { idempotencyKey: 'monday' }],
    ['the same question', {}],
  ])('fails opaquely, keeps the charge, and %s resumes it', (_, how) =>
    inParquetClinic(async clinic => {
      const data = await clinic.open();
      await ask(data, counting, { epsilon: 1 });
      tear(clinic);
      const failure = await ask(data, ageing, { epsilon: 2, ...how }).catch(thrown => thrown);
      expect(failure).toMatchObject({ name: 'Refusal', code: 'engine_failed' });
      expect(failure.message).not.toMatch(/parquet|sortition-clinic/i);
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
