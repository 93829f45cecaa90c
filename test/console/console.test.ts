import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OpenBrowser, openBrowser } from '../support/browser.ts';
import { type Served, served } from '../support/served.ts';

let opened: OpenBrowser;
beforeAll(async () => {
  if (!existsSync('dist/console/index.html')) execFileSync('npm', ['run', 'build', '--workspace', 'console']);
  opened = await openBrowser();
}, 120_000);
afterAll(() => opened?.close());

interface Visit extends Served {
  readonly page: Page;
  readonly address: string;
}

/** The console over the small clinic, in a page of its own; whatever the page complains about fails the test. */
const visiting = (work: (visit: Visit) => Promise<void>, token: 'ada' | 'custodian' = 'custodian'): Promise<void> =>
  served(async clinic => {
    const address = await clinic.server.listen({ port: 0, host: '127.0.0.1' });
    const context = await opened.browser.newContext();
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('pageerror', ({ message }) => complaints.push(message));
    page.on('console', message => {
      // a status of 400 and above is a refusal that the page shows
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
        complaints.push(message.text());
    });
    try {
      await page.goto(address);
      await page.getByLabel('Token').fill(clinic.texts[token]);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByText('epsilon left').waitFor();
      await work({ ...clinic, page, address });
      expect(complaints).toEqual([]);
    } finally {
      await context.close();
    }
  });

const seriousIssues = async (page: Page): Promise<string[]> =>
  (await new AxeBuilder({ page }).analyze()).violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);

const open = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('link', { name }).click();
  await page.getByRole('heading', { level: 1, name }).waitFor();
};

test('a question is built by form, priced, asked, and seen in the budget and in the history', () =>
  visiting(async ({ page, data }) => {
    await open(page, 'Ask');
    await page.getByLabel('The', { exact: true }).selectOption('sum');
    await page.getByLabel('For each').selectOption('ward');
    await page.getByLabel('From', { exact: true }).selectOption('50');
    await page.getByLabel('Name of the sample').fill('june');
    await page.getByRole('button', { name: 'Show its price' }).click();
    await page.getByText('It would cost epsilon 0.5').waitFor();
    await page.getByText('The same price at other rates').waitFor();
    expect(await seriousIssues(page)).toEqual([]);
    await page.getByRole('button', { name: 'Ask, and pay epsilon 0.5' }).click();
    await page.getByText('Charged epsilon 0.5').waitFor();
    expect(await page.getByRole('row').filter({ hasText: / to / }).count()).toBe(4);
    await page
      .getByText(/buy|ask sum/)
      .first()
      .waitFor();
    expect(await seriousIssues(page)).toEqual([]);
    await open(page, 'Budget');
    await page.getByText('9.5 of 10 epsilon left').waitFor();
    await page.getByRole('button', { name: 'Recompute the chain' }).click();
    await page.getByText('entries are whole and in order').waitFor();
    expect(await seriousIssues(page)).toEqual([]);
    expect((await data.deployment.ledger.budget()).spent.epsilon).toBeCloseTo(0.5, 12);
  }));

test('a refused question says the rule and charges nothing', () =>
  visiting(async ({ page, data }) => {
    await open(page, 'Ask');
    await page.getByLabel('In SQL').fill('SELECT count(*) FROM nobody');
    await page.getByRole('button', { name: 'Show its price' }).click();
    await page.getByRole('alert').getByText('unknown table').waitFor();
    expect(await seriousIssues(page)).toEqual([]);
    expect((await data.deployment.ledger.budget()).spent.epsilon).toBe(0);
  }));

test('a release is judged, the verdict first, and a rate is tried', () =>
  visiting(async ({ page }) => {
    await open(page, 'Release');
    await page.getByLabel('ward').check();
    await page.getByLabel('Delta: the chance').fill('0.1');
    await page.getByRole('button', { name: 'May it be published?' }).click();
    await page.getByText('of the rows may be published').waitFor();
    await page.getByLabel(/^Rate:/).press('End');
    await page.getByText('Unsafe').waitFor();
    expect(await seriousIssues(page)).toEqual([]);
  }));

test('an analyst is told that releases are the custodian’s', () =>
  visiting(async ({ page }) => {
    await open(page, 'Release');
    await page.getByLabel('ward').check();
    await page.getByRole('button', { name: 'May it be published?' }).click();
    await page.getByRole('alert').getByText('role insufficient').waitFor();
  }, 'ada'));

test('mechanisms are compared, in pictures that can be walked along and in words', () =>
  visiting(async ({ page }) => {
    await open(page, 'Explore');
    await page.getByText('Blind guessing finds').first().waitFor();
    await page.getByLabel(/^Walk along: The chance/).press('ArrowRight');
    await page.getByText(/promised limit ε 0.2: asked of everybody/).waitFor();
    expect(await seriousIssues(page)).toEqual([]);
  }));

test('an expired or revoked token leads back to the door, and says why', () =>
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
