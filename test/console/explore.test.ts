import { expect, test } from 'vitest';
import { openPage, seriousIssues, visiting } from '../support/visiting.ts';

test('an analyst simulates which rate is best, and reads the curve', () =>
  visiting(async ({ page }) => {
    await openPage(page, 'Explore');
    await page.getByLabel('Number of people').fill('501');
    await page.getByRole('button', { name: 'Simulate' }).click();
    await page.getByRole('heading', { name: /^A sample of .* is best/ }).waitFor();
    await page.getByText('times as much, at the same price').waitFor();
    await page.getByLabel('Read values: The error of a private median').press('ArrowRight');
    await page.getByText(/sampling rate .*: altogether.*noise.*sampling/).waitFor();
    expect(await seriousIssues(page)).toEqual([]);
  }, 'ada'));

test('a simulation shows its progress, and is cancelled', () =>
  visiting(async ({ page, call }) => {
    await openPage(page, 'Explore');
    await page.getByText('In words').waitFor();
    await page.getByLabel('Number of people').fill('40001');
    await page.getByRole('button', { name: 'Simulate' }).click();
    await page.getByRole('progressbar', { name: 'Simulating medians' }).waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('Cancelled. It was cancelled').waitFor();
    expect(await seriousIssues(page)).toEqual([]);
    expect((await call('ada', 'GET', '/v1/jobs')).body.jobs).toMatchObject([{ state: 'cancelled' }]);
  }, 'ada'));

test('a simulation that cannot be is refused in words', () =>
  visiting(async ({ page }) => {
    await openPage(page, 'Explore');
    await page.getByLabel('Number of people').fill('1');
    await page.getByRole('button', { name: 'Simulate' }).click();
    await page.getByRole('alert').getByText('value_out_of_range').waitFor();
  }, 'ada'));
