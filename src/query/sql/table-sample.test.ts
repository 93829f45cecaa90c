import { expect, test } from 'vitest';
import { hospital } from '../../../test/support/hospital.ts';
import { check } from '../../plan/index.ts';
import { loadPolicy } from '../../source/index.ts';
import { Refusal } from '../../vocabulary/index.ts';
import { fromSql } from './select.ts';

const policy = await loadPolicy(hospital);

async function refusalOf(sql: string): Promise<string> {
  try {
    return `none: ${JSON.stringify(check(await fromSql(sql, policy), policy).plan)}`;
  } catch (thrown) {
    if (thrown instanceof Refusal) return `${thrown.code} ${thrown.message}`;
    throw thrown;
  }
}

const VISITS = 'SELECT count(*) FROM visits TABLESAMPLE';

test.each([
  [`${VISITS} SYSTEM (5)`, 'sql_unsupported 1:22: TABLESAMPLE SYSTEM', 'blocks of rows, not people; write BERNOULLI'],
  [`${VISITS} SYSTEM_ROWS (5)`, 'sql_unsupported 1:22: TABLESAMPLE SYSTEM_ROWS', 'write FIXED'],
  [`${VISITS} reservoir (5)`, 'sql_unsupported', 'write FIXED'],
  [`${VISITS} systematic (5)`, 'sql_unsupported', 'no bounded price; write BERNOULLI'],
  [`${VISITS} replacement (5)`, 'sql_unsupported', 'write FIXED'],
  [`${VISITS} cluster (5)`, 'sql_unsupported', 'write BERNOULLI'],
  [`${VISITS} stratified (5)`, 'sql_unsupported', '.sample(stratified(...))'],
  [`${VISITS} "toString" (5)`, 'sql_unsupported', 'write BERNOULLI(percent), FRACTION(percent) or FIXED(number)'],
  [`${VISITS} pg_catalog.bernoulli (5)`, 'sql_unsupported', 'PG_CATALOG.BERNOULLI'],
  [`${VISITS} BERNOULLI (5, 6)`, 'sql_unsupported', 'this size of a sample'],
  [`${VISITS} BERNOULLI (age)`, 'sql_unsupported', 'this size of a sample'],
  [`${VISITS} BERNOULLI ('5')`, 'sql_unsupported', 'this size of a sample'],
  [`${VISITS} BERNOULLI (2 + 3)`, 'sql_unsupported', 'this size of a sample'],
  [`${VISITS} BERNOULLI (5) REPEATABLE (42)`, 'sql_unsupported 1:67', 'not a seed'],
  [`${VISITS} BERNOULLI (5) REPEATABLE (june)`, 'sql_unsupported', 'not a seed'],
  [`${VISITS} BERNOULLI (5) REPEATABLE (NULL)`, 'sql_unsupported', 'not a seed'],
  [`${VISITS} BERNOULLI (5) REPEATABLE ('')`, 'value_out_of_range', 'begin with a letter or digit'],
  [`${VISITS} BERNOULLI (5) REPEATABLE ('../june')`, 'value_out_of_range', 'begin with a letter or digit'],
  [`${VISITS} BERNOULLI (0)`, 'value_out_of_range', 'above 0'],
  [`${VISITS} BERNOULLI (100.001)`, 'value_out_of_range', 'at most 1'],
  [`${VISITS} FRACTION (-5)`, 'value_out_of_range', 'above 0'],
  [`${VISITS} FIXED (0)`, 'value_out_of_range', 'at least 1'],
  [`${VISITS} FIXED (9.5)`, 'value_out_of_range', 'whole number'],
  ['SELECT count(*) FROM staff TABLESAMPLE BERNOULLI (5)', 'sample_needs_key', 'staff'],
  ['SELECT count(*) FROM wards TABLESAMPLE BERNOULLI (5)', 'unknown_table', 'public'],
  ['SELECT count(*) FROM visits JOIN wards TABLESAMPLE BERNOULLI (5) USING (ward)', 'unknown_table', 'public'],
])('%s', async (sql, code, words) => {
  const refusal = await refusalOf(sql);
  expect(refusal).toMatch(new RegExp(`^${code}\\b`));
  expect(refusal).toContain(words);
});

const first = (clauses: string) => `SELECT count(*) FROM (SELECT * FROM visits ${clauses}) x`;

test.each([
  [first('OFFSET 5'), 'sql_unsupported', 'OFFSET without ORDER BY'],
  [first('ORDER BY age, ward LIMIT 5'), 'sql_unsupported', 'this order of people'],
  [first('ORDER BY age + 1 LIMIT 5'), 'sql_unsupported', 'this order of people'],
  [first('ORDER BY 1 LIMIT 5'), 'sql_unsupported', 'this order of people'],
  [first('ORDER BY age NULLS FIRST LIMIT 5'), 'sql_unsupported', 'NULLS FIRST'],
  [first('ORDER BY age USING < LIMIT 5'), 'sql_unsupported', 'USING'],
  [first('ORDER BY age LIMIT 2 + 3'), 'sql_unsupported', 'LIMIT by an expression'],
  [first('ORDER BY age OFFSET 2 + 3'), 'sql_unsupported', 'OFFSET by an expression'],
  [first('ORDER BY age LIMIT ALL'), 'sql_unsupported', 'ORDER BY without LIMIT'],
  [first('ORDER BY age FETCH FIRST 5 ROWS WITH TIES'), 'sql_unsupported', 'WITH TIES'],
  [first('ORDER BY price LIMIT 5'), 'unknown_column', 'price'],
  [first('ORDER BY patient_id LIMIT 5'), 'unknown_column', 'patient_id'],
  [first('ORDER BY age LIMIT 0'), 'value_out_of_range', 'at least 1'],
  [first('ORDER BY ward LIMIT 5'), 'type_mismatch', 'Mark ward as perUnit'],
])('%s', async (sql, code, words) => {
  const refusal = await refusalOf(sql);
  expect(refusal).toMatch(new RegExp(`^${code}\\b`));
  expect(refusal).toContain(words);
});
