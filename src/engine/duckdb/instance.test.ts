import { expect, test } from 'vitest';
import { lockedInstance } from './instance.ts';

test('every connection is in UTC, wherever the machine stands', async () => {
  const { instance, close } = await lockedInstance(
    { limits: { memoryMegabytes: 100 }, files: [], spillInto: undefined },
    connection => connection.run(`SET GLOBAL TimeZone = 'Asia/Kathmandu'`),
  );
  const connection = await instance.connect();
  const [[zone, written, read]] = (
    await connection.runAndReadAll(`SELECT current_setting('TimeZone'),
      CAST(TIMESTAMPTZ '2024-02-29 10:00:00+05' AS VARCHAR),
      CAST('2024-02-29 10:00:00' AS TIMESTAMPTZ) = TIMESTAMPTZ '2024-02-29 10:00:00+00'`)
  ).getRows();
  expect({ zone, written, read }).toEqual({ zone: 'UTC', written: '2024-02-29 05:00:00+00', read: true });
  await close();
});
