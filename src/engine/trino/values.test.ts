import { describe, expect, test } from 'vitest';
import { cellOfTrino, familyOfTrino, statementForTrino } from './values.ts';

const NONE = new Map<string, string>();

describe('statements', () => {
  test('values stand in their places, and nowhere else', () => {
    const text = `SELECT "a$1", 'b$1', CAST($1 AS varchar), CAST($2 AS bigint), CAST($1 AS varchar) FROM "t"`;
    const parameters = [
      { type: 'text', value: `o'Brien $2 "x"` },
      { type: 'integer', value: -3n },
    ] as const;
    expect(statementForTrino({ text, parameters }, NONE)).toBe(
      `SELECT "a$1", 'b$1', CAST('o''Brien $2 "x"' AS varchar), CAST('-3' AS bigint), CAST('o''Brien $2 "x"' AS varchar) FROM "t"`,
    );
  });

  test('null has no quotes, and zero keeps its sign', () => {
    const parameters = [
      { type: 'text', value: null },
      { type: 'number', value: -0 },
    ] as const;
    expect(statementForTrino({ text: 'SELECT CAST($1 AS varchar), CAST($2 AS double)', parameters }, NONE)).toBe(
      `SELECT CAST(NULL AS varchar), CAST('-0.0' AS double)`,
    );
  });

  test('a table is read at its snapshot, wherever its whole name stands', () => {
    const pinned = new Map([['"c"."s"."t ""x"""', '17']]);
    const text = `SELECT "t ""x""" FROM "c"."s"."t ""x""" WHERE "s"."t ""x""" = '"c"."s"."t ""x"""'`;
    expect(statementForTrino({ text, parameters: [] }, pinned)).toBe(
      `SELECT "t ""x""" FROM "c"."s"."t ""x""" FOR VERSION AS OF 17 WHERE "s"."t ""x""" = '"c"."s"."t ""x"""'`,
    );
  });
});

test.each([
  ['bigint', 'whole'],
  ['decimal(38,0)', 'wide'],
  ['decimal(10, 2)', 'decimal'],
  ['real', 'floating'],
  ['varchar', 'textual'],
  ['varchar(7)', 'textual'],
  ['char(3)', 'padded'],
  ['uuid', 'textual'],
  ['timestamp(6)', 'moment'],
  ['timestamp(3) with time zone', 'instant'],
  // would be rounded on their way
  ['timestamp(9)', 'other'],
  ['timestamp(12) with time zone', 'other'],
  ['array(varchar)', 'other'],
  ['varbinary', 'other'],
])('%s is %s', (type, family) => expect(familyOfTrino(type)).toBe(family));

test('cells are exact', () => {
  expect(cellOfTrino('9007199254740993', 'whole')).toBe(9007199254740993n);
  expect(cellOfTrino(null, 'whole')).toBeNull();
  expect(cellOfTrino(true, 'boolean')).toBe(true);
});
