import { chmod, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type AskCase, askCase } from '../../../test/support/ask-case.ts';
import { theBrowser } from '../../../test/support/browser.ts';
import { run } from '../../../test/support/command.ts';

const REPORT = {
  title: 'Visits',
  text: 'For the board.\n\nSecond paragraph.',
  epsilon: 20,
  questions: [
    { title: 'All', sql: 'SELECT count(*) AS visits, median(age) AS middle FROM visits' },
    {
      title: 'By ward',
      text: 'A to C.',
      sql: 'SELECT ward, count(*) AS n, avg(cost) AS mean FROM visits GROUP BY ward',
    },
  ],
};

interface Case extends AskCase {
  readonly report: string;
  readonly out: string;
}

async function reportCase(report: unknown = REPORT, change?: Parameters<typeof askCase>[0]): Promise<Case> {
  const on = await askCase(change);
  const [file, out] = ['report.json', 'report.html'].map(name => join(on.folder, name));
  await writeFile(file, typeof report === 'string' ? report : JSON.stringify(report, null, 2));
  return { ...on, report: file, out };
}

const report = ({ report: file, policy, out }: Case, ...flags: string[]) =>
  run(['report', file, '--policy', policy, '--out', out, ...flags]);

const spent = async ({ policy }: AskCase) =>
  JSON.parse((await run(['budget', '--policy', policy, '--json'])).out).spent;

test.concurrent('one charge for all questions, true numbers, and the page that says so', async () => {
  const on = await reportCase();
  const { exit, out } = await report(on, '--json');
  expect({ exit, out }).toMatchObject({ exit: 0 });
  const told = JSON.parse(out);
  expect(told).toMatchObject({
    out: on.out,
    charged: { epsilon: 20, delta: 0 },
    remaining: { epsilon: 80 },
    recorded: false,
    runsLeft: 4,
    sample: null,
  });
  expect(told.questions.map(({ title }: { title: string }) => title)).toEqual(['All', 'By ward']);
  // at epsilon 20 among five noises the noise of a count is off by ten once in e^20
  const [all, byWard] = told.questions;
  expect(Math.abs(all.rows[0].values.visits.estimate - 600)).toBeLessThan(10);
  expect(Math.abs(byWard.rows[0].values.n.estimate - 300)).toBeLessThan(10);
  const page = await readFile(on.out, 'utf8');
  for (const words of [
    '<h1>Visits</h1>',
    '<p>For the board.</p>\n<p>Second paragraph.</p>',
    '<h2>By ward</h2>',
    'probably between',
    'rank error at most',
    'was charged epsilon 20, all questions together',
    'The budget holds 4 more runs',
    'one person is one value of the column patient_id',
    'by a factor of at most 485166000.',
    'At most 2 rows of a person count',
    'Values of cost below 0 count as 0, those above 1000 as 1000.',
    'Values of ward other than A, B, C count as missing',
    '<svg',
  ])
    expect(page).toContain(words);
  // what no question reads is not limited
  expect(page).not.toContain('Values of town');
  expect(await spent(on)).toEqual({ epsilon: 20, delta: 0 });
});

test.concurrent('the same report on the same data is free and has the same numbers; on new data it is charged', async () => {
  const on = await reportCase();
  const first = JSON.parse((await report(on, '--json')).out);
  const page = await readFile(on.out, 'utf8');
  const again = JSON.parse((await report(on, '--json')).out);
  expect(again).toEqual({ ...first, recorded: true, charged: { epsilon: 0, delta: 0 } });
  const paid = /<li>This report was charged.*?<\/li>/;
  const shown = /<li>These are the recorded numbers.*?<\/li>/;
  expect((await readFile(on.out, 'utf8')).replace(shown, '')).toBe(page.replace(paid, ''));
  const data = join(on.folder, 'visits.csv');
  await writeFile(data, `${await readFile(data, 'utf8')}300,30,A,100,Delft\n`);
  expect(JSON.parse((await report(on, '--json')).out)).toMatchObject({ recorded: false, runsLeft: 3 });
  expect(await spent(on)).toEqual({ epsilon: 40, delta: 0 });
});

test.concurrent('--explain: charge, errors of each question, runs; nothing is charged, written or made', async () => {
  const on = await reportCase();
  const { exit, out } = await run(['report', on.report, '--policy', on.policy, '--explain']);
  expect(exit).toBe(0);
  expect(out).toMatch(/^value +expected standard error\nAll: visits +\d/);
  expect(out).toMatch(/By ward: mean +depends on the data/);
  expect(out).toContain('at most epsilon 20, all questions together');
  expect(out).toContain('The budget holds 5 more runs');
  const told = JSON.parse((await run(['report', on.report, '--policy', on.policy, '--explain', '--json'])).out);
  expect(told).toMatchObject({
    charged: { epsilon: 20 },
    runsLeft: 5,
    questions: [{ title: 'All' }, { title: 'By ward' }],
  });
  expect(await readdir(on.folder)).toEqual(['policy.json', 'report.json', 'visits.csv']);
});

const without = (name: string) => Object.fromEntries(Object.entries(REPORT).filter(([key]) => key !== name));
const asking = (sql: string, more: object = {}) => ({
  ...REPORT,
  ...more,
  questions: [REPORT.questions[0], { title: 'q', sql }],
});

test.concurrent.each([
  [
    'an unknown field',
    { ...REPORT, titel: 'x' },
    'specification_invalid',
    /report\.json:\d+:3: the report has the unknown key "titel"/,
  ],
  [
    'one in a question',
    { ...REPORT, questions: [{ ...REPORT.questions[0], note: 1 }] },
    'specification_invalid',
    /questions\[0\] has the unknown key "note"; its keys are title, text, sql, chart/,
  ],
  [
    'a key twice',
    '{ "title": "a", "title": "b" }',
    'specification_invalid',
    /report\.json:1:17: the key "title" appears twice/,
  ],
  ['no JSON', '{ title }', 'specification_invalid', /this is not JSON/],
  ['no object', '[]', 'specification_invalid', /the report must be an object/],
  ['no questions', without('questions'), 'specification_invalid', /questions must be a list of 1 to 100/],
  [
    'too many',
    { ...REPORT, questions: Array(101).fill(REPORT.questions[0]) },
    'specification_invalid',
    /questions must be a list of 1 to 100/,
  ],
  ['no limit', without('epsilon'), 'specification_invalid', /must have an "epsilon"/],
  ['two limits', { ...REPORT, rho: 1 }, 'specification_invalid', /either "rho" or "epsilon"/],
  ['a number for a title', { ...REPORT, title: 7 }, 'specification_invalid', /title must be a text/],
  ['a title beyond all measure', { ...REPORT, title: 'x'.repeat(201) }, 'specification_invalid', /1 to 200 characters/],
  ['an epsilon in words', { ...REPORT, epsilon: 'one' }, 'specification_invalid', /epsilon must be a number/],
  ['an epsilon of 0', { ...REPORT, epsilon: 0 }, 'value_out_of_range', /question 1: Epsilon must be above 0/],
  [
    'a column that is not there',
    asking('SELECT avg(height) FROM visits'),
    'unknown_column',
    /report\.json:\d+:\d+: question 2: /,
  ],
  [
    'groups without delta',
    asking('SELECT town, count(*) FROM visits GROUP BY town'),
    'delta_needed',
    /question 2: .*In a report, that is its "delta"/,
  ],
  [
    'two tables',
    asking('SELECT count(*) FROM visits TABLESAMPLE BERNOULLI (10)'),
    'workload_mixed',
    /Ask those of each table on their own/,
  ],
  ['more than the budget', { ...REPORT, epsilon: 101 }, 'budget_exhausted', /100 is left/],
])('%s is refused, with the place, and nothing is charged or written', async (_, content, code, words) => {
  const on = await reportCase(content);
  await writeFile(on.out, 'as it was');
  const { exit, err } = await report(on);
  expect({ exit, err }).toMatchObject({ exit: 1, err: expect.stringMatching(new RegExp(`^${code}: `)) });
  expect(err).toMatch(words);
  expect(await readFile(on.out, 'utf8')).toBe('as it was');
  expect((await readdir(on.folder)).filter(name => name.includes('ledger') || name.includes('tmp'))).toEqual([]);
});

test.concurrent('flags: a page or an explanation, a name that ends in .html, a place that can be written', async () => {
  const on = await reportCase();
  const words = ['report', on.report, '--policy', on.policy];
  expect(await run(words)).toMatchObject({ exit: 2, err: expect.stringMatching(/^usage: Give --out/) });
  expect(await report(on, '--explain')).toMatchObject({ exit: 1, err: expect.stringMatching(/^flags_conflict/) });
  expect(await run([...words, '--out', 'page.pdf'])).toMatchObject({ exit: 1, err: expect.stringMatching(/\.html/) });
  await mkdir(join(on.folder, 'folder.html'));
  for (const out of [join(on.folder, 'none', 'a.html'), join(on.folder, 'folder.html')])
    expect(await run([...words, '--out', out])).toMatchObject({
      exit: 1,
      err: expect.stringMatching(/^file_unwritable/),
    });
  expect(await readdir(on.folder)).not.toContain('visits.ledger');
});

test.concurrent('another page is replaced as a whole, with nothing left beside it', async () => {
  const on = await reportCase();
  await writeFile(on.out, 'older');
  await chmod(on.out, 0o400);
  expect(await report(on)).toMatchObject({ exit: 0 });
  expect(await readFile(on.out, 'utf8')).toContain('</html>');
  expect((await readdir(on.folder)).filter(name => name.endsWith('.tmp'))).toEqual([]);
});

const MARKUP = `<script>window.hacked = 1</script><img src=x onerror="window.hacked=1">"'><style>*{display:none}</style>`;
const ESCAPES = '\u001b[2J\u202eevil\u0007';

test('markup, escapes and long words in titles, texts, names and keys stay words, in a browser too', async () => {
  const on = await reportCase(
    {
      title: `${MARKUP}${ESCAPES}`,
      text: `</p>${MARKUP}\n\n${'w'.repeat(3000)}`,
      epsilon: 50,
      delta: 1e-4,
      questions: [
        { title: MARKUP, text: ESCAPES, sql: `SELECT count(*) AS "<b>&${ESCAPES}" FROM visits` },
        { title: 'Towns', sql: `SELECT town, count(*) AS n FROM visits GROUP BY town -- ${MARKUP}` },
      ],
    },
    policy => ({ ...policy, budget: { epsilon: 100, delta: 1e-3 } }),
  );
  const { exit, out, err } = await report(on);
  expect({ exit, err }).toMatchObject({ exit: 0 });
  const page = await readFile(on.out, 'utf8');
  for (const sign of [...ESCAPES].filter(each => !/\w|\[/.test(each)))
    for (const text of [page, out]) expect(text).not.toContain(sign);
  expect(page.match(/<script|<img|onerror="/g)).toBeNull();
  const context = await (await theBrowser()).newContext({ viewport: { width: 800, height: 600 } });
  try {
    const shown = await context.newPage();
    const asked: string[] = [];
    shown.on('request', request => asked.push(request.url()));
    await shown.setContent(page);
    expect(await shown.evaluate('[document.scripts.length, document.images.length, window.hacked ?? 0]')).toEqual([
      0, 0, 0,
    ]);
    expect(await shown.evaluate('getComputedStyle(document.body).display')).toBe('block');
    // nothing is wider than the screen
    expect(await shown.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    expect(await shown.locator('h1').textContent()).toContain('<script>window.hacked = 1</script>');
    expect(asked).toEqual([]);
  } finally {
    await context.close();
  }
});

test.concurrent('from a sample the promise is about all answers: no factor for the report alone', async () => {
  const from = "FROM visits TABLESAMPLE BERNOULLI (50) REPEATABLE ('half')";
  const on = await reportCase({
    title: 'Sampled',
    epsilon: 1,
    questions: [
      { title: 'n', sql: `SELECT count(*) AS n ${from}` },
      { title: 'by ward', chart: false, sql: `SELECT ward, count(*) AS n ${from} GROUP BY ward` },
    ],
  });
  expect(await report(on)).toMatchObject({ exit: 0 });
  const page = await readFile(on.out, 'utf8');
  expect(page).toContain('a 50 % bernoulli sample named half');
  expect(page).toContain('not about this report alone');
  expect(page).not.toContain('seeing this report changes');
  expect(page).toContain('It covers noise and sampling');
  expect(page).not.toContain('<svg');
});

test.concurrent('names that are as long as can be are written; longer ones are refused before anything is charged', async () => {
  const on = await reportCase();
  const named = (length: number) => run(['report', on.report, '--policy', on.policy, '--out', outOf(length)]);
  const outOf = (length: number) => join(on.folder, `${'n'.repeat(length - '.html'.length)}.html`);
  expect(await named(256)).toMatchObject({ exit: 1, err: expect.stringMatching(/^file_unwritable/) });
  expect(await readdir(on.folder)).not.toContain('visits.ledger');
  expect(await named(255)).toMatchObject({ exit: 0 });
  expect(await readFile(outOf(255), 'utf8')).toContain('</html>');
});

test.concurrent('a page that only its owner could read stays so', async () => {
  const on = await reportCase();
  await writeFile(on.out, 'older', { mode: 0o600 });
  expect(await report(on)).toMatchObject({ exit: 0 });
  expect((await stat(on.out)).mode & 0o777).toBe(0o600);
});

test.concurrent('a value may be called as every object has one: its error is not looked for there', async () => {
  const on = await reportCase({
    ...REPORT,
    questions: [{ title: 'q', sql: 'SELECT avg(cost) AS "constructor", count(*) AS "toString" FROM visits' }],
  });
  const { out } = await run(['report', on.report, '--policy', on.policy, '--explain']);
  expect(out).toMatch(/q: constructor +depends on the data\nq: toString +\d/);
});

test.concurrent('what a refusal repeats of a file is nothing that a terminal obeys', async () => {
  for (const sql of [`SELECT ${ESCAPES} FROM visits`, `SELECT count("${ESCAPES}") FROM visits`]) {
    const { exit, err } = await report(await reportCase(asking(sql)));
    expect({ exit, err }).toMatchObject({ exit: 1, err: expect.stringContaining('question 2') });
    expect(err.trimEnd()).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  }
});
