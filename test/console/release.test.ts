import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openPage, seriousIssues, visiting } from '../support/visiting.ts';

/** Judged and safe, with the draw to be ordered below. */
async function judged(page: Page): Promise<void> {
  await openPage(page, 'Release');
  await page.getByLabel('ward').check();
  await page.getByLabel('Delta: the probability').fill('0.1');
  await page.getByRole('button', { name: 'May it be published?' }).click();
  await page.getByText('of the rows may be published').waitFor();
}

async function order(page: Page, { rate = '0.05', name = 'june', reason = '' } = {}): Promise<void> {
  await page.getByLabel('Rate: the share').fill(rate);
  await page.getByLabel('Name of the file').fill(name);
  if (reason !== '') await page.getByLabel('Reason, if').fill(reason);
  await page.getByRole('button', { name: 'Draw and publish, once' }).click();
}

test('a sample is drawn, certified in words, saved, and listed; a second one needs a reason', () =>
  visiting(async ({ page, call }) => {
    await judged(page);
    await page.getByText('No samples yet').waitFor();
    await order(page);
    await page.getByRole('heading', { name: 'june.csv is drawn' }).waitFor();
    await page.getByText('Before the coins were tossed').waitFor();
    await page.getByText('It is weaker than differential privacy').waitFor();
    const certificate = page.getByRole('region', { name: 'The certificate' });
    const saved = page.waitForEvent('download');
    await certificate.getByRole('button', { name: 'Save june.csv', exact: true }).click();
    expect((await saved).suggestedFilename()).toBe('june.csv');
    expect(await page.getByRole('row').filter({ hasText: 'visits: ward' }).count()).toBe(1);
    expect(await seriousIssues(page)).toEqual([]);

    await order(page, { name: 'july' });
    expect(await page.locator('input:invalid').count()).toBe(1);
    await order(page, { name: 'july', reason: 'the first was lost' });
    await page.getByRole('heading', { name: 'july.csv is drawn' }).waitFor();
    await page.getByRole('row').filter({ hasText: 'the first was lost' }).waitFor();
    expect((await call('custodian', 'GET', '/v1/release/draws')).body.draws).toHaveLength(2);
  }));

test('a draw that is refused says the rule, and leaves nothing; differential privacy asks the budget', () =>
  visiting(async ({ page, call }) => {
    await judged(page);
    await order(page, { rate: '0.9' });
    await page.getByRole('alert').getByText('release_unsafe').waitFor();
    expect(await seriousIssues(page)).toEqual([]);
    await page.getByLabel('Kind of guarantee').selectOption('threshold');
    expect(await page.getByLabel('Threshold: combinations with fewer').inputValue()).toBe('auto');
    await order(page);
    await page.getByRole('alert').getByText('budget_exhausted').waitFor();
    expect((await call('custodian', 'GET', '/v1/release/draws')).body.draws).toEqual([]);
  }));

test('a connection that is dropped during a draw is found again, and nothing is drawn twice', () =>
  visiting(async ({ page, call }) => {
    await judged(page);
    await page.route('**/v1/jobs/*/events', route => route.abort());
    await order(page);
    const progress = page.getByRole('progressbar', { name: 'Drawing a sample' });
    await progress.waitFor();
    await page.getByRole('alert').getByText('The job continues in the meantime').waitFor();
    expect(await progress.getAttribute('aria-valuetext')).toMatch(/ \d+%$/);
    expect(await seriousIssues(page)).toEqual([]);
    await page.unroute('**/v1/jobs/*/events');
    await page.getByRole('heading', { name: 'june.csv is drawn' }).waitFor();
    expect((await call('custodian', 'GET', '/v1/release/draws')).body.draws).toHaveLength(1);
  }));

test('a reply that is lost is asked for again under its key: there is one draw', () =>
  visiting(async ({ page, call }) => {
    await judged(page);
    let lost = 0;
    await page.route('**/v1/release/draw', async route => {
      lost += 1;
      await route.fetch();
      await route.abort();
    });
    await order(page);
    await page.getByRole('alert').getByText('cannot be reached').waitFor();
    await page.unroute('**/v1/release/draw');
    await page.getByRole('button', { name: 'Draw and publish, once' }).click();
    await page.getByRole('heading', { name: 'june.csv is drawn' }).waitFor();
    expect(lost).toBe(1);
    const { jobs } = (await call('custodian', 'GET', '/v1/jobs')).body;
    expect(jobs.map(({ kind }: { kind: string }) => kind)).toEqual(['release-draw', 'release-audit']);
  }));
