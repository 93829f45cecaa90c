import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { seriousIssues, visiting } from '../support/visiting.ts';

const sqlIn = (page: Page): Promise<string> => page.getByRole('textbox', { name: 'SQL' }).inputValue();
const price = (page: Page): Promise<void> => page.getByRole('button', { name: 'Show the price' }).click();

/** Where the names of groups under a chart begin and end, and where the chart does. */
const namesAcross = (page: Page) =>
  page.locator('svg > text:not(.axis)').evaluateAll(texts =>
    texts.map(text => ({
      left: text.getBoundingClientRect().left,
      right: text.getBoundingClientRect().right,
      end: text.parentElement?.getBoundingClientRect().right,
    })),
  );

test('dates by week and by month: one row for each, in words everywhere, and beside months of all years', () =>
  visiting(async ({ page }) => {
    await page.getByLabel('Statistic').selectOption('avg');
    await page.getByLabel('Column').selectOption('cost');
    await page.getByLabel('Group by').selectOption('week of seen');
    expect(await sqlIn(page)).toBe(
      ["SELECT date_trunc('week', seen), avg(cost)", 'FROM visits', "GROUP BY date_trunc('week', seen)"].join('\n'),
    );
    await price(page);
    await page.getByRole('button', { name: 'Ask for epsilon 0.5' }).click();
    await page.getByRole('heading', { name: 'Average of cost in visits by week of seen from everybody' }).waitFor();
    // 2020 began on a Wednesday; the weeks of seven years, and rows without a date
    await page.getByRole('rowheader', { name: '2019-12-30' }).waitFor();
    expect(await page.getByRole('rowheader').count()).toBeGreaterThanOrEqual(366);
    const axis = await namesAcross(page);
    expect(axis.length).toBeGreaterThan(3);
    for (const [place, { left, right }] of axis.entries())
      expect(right).toBeLessThanOrEqual(axis[place + 1]?.left ?? axis[0].end ?? left);
    expect(await seriousIssues(page)).toEqual([]);
    await page.getByRole('button', { name: 'Use again' }).click();
    await page.getByRole('heading', { name: 'Already answered' }).waitFor();
    await page.getByRole('button', { name: 'Go back to the sentence' }).click();
    await page.getByLabel('Group by').selectOption('month and year of seen');
    await page.getByLabel('Add a group').selectOption('month (1 to 12) of seen');
    await price(page);
    await page.getByRole('button', { name: 'Ask for epsilon 0.5' }).waitFor();
  }));
