/** Whatever takes long says so and can be left; whatever was begun is found again. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openPage, seriousIssues, visiting } from '../support/visiting.ts';

/** Keeps what is sent there waiting until it is let go. */
async function held(page: Page, path: string): Promise<() => void> {
  let letGo = (): void => {};
  const gone = new Promise<void>(resolve => {
    letGo = resolve;
  });
  await page.route(path, async route => {
    await gone;
    await route.continue().catch(() => {});
  });
  return letGo;
}

test('figures that take long show what is done and for how long, are left, and are taken up again', () =>
  visiting(async ({ page }) => {
    const letGo = await held(page, '**/v1/account');
    await openPage(page, 'Explore');
    const waiting = page.getByRole('region', { name: 'Computing the curves' });
    await waiting.getByText('2 s', { exact: true }).waitFor();
    expect(await seriousIssues(page)).toEqual([]);
    await waiting.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('Computing the curves: cancelled.').waitFor();
    letGo();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'Privacy profile' }).waitFor();
    const letGoAgain = await held(page, '**/v1/account');
    await page.getByRole('group', { name: 'A' }).getByLabel('Each answer has').selectOption('laplace');
    await page.getByText(/Computing the curves, \d+ s/).waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('This is out of date.').waitFor();
    expect(await seriousIssues(page)).toEqual([]);
    letGoAgain();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('10 answers with Laplace noise 1').waitFor();
  }, 'ada'));

test('a check of the ledger that takes long can be left', () =>
  visiting(async ({ page }) => {
    const letGo = await held(page, '**/v1/budget/verify');
    await openPage(page, 'Budget');
    await page.getByRole('button', { name: 'Verify the ledger' }).click();
    const waiting = page.getByRole('region', { name: 'Verifying the ledger' });
    await waiting.getByText('1 s', { exact: true }).waitFor();
    await waiting.getByRole('button', { name: 'Cancel' }).click();
    letGo();
    await page.getByRole('button', { name: 'Verify the ledger' }).click();
    await page.getByText('Ledger verified: 1 entry.').waitFor();
  }));

test('Ctrl+Enter pressed again does not break off the answer that is on its way', () =>
  visiting(async ({ page, data }) => {
    const sql = page.getByRole('textbox', { name: 'SQL' });
    await sql.press('Control+Enter');
    await page.getByText('It costs epsilon 0.5').waitFor();
    const letGo = await held(page, '**/v1/ask');
    await sql.press('Control+Enter');
    await page.getByRole('progressbar', { name: 'Asking' }).waitFor();
    await sql.press('Control+Enter');
    letGo();
    await page.getByText('Charged epsilon 0.5').waitFor();
    expect((await data.deployment.ledger.budget()).spent.epsilon).toBe(0.5);
  }));

test('what was begun is found again after a look at another page: a question, and an audit that goes on', () =>
  visiting(async ({ page }) => {
    const sql = page.getByRole('textbox', { name: 'SQL' });
    await sql.fill('SELECT median(age) FROM visits');
    await page.getByLabel('Spend at most epsilon').fill('0.25');
    await openPage(page, 'Release');
    await page.getByLabel('ward').check();
    await page.getByLabel('Delta: the probability').fill('0.1');
    await page.getByRole('button', { name: 'May it be published?' }).click();
    await openPage(page, 'Ask');
    expect(await sql.inputValue()).toBe('SELECT median(age) FROM visits');
    expect(await page.getByLabel('Spend at most epsilon').inputValue()).toBe('0.25');
    await openPage(page, 'Release');
    await page.getByText('of the rows may be published').waitFor();
    expect(await page.getByLabel('ward').isChecked()).toBe(true);
    expect(await page.getByLabel('Delta: the probability').inputValue()).toBe('0.1');
  }));

test('a job is watched again after the service was away', () =>
  visiting(async ({ page }) => {
    await page.route('**/v1/jobs/*/events', route => route.abort());
    await openPage(page, 'Data');
    await page.getByRole('button', { name: 'Check the policy' }).click();
    await page.getByRole('alert').getByText('The job continues in the meantime.').waitFor();
    await page.unroute('**/v1/jobs/*/events');
    await page.getByText(/^Checked \d/).waitFor();
  }));
