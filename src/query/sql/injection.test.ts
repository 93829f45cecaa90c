/** Hostile text in every place where a constant may stand: it ends as data of the plan, or it is refused; it is never read. */
import { describe, expect, test } from 'vitest';
import { hospital } from '../../../test/support/hospital.ts';
import { loadPolicy } from '../../source/index.ts';
import { Refusal } from '../../vocabulary/index.ts';
import { query } from '../query.ts';
import { fromSql } from './select.ts';

const policy = await loadPolicy(hospital);

const HOSTILE = [
  "'; DROP TABLE visits; --",
  "' OR 1=1 --",
  "' UNION SELECT * FROM visits --",
  "read_csv('/etc/passwd')",
  "pg_read_file('/etc/passwd')",
  '{{7*7}}',
  '$1',
  ':key',
  '?',
  '"',
  '""; COPY visits TO PROGRAM $$sh$$',
  '\\',
  "\\'",
  '/*',
  '*/ --',
  '=cmd|calc',
  '\u202eabc',
  '\u02bc OR \uff07 1=1',
  '🏥\u0007',
  '__proto__',
  '',
];

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;
const dollars = (text: string): string => `$q$${text}$q$`;
const escaped = (text: string): string => `E'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

/** Every string of a plan that is not one of the plan's own words. */
function stringsIn(data: unknown): string[] {
  if (typeof data === 'string') return [data];
  return typeof data === 'object' && data !== null ? Object.values(data).flatMap(stringsIn) : [];
}

const planOf = (condition: string) => fromSql(`SELECT count(*) FROM visits WHERE ${condition}`, policy);
const own = async (condition: string) => stringsIn(await planOf(condition));

/** Places for a text: SQL with the text, and the same with a harmless one. */
const PLACES: readonly (readonly [place: string, condition: (text: string) => string])[] = [
  ['a comparison', text => `town = ${text}`],
  ['a list', text => `town IN ('x', ${text})`],
  ['a range', text => `town BETWEEN ${text} AND 'x'`],
  ['a case', text => `CASE WHEN urgent THEN ${text} ELSE 'x' END = town`],
  ['a fallback', text => `COALESCE(town, ${text}) = 'x'`],
  ['a beginning', text => `starts_with(town, ${text})`],
  ['a part', text => `contains(town, ${text})`],
];

describe.each(PLACES)('%s', (_, condition) => {
  test.each(HOSTILE)('%j stays one text', async text => {
    const harmless = await own(condition("'harmless'"));
    for (const quote of [quoted, dollars, escaped])
      expect(await own(condition(quote(text)))).toEqual(harmless.map(word => (word === 'harmless' ? text : word)));
  });
});

const WHERE_NO_TEXT_FITS = [
  (text: string) => `age = ${text}`,
  (text: string) => `seen >= ${text}`,
  (text: string) => `arrived >= TIMESTAMP ${text}`,
  (text: string) => `urgent = ${text}`,
  (text: string) => `date_part(${text}, seen) = 1`,
  (text: string) => `round(cost, ${text}) = 1`,
  (text: string) => `LEAST(GREATEST(cost, ${text}), 9) = 1`,
  (text: string) => `cost + ${text} = 1`,
];

test.each(HOSTILE)('%j is no number, date, truth or parameter', async text => {
  for (const condition of WHERE_NO_TEXT_FITS)
    await expect(planOf(condition(quoted(text)))).rejects.toBeInstanceOf(Refusal);
});

test.each(HOSTILE.filter(text => text !== ''))('%j as a name is unknown', async text => {
  const name = `"${text.replaceAll('"', '""')}"`;
  for (const sql of [
    `SELECT count(*) FROM ${name}`,
    `SELECT sum(${name}) FROM visits`,
    `SELECT count(*) FROM visits GROUP BY ${name}`,
  ])
    await expect(fromSql(sql, policy)).rejects.toMatchObject({
      code: expect.stringMatching(/^unknown_(table|column)$/),
    });
});

test.each(HOSTILE.filter(text => text !== ''))(
  '%j as an alias is the name of a result and nothing else',
  async text => {
    const { aggregates } = await fromSql(`SELECT count(*) AS "${text.replaceAll('"', '""')}" FROM visits`, policy);
    expect(aggregates).toEqual([{ kind: 'count', name: text }]);
  },
);

test.each(HOSTILE)('%j through the typed API stays one text', text => {
  const { input } = query(hospital)
    .table('visits')
    .where(({ town }) => town.is(text))
    .count().plan;
  expect(stringsIn(input)).toEqual([
    'where',
    'scan',
    'visits',
    'comparison',
    'equal',
    'column',
    'town',
    'literal',
    'text',
    text,
  ]);
});
