/** The console in a real browser over the small clinic: signed in, watched for complaints, and searched for what axe calls serious. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, Page } from 'playwright-core';
import { beforeAll, expect } from 'vitest';
import { theBrowser } from './browser.ts';
import { type Served, type ServedClinic, type ServerOptions, served } from './served.ts';

let browser: Browser;
beforeAll(async () => {
  // what people get, not the slower build that says more to programmers
  const env = { ...process.env, NODE_ENV: 'production' };
  if (!existsSync('dist/console/index.html')) execFileSync('npm', ['run', 'build', '--workspace', 'console'], { env });
  browser = await theBrowser();
}, 120_000);

export interface Visit extends Served {
  readonly page: Page;
  readonly address: string;
}

/** The console over the small clinic, in a page of its own; whatever the page complains about fails the test. */
export const visiting = (
  work: (visit: Visit) => Promise<void>,
  token: 'ada' | 'custodian' = 'custodian',
  options: ServerOptions = {},
  other?: ServedClinic,
): Promise<void> =>
  served(
    async clinic => {
      const address = await clinic.server.listen({ port: 0, host: '127.0.0.1' });
      const context = await browser.newContext();
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
        // the last of the first page: nothing is on its way any more when the test begins
        await page.getByText('No questions yet.').waitFor();
        await work({ ...clinic, page, address });
        expect(complaints).toEqual([]);
      } finally {
        await context.close();
      }
    },
    options,
    other,
  );

export const seriousIssues = async (page: Page): Promise<string[]> =>
  (await new AxeBuilder({ page }).analyze()).violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);

/** By the link in the frame. */
export const openPage = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name, exact: true }).click();
  await page.getByRole('heading', { level: 1, name }).waitFor();
};
