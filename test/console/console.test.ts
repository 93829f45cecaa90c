import { expect, test } from 'vitest';
import { openPage, seriousIssues, visiting } from '../support/visiting.ts';

test('a question is built by form, priced, asked, and seen in the budget and in the history', () =>
  visiting(async ({ page, data }) => {
    await openPage(page, 'Ask');
    await page.getByLabel('The', { exact: true }).selectOption('sum');
    await page.getByLabel('For each').selectOption('ward');
    await page.getByLabel('From', { exact: true }).selectOption('50');
    await page.getByLabel('Name of the sample').fill('june');
    await page.getByRole('button', { name: 'Show the price' }).click();
    await page.getByText('It costs epsilon 0.5').waitFor();
    await page.getByText('The same price at other rates').waitFor();
    expect(await seriousIssues(page)).toEqual([]);
    await page.getByRole('button', { name: 'Ask for epsilon 0.5' }).click();
    await page.getByText('Charged epsilon 0.5').waitFor();
    expect(await page.getByRole('row').filter({ hasText: / to / }).count()).toBe(4);
    await page
      .getByText(/buy|ask sum/)
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Answer of entry' }).click();
    expect(
      await page
        .getByRole('row')
        .filter({ hasText: /^[ABC]/ })
        .count(),
    ).toBe(6);
    expect(await seriousIssues(page)).toEqual([]);
    await openPage(page, 'Budget');
    await page.getByText('9.5 of 10 epsilon left').waitFor();
    await page.getByRole('button', { name: 'Verify the ledger' }).click();
    await page.getByText('Ledger verified').waitFor();
    expect(await seriousIssues(page)).toEqual([]);
    expect((await data.deployment.ledger.budget()).spent.epsilon).toBeCloseTo(0.5, 12);
  }));

test('people can be counted, and rows chosen, without a word of SQL', () =>
  visiting(async ({ page }) => {
    await openPage(page, 'Ask');
    const sql = page.getByLabel('In SQL');
    await page.getByLabel('The', { exact: true }).selectOption('people');
    await page.getByLabel('Only where').selectOption('age');
    await page.getByLabel('Compared').selectOption('>=');
    await page.getByLabel('Value').fill('18');
    expect(await sql.inputValue()).toBe('SELECT count(DISTINCT patient) FROM visits WHERE age >= 18');
    await page.getByLabel('Only where').selectOption('ward');
    await page.getByLabel('Is', { exact: true }).selectOption('A');
    expect(await sql.inputValue()).toBe("SELECT count(DISTINCT patient) FROM visits WHERE ward = 'A'");
    await page.getByLabel('Only where').selectOption('town');
    await page.getByLabel('Value').fill("L'Aquila");
    await page.getByRole('button', { name: 'Show the price' }).click();
    await page.getByText('It costs epsilon 0.5').waitFor();
    expect(await sql.inputValue()).toBe("SELECT count(DISTINCT patient) FROM visits WHERE town = 'L''Aquila'");
    expect(await seriousIssues(page)).toEqual([]);
  }));

test('a question to everybody is shown what samples of them would do', () =>
  visiting(async ({ page }) => {
    await openPage(page, 'Ask');
    await page.getByRole('button', { name: 'Show the price' }).click();
    await page.getByText('No other rate would be much better').waitFor();
    await page.getByLabel(/^Read values: Standard error of count/).press('End');
    await page.getByText(/sampling rate 100%: altogether .*, sampling 0/).waitFor();
  }));

test('a condition without a value is no question yet', () =>
  visiting(async ({ page }) => {
    await openPage(page, 'Ask');
    const sql = page.getByLabel('In SQL');
    await page.getByLabel('Only where').selectOption('ward');
    await page.getByText('Give a value for ward').waitFor();
    expect(await sql.inputValue()).toBe('');
    await page.getByLabel('Is', { exact: true }).selectOption('A');
    expect(await sql.inputValue()).toBe("SELECT count(*) FROM visits WHERE ward = 'A'");
    await page.getByText('Give a value for ward').waitFor({ state: 'detached' });
    expect(await seriousIssues(page)).toEqual([]);
  }));

test('what costs more than is left is priced, and not offered', () =>
  visiting(async ({ page }) => {
    await openPage(page, 'Ask');
    await page.getByLabel('Epsilon: the most').fill('11');
    await page.getByRole('button', { name: 'Show the price' }).click();
    await page.getByText('The budget does not allow this: epsilon 10 is left for you').waitFor();
    expect(await page.getByRole('button', { name: /^Ask for/ }).count()).toBe(0);
    expect(await seriousIssues(page)).toEqual([]);
  }));

test('what was answered before is offered for free, though nothing is left', () =>
  visiting(async ({ page, data }) => {
    await openPage(page, 'Ask');
    await page.getByLabel('Epsilon: the most').fill('10');
    await page.getByRole('button', { name: 'Show the price' }).click();
    await page.getByRole('button', { name: 'Ask for epsilon 10' }).click();
    await page.getByText('Epsilon 0 is left').waitFor();
    await page.getByRole('button', { name: 'Show the price' }).click();
    await page.getByRole('button', { name: 'Show the recorded answer at no charge' }).click();
    await page.getByText('Recorded answer').waitFor();
    await page.getByLabel('Epsilon: the most').fill('9');
    await page.getByRole('button', { name: 'Show the price' }).click();
    await page.getByText('The budget does not allow this: epsilon 0 is left for you').waitFor();
    expect((await data.deployment.ledger.budget()).spent.epsilon).toBe(10);
  }));

test('a refused question says the rule and charges nothing', () =>
  visiting(async ({ page, data }) => {
    await openPage(page, 'Ask');
    await page.getByLabel('In SQL').fill('SELECT count(*) FROM nobody');
    await page.getByRole('button', { name: 'Show the price' }).click();
    await page.getByRole('alert').getByText('unknown table').waitFor();
    expect(await seriousIssues(page)).toEqual([]);
    expect((await data.deployment.ledger.budget()).spent.epsilon).toBe(0);
  }));

test('a release is judged, the verdict first, and a rate is tried', () =>
  visiting(async ({ page }) => {
    await openPage(page, 'Release');
    await page.getByLabel('ward').check();
    await page.getByLabel('Delta: the probability').fill('0.1');
    await page.getByRole('button', { name: 'May it be published?' }).click();
    await page.getByText('of the rows may be published').waitFor();
    await page.getByRole('slider', { name: /^Rate:/ }).press('End');
    await page.getByText('Unsafe').waitFor();
    expect(await seriousIssues(page)).toEqual([]);
  }));

test('an analyst is told that releases are the custodian’s', () =>
  visiting(async ({ page }) => {
    await openPage(page, 'Release');
    await page.getByLabel('ward').check();
    await page.getByRole('button', { name: 'May it be published?' }).click();
    await page.getByRole('alert').getByText('role insufficient').waitFor();
  }, 'ada'));

test('mechanisms and samplings are compared, in pictures that can be walked along and in words', () =>
  visiting(async ({ page }) => {
    await openPage(page, 'Explore');
    const words = page.getByRole('listitem').filter({ hasText: 'Blind guessing finds' });
    await words.nth(1).waitFor();
    const second = page.getByRole('group', { name: 'B' });
    await second.getByLabel('Each answer has').selectOption('laplace');
    await second.getByLabel('Asked of').selectOption('fixed-size');
    await words.filter({ hasText: '10 answers with Laplace noise 1, asked of a 5% sample' }).waitFor();
    await page.getByRole('button', { name: 'Compare with another' }).click();
    await page.getByRole('group', { name: 'C' }).getByLabel('Each answer has').selectOption('pure');
    await words.filter({ hasText: 'any epsilon-DP mechanism' }).waitFor();
    await page.getByLabel(/^Read values: Privacy profile/).press('ArrowRight');
    await page.getByText(/epsilon 0.2: A .*, B .*, C /).waitFor();
    expect(await seriousIssues(page)).toEqual([]);
    await page.getByRole('button', { name: 'Remove C' }).click();
    await words.nth(2).waitFor({ state: 'detached' });
    expect(await words.count()).toBe(2);
  }));

test('an expired token leads back to the door, and another one in', () =>
  visiting(async ({ page, tokens, letDayPass }) => {
    letDayPass();
    await page.getByRole('link', { name: 'Ask' }).click();
    await page.getByText('This token expired at').waitFor();
    const { text } = tokens.create({ analyst: 'custodian', role: 'custodian', days: 1 });
    await page.getByLabel('Token').fill(text);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('What do you want to know?').waitFor();
  }));

test('a revoked token leads back to the door, and says why', () =>
  visiting(async ({ page, tokens }) => {
    for (const { id, role } of tokens.list()) if (role === 'custodian') tokens.revoke(id);
    await page.getByRole('link', { name: 'Ask' }).click();
    await page.getByText('Please sign in again').waitFor();
    await page.getByText('was revoked').waitFor();
    expect(await seriousIssues(page)).toEqual([]);
  }));

test('a dropped connection is said, and asking again is offered', () =>
  visiting(async ({ page }) => {
    await page.route('**/v1/**', route => route.abort());
    await page.getByRole('link', { name: 'Ask' }).click();
    await page.getByRole('alert').getByText('cannot be reached').waitFor();
    await page.unroute('**/v1/**');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('What do you want to know?').waitFor();
  }));

test('nothing comes from elsewhere, and nothing is written into the page', () =>
  visiting(async ({ page, address }) => {
    const places = await page.evaluate(() =>
      performance.getEntriesByType('resource').map(({ name }) => new URL(name).origin),
    );
    expect(new Set(places)).toEqual(new Set([address]));
  }));

test('files come packed; the page itself is asked for anew each time, the rest never again', () =>
  visiting(async ({ server }) => {
    const packed = async (url: string) => {
      const { headers, body } = await server.inject({ url, headers: { 'accept-encoding': 'gzip' } });
      return { encoding: headers['content-encoding'], cache: headers['cache-control'], body };
    };
    expect(await packed('/')).toMatchObject({ encoding: 'gzip', cache: 'no-cache' });
    const { body: page } = await server.inject({ url: '/' });
    const [, script] = /src="\.(\/assets\/\S+\.js)"/.exec(page) ?? [];
    const sent = await packed(String(script));
    expect(sent).toMatchObject({ encoding: 'gzip', cache: 'public, max-age=31536000, immutable' });
    expect(sent.body.length).toBeLessThan(300_000);
  }));
