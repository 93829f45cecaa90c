import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openPage, seriousIssues, visiting } from '../support/visiting.ts';

const sqlBox = (page: Page) => page.getByRole('textbox', { name: 'SQL' });
const sqlIn = (page: Page): Promise<string> => sqlBox(page).inputValue();
const price = (page: Page): Promise<void> => page.getByRole('button', { name: 'Show the price' }).click();

test('the first answer is two presses away from signing in, and is seen in the frame, the history and the budget', () =>
  visiting(async ({ page, data }) => {
    await price(page);
    await page.getByRole('heading', { name: 'It costs epsilon 0.5. You have epsilon 10 left' }).waitFor();
    await page.getByText('Expected error of the number of people').waitFor();
    expect(await seriousIssues(page)).toEqual([]);
    await page.getByRole('button', { name: 'Ask for epsilon 0.5' }).click();
    await page.getByRole('heading', { name: 'Number of people in visits by ward from everybody' }).waitFor();
    await page.getByText('Charged epsilon 0.5').waitFor();
    await page.getByRole('link', { name: '9.5 epsilon left' }).waitFor();
    expect(await page.getByRole('row').filter({ hasText: '±' }).count()).toBe(4);
    await page.getByRole('button', { name: 'Answer of entry' }).click();
    expect(await page.getByRole('row').filter({ hasText: '±' }).count()).toBe(8);
    expect(await seriousIssues(page)).toEqual([]);
    await openPage(page, 'Budget');
    await page
      .getByRole('heading', { name: 'You can still spend epsilon 9.5: 19 more questions like the last' })
      .waitFor();
    await page.getByLabel('Read values: epsilon spent').press('ArrowRight');
    await page
      .getByText(/custodian: Number of people in visits by ward from everybody. epsilon 0.5; epsilon 0.5 in all/)
      .waitFor();
    await page.getByRole('button', { name: 'Verify the ledger' }).click();
    await page.getByText('Ledger verified').waitFor();
    expect(await seriousIssues(page)).toEqual([]);
    expect((await data.deployment.ledger.budget()).spent.epsilon).toBeCloseTo(0.5, 12);
  }));

test('the sentence writes every part of the SQL, and what it writes is understood', () =>
  visiting(async ({ page }) => {
    await page.getByLabel('Statistic').selectOption('avg');
    await page.getByLabel('Column').selectOption('cost');
    await page.getByLabel('Add a group').selectOption('year of seen');
    await page.getByLabel('Add a filter').selectOption('age');
    await page.getByText('Give a value for age').waitFor();
    expect(await sqlIn(page)).toBe('');
    await page.getByLabel('Value').fill('18');
    await page.getByLabel('From', { exact: true }).selectOption('a random 50 %');
    await page.getByLabel('Name of the sample').fill('june');
    expect(await sqlIn(page)).toBe(
      [
        'SELECT ward, EXTRACT(year FROM seen), avg(cost)',
        "FROM visits TABLESAMPLE BERNOULLI (50) REPEATABLE ('june')",
        'WHERE age >= 18',
        'GROUP BY ward, EXTRACT(year FROM seen)',
      ].join('\n'),
    );
    await price(page);
    await page.getByText('It costs epsilon 0.5').waitFor();
    await page.getByLabel('Group by').selectOption('nothing');
    await page.getByText('The question has changed since').waitFor();
    expect(await page.getByRole('button', { name: /^Ask for/ }).count()).toBe(0);
    await page.getByLabel('Filter by').selectOption('town');
    await page.getByLabel('Value').fill("L'Aquila");
    await price(page);
    await page.getByRole('button', { name: 'Ask for epsilon 0.5' }).waitFor();
    expect(await sqlIn(page)).toContain("WHERE town = 'L''Aquila'");
    expect(await seriousIssues(page)).toEqual([]);
  }));

test('every group that is offered can be priced; those not listed in advance bring their delta', () =>
  visiting(async ({ page }) => {
    const offered = page.getByLabel('Group by').locator('option');
    for (const words of (await offered.allTextContents()).filter(one => one !== 'nothing')) {
      await page.getByLabel('Group by').selectOption(words);
      await price(page);
      await page.getByRole('button', { name: /^Ask for epsilon 0.5/ }).waitFor();
      expect(await page.getByLabel('and delta').inputValue()).toBe(words === 'town' ? '1e-6' : '');
    }
    expect(await offered.allTextContents()).toContain('town');
  }, 'ada'));

test('SQL that was edited greys the sentence out, until one goes back to it', () =>
  visiting(async ({ page }) => {
    const before = await sqlIn(page);
    await sqlBox(page).fill('SELECT sum(cost) FROM visits');
    expect(await page.getByLabel('Statistic').isDisabled()).toBe(true);
    expect(await seriousIssues(page)).toEqual([]);
    await page.getByRole('button', { name: 'Go back to the sentence' }).click();
    expect(await sqlIn(page)).toBe(before);
    expect(await page.getByLabel('Statistic').isDisabled()).toBe(false);
  }));

test('Ctrl+Enter prices, then asks; the same question again is free and says so', () =>
  visiting(async ({ page, data }) => {
    await sqlBox(page).press('Control+Enter');
    await page.getByText('It costs epsilon 0.5').waitFor();
    await sqlBox(page).press('Control+Enter');
    await page.getByText('Charged epsilon 0.5').waitFor();
    await price(page);
    await page.getByRole('heading', { name: 'Already answered: it costs nothing' }).waitFor();
    await page.getByRole('button', { name: 'Show the recorded answer at no charge' }).click();
    await page.getByText('Recorded answer').waitFor();
    expect((await data.deployment.ledger.budget()).spent.epsilon).toBe(0.5);
  }));

test('what costs more than is left is priced, and not offered', () =>
  visiting(async ({ page }) => {
    await page.getByLabel('Spend at most epsilon').fill('11');
    await price(page);
    await page.getByText('The budget does not allow this: epsilon 10 is left for you').waitFor();
    expect(await page.getByRole('button', { name: /^Ask for/ }).count()).toBe(0);
    await sqlBox(page).press('Control+Enter');
    expect(await page.getByText('The budget does not allow this').count()).toBe(1);
    expect(await seriousIssues(page)).toEqual([]);
  }));

test('a refusal is a sentence with its place marked, and charges nothing', () =>
  visiting(async ({ page, data }) => {
    await sqlBox(page).fill('SELECT count(*)\nFROM nobody');
    await price(page);
    const alert = page.getByRole('alert');
    await alert.getByText('The policy has no table').waitFor();
    expect(await alert.locator('mark').textContent()).toBe('nobody');
    await alert.getByText('unknown_table').waitFor();
    expect(await seriousIssues(page)).toEqual([]);
    expect((await data.deployment.ledger.budget()).spent.epsilon).toBe(0);
  }));

test('a curve is read with the arrow keys; lines that coincide are one', () =>
  visiting(async ({ page }) => {
    await price(page);
    await page.getByText('No other sampling rate would be much better').click();
    const curve = page.getByLabel(/^Read values: Standard error of the number of people/);
    await curve.press('End');
    await page.getByText(/sampling rate 100%: altogether .*, sampling 0/).waitFor();
    await curve.press('ArrowLeft');
    await page.getByText(/sampling rate 82/).waitFor();
    expect(await seriousIssues(page)).toEqual([]);
  }));

test('an answer is sorted, read, saved, copied, and found again by its link', () =>
  visiting(async ({ page, address }) => {
    await page.getByLabel('Spend at most epsilon').fill('8');
    await price(page);
    await page.getByRole('button', { name: 'Ask for epsilon 8' }).click();
    const answer = page.getByRole('region', { name: 'Answer', exact: true });
    const wards = () => answer.locator('tbody th').allTextContents();
    await answer.waitFor();
    expect(await wards()).toEqual(['A', 'B', 'C', '(none)']);
    await answer.getByRole('button', { name: 'ward' }).click();
    await answer.getByRole('button', { name: 'ward' }).click();
    expect((await wards()).slice(0, 3)).toEqual(['C', 'B', 'A']);
    await answer.getByLabel('Read values: number of people by ward').press('Home');
    await answer.getByText(/^C: \d+/).waitFor();
    const saved = page.waitForEvent('download');
    await answer.getByRole('button', { name: 'CSV' }).click();
    const csv = readFileSync(await (await saved).path(), 'utf8').split('\r\n');
    expect(csv[0]).toBe('ward,units,units_standard_error,units_low95,units_high95');
    expect(csv[1]).toMatch(/^A,\d+,/);
    for (const [form, words] of [
      ['SQL', 'SELECT ward, count(DISTINCT patient)'],
      ['TypeScript', "question.ask({ epsilon: '8' })"],
      ['Python', 'epsilon="8"'],
      ['Command', 'sortition ask --policy policy.json --epsilon 8'],
      ['Link', '#/ask/sql='],
    ]) {
      await answer.getByRole('button', { name: form }).click();
      await answer.locator('pre').getByText(words).waitFor();
    }
    const link = String(await answer.locator('pre').textContent());
    expect(link.startsWith(address)).toBe(true);
    expect(await seriousIssues(page)).toEqual([]);
    await page.goto('about:blank');
    await page.goto(link);
    await price(page);
    await page.getByRole('heading', { name: 'Already answered' }).waitFor();
  }));

test('a link by rho sends no epsilon, and a pure budget refuses it in words', () =>
  visiting(async ({ page, address }) => {
    await page.goto(`${address}/#/ask/${new URLSearchParams({ sql: 'SELECT count(*) FROM visits', rho: '0.01' })}`);
    await page.getByLabel('or rho instead').waitFor();
    expect(await page.getByLabel('Spend at most epsilon').isDisabled()).toBe(true);
    await price(page);
    await page.getByText('This budget is pure').waitFor();
    expect(await seriousIssues(page)).toEqual([]);
  }));

const AGAIN = [
  { sql: 'SELECT ward, count(*) FROM visits GROUP BY ward', epsilon: '0.5' },
  {
    sql: "SELECT EXTRACT(dow FROM seen), median(age), avg(cost) AS c FROM visits WHERE seen >= '2024-02-01' AND town <> 'x' GROUP BY 1",
    epsilon: '0.25',
  },
  {
    sql: "SELECT date_trunc('month', seen), EXTRACT(month FROM seen), sum(cost) FROM visits WHERE ward = 'A' GROUP BY 1, 2",
    epsilon: '0.5',
  },
  {
    sql: "SELECT date_trunc('quarter', seen) AS q, ward, count(*) FROM visits GROUP BY 1, 2",
    epsilon: '0.5',
  },
  {
    sql: 'SELECT town, count(DISTINCT patient), stddev(cost) FROM visits GROUP BY town',
    epsilon: '0.5',
    delta: '0.00001',
  },
  {
    sql: "SELECT percentile_cont(0.9) WITHIN GROUP (ORDER BY cost) AS p FROM visits TABLESAMPLE BERNOULLI (12.5) REPEATABLE ('june-5') WHERE ward IN ('A', 'B')",
    epsilon: '0.5',
  },
];

test('what was asked before is used again exactly: it is recorded, and free', () =>
  visiting(async ({ page, call }) => {
    for (const payload of AGAIN)
      expect((await call('ada', 'POST', '/v1/ask', { payload })).body.detail).toBeUndefined();
    await openPage(page, 'Budget');
    await openPage(page, 'Ask');
    await page.getByText('Number of people and standard deviation of cost in visits by town from everybody').waitFor();
    await page.getByText('90th percentile of cost in visits where ward is A or B from a random 12.5 %').waitFor();
    for (const [place] of AGAIN.entries()) {
      await page.getByRole('button', { name: 'Use again' }).nth(place).click();
      await page.getByRole('heading', { name: 'Already answered' }).waitFor();
      await sqlBox(page).fill('SELECT count(*) FROM visits');
      await page.getByText('The question has changed since').waitFor();
    }
  }, 'ada'));

test('an answer that is long awaited shows for how long, and can be left: the charge is then found by asking again', () =>
  visiting(async ({ page }) => {
    await price(page);
    let held = (): void => {};
    const letGo = new Promise<void>(resolve => {
      held = resolve;
    });
    await page.route('**/v1/ask', async route => {
      await letGo;
      await route.continue().catch(() => {});
    });
    await page.getByRole('button', { name: 'Ask for epsilon 0.5' }).click();
    await page.getByRole('progressbar', { name: 'Asking' }).waitFor();
    await page.getByText('1 s', { exact: true }).waitFor();
    expect(await seriousIssues(page)).toEqual([]);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('heading', { name: 'How it works' }).waitFor();
    held();
  }));

test('on a telephone nothing is wider than the screen, in light and in dark', () =>
  visiting(async ({ page }) => {
    await page.setViewportSize({ width: 380, height: 800 });
    await price(page);
    await page.getByRole('button', { name: 'Ask for epsilon 0.5' }).click();
    await page.getByText('Charged epsilon 0.5').waitFor();
    await page.getByRole('button', { name: 'Answer of entry' }).click();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await seriousIssues(page)).toEqual([]);
      for (const name of ['Budget', 'Data', 'Release', 'Collect', 'Explore', 'Learn', 'Ask']) {
        await openPage(page, name);
        await page.locator('.awaited').first().waitFor({ state: 'detached' });
        expect([name, await page.locator('html').evaluate(({ scrollWidth }) => scrollWidth)]).toEqual([name, 380]);
      }
    }
  }));
