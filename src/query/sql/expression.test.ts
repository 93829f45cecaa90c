/** A short text must not become a question that nobody can hold. */
import { expect, test } from 'vitest';
import { hospital } from '../../../test/support/hospital.ts';
import { loadPolicy } from '../../source/index.ts';
import { fromSql } from './select.ts';

const policy = await loadPolicy(hospital);
const nested = (open: string, close: string, levels: number): Promise<unknown> =>
  fromSql(`SELECT count(*) FROM visits WHERE ${open.repeat(levels)}age${close.repeat(levels)} = 1`, policy);

test.each([
  ['COALESCE', 'COALESCE(', ', 1)'],
  ['clamps', 'LEAST(GREATEST(', ', 0), 9)'],
  ['CASE of a value', 'CASE ', ' WHEN 1 THEN 1 WHEN 2 THEN 2 END'],
  ['BETWEEN', 'CASE WHEN ', ' BETWEEN 1 AND 2 THEN 1 ELSE 0 END'],
])('%s within each other', async (_, open, close) => {
  await expect(nested(open, close, 5)).resolves.toBeDefined();
  await expect(nested(open, close, 40)).rejects.toMatchObject({ code: 'sql_too_large' });
});

test('a long list is not large', () =>
  expect(
    fromSql(`SELECT count(*) FROM visits WHERE age IN (${Array(30_000).fill('1').join()})`, policy),
  ).resolves.toBeDefined());
