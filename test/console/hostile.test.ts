/** Data and policies that no designer thought of: names of any length, text that looks like a page, no group, a thousand, two sums. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { clinicPolicy, guessedPolicy, type Visit } from '../support/clinic.ts';
import { openPage, seriousIssues, visiting } from '../support/visiting.ts';

const LONG = 'length_of_stay_in_the_regional_hospital_before_discharge';
const MARKUP = '<img src=x onerror="document.title=1">';

/** Every patient has one visit; wards and towns look like pages and formulas. */
const VISITS: readonly Visit[] = Array.from({ length: 400 }, (_, i) => ({
  patient: `p${i}`,
  ward: i % 2 === 0 ? MARKUP : '0007',
  cost: i % 100,
  age: i % 90,
  seen: '2024-05-01',
  town: i % 4 === 0 ? '=1+1' : MARKUP,
}));

const WARDS = [MARKUP, ...Array.from({ length: 999 }, (_, i) => String(i).padStart(4, '0'))];
const { visits } = clinicPolicy.tables;
const ODD = {
  visits: VISITS,
  policy: {
    ...guessedPolicy,
    tables: { visits: { ...visits, columns: { ...visits.columns, ward: { type: 'category', values: WARDS } } } },
  },
} as const;

async function ask(page: Page, sql: string, epsilon: string, delta = ''): Promise<void> {
  await page.getByRole('textbox', { name: 'SQL' }).fill(sql);
  await page.getByLabel('Spend at most epsilon').fill(epsilon);
  await page.getByLabel('and delta').fill(delta);
  await page.getByRole('button', { name: 'Show the price' }).click();
  await page.getByRole('button', { name: /^Ask for/ }).click();
  await page.getByRole('region', { name: 'Answer', exact: true }).waitFor();
}

const widthOf = (page: Page): Promise<number> => page.locator('html').evaluate(({ scrollWidth }) => scrollWidth);

test('a thousand groups with a long name fit on a telephone', () =>
  visiting(
    async ({ page }) => {
      await page.setViewportSize({ width: 380, height: 800 });
      await ask(page, `SELECT ward, avg(cost) AS ${LONG} FROM visits GROUP BY ward`, '5');
      expect(await page.locator('tbody th').count()).toBeGreaterThanOrEqual(1000);
      await page.locator('tbody td').getByText('too few to tell').first().waitFor();
      await page.getByLabel(`Read values: ${LONG} by ward`).press('Home');
      await page.getByText(`${MARKUP}: `).first().waitFor();
      expect([await widthOf(page), await page.title()]).toEqual([380, 'Sortition']);
    },
    'ada',
    {},
    ODD,
  ));

test('text that looks like a page or a formula is shown as it is', () =>
  visiting(
    async ({ page }) => {
      await page.setViewportSize({ width: 380, height: 800 });
      await ask(page, 'SELECT town, count(*) FROM visits GROUP BY town', '3', '0.00001');
      await page.getByRole('rowheader', { name: '=1+1' }).waitFor();
      await page.getByRole('rowheader', { name: MARKUP, exact: true }).waitFor();
      expect([await widthOf(page), await seriousIssues(page)]).toEqual([380, []]);
      await openPage(page, 'Data');
      await page.getByText('and 988 more').waitFor();
      expect([await widthOf(page), await page.title()]).toEqual([380, 'Sortition']);
    },
    'ada',
    {},
    ODD,
  ));

test('no group has enough people: that is said', () =>
  visiting(
    async ({ page }) => {
      await ask(page, 'SELECT town, count(*) FROM visits WHERE age > 110 GROUP BY town', '0.1', '0.0000001');
      await page.getByText('No group has enough people.').waitFor();
      expect(await seriousIssues(page)).toEqual([]);
    },
    'ada',
    {},
    ODD,
  ));

test('a refusal that names something long stays inside of its card', () =>
  visiting(async ({ page }) => {
    await page.setViewportSize({ width: 380, height: 800 });
    const sql = `SELECT ward, avg(${LONG}), sum(cost), count(*) FROM visits WHERE age > 10 GROUP BY ward`;
    await page.getByRole('textbox', { name: 'SQL' }).fill(sql);
    await page.getByRole('button', { name: 'Show the price' }).click();
    expect(await page.getByRole('alert').locator('mark').textContent()).toBe(LONG);
    expect([await widthOf(page), await seriousIssues(page)]).toEqual([380, []]);
  }));

test('somebody without any budget is told so before they ask, and that recorded answers stay free', () =>
  visiting(
    async ({ page }) => {
      await ask(page, 'SELECT count(*) FROM visits', '0.1');
      await page.getByText('Nothing is left to you').waitFor();
      await page.getByRole('link', { name: '0 epsilon left' }).waitFor();
      await page.getByRole('textbox', { name: 'SQL' }).fill('SELECT sum(cost) FROM visits');
      await page.getByRole('button', { name: 'Show the price' }).click();
      await page.getByText('Have the custodian grant more').waitFor();
      expect(await page.getByRole('button', { name: /^Ask for/ }).count()).toBe(0);
      await page.getByRole('button', { name: 'Use again' }).click();
      await page.getByRole('button', { name: 'Show the recorded answer at no charge' }).click();
      await page.getByText('Recorded answer').waitFor();
      expect(await seriousIssues(page)).toEqual([]);
    },
    'ada',
    {},
    { policy: { ...guessedPolicy, analysts: { ada: { epsilon: 0.1 } } } },
  ));

test('a concentrated budget shows both of its sums, and counts by the one that lasts longer', () =>
  visiting(
    async ({ page }) => {
      await page.getByRole('link', { name: /^3 epsilon, .* rho left$/ }).waitFor();
      await ask(page, 'SELECT count(*) FROM visits', '0.05');
      await page.getByText(/^Charged epsilon 0.05, rho 0.00125/).waitFor();
      await openPage(page, 'Budget');
      await page.getByText('This is a concentrated budget.').waitFor();
      const [, times] = /: (\d+) more questions/.exec(String(await page.locator('h2').first().textContent())) ?? [];
      // epsilon alone would buy 59
      expect(Number(times)).toBeGreaterThan(100);
      for (const part of ['epsilon', 'rho']) await page.getByLabel(`Read values: ${part} spent`).press('End');
      await page.getByText(/; rho 0.00125 in all/).waitFor();
      await page.getByRole('columnheader', { name: 'Rho' }).first().waitFor();
      expect(await seriousIssues(page)).toEqual([]);
    },
    'custodian',
    {},
    { policy: { ...guessedPolicy, budget: { epsilon: 3, delta: 1e-6, accounting: 'concentrated' } } },
  ));
