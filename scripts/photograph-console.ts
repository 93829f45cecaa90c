/**
 * Takes the pictures of the console in the guide again, from what `npm start` serves:
 *   npx tsx scripts/photograph-console.ts ADDRESS TOKEN
 * It asks questions of the demo hospital, so begin with an empty service-output.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { theBrowser } from '../test/support/browser.ts';
import { palettePng } from './figures/palette-png.ts';

const FOLDER = join('docs', 'images', 'console');
const [address, token] = process.argv.slice(2);
if (address === undefined || token === undefined) throw new Error('usage: photograph-console.ts ADDRESS TOKEN');

interface Look {
  readonly width: number;
  readonly height: number;
  readonly dark?: true;
}

const DESK: Look = { width: 1180, height: 780 };
const LOOKS = {
  light: DESK,
  dark: { ...DESK, dark: true },
  narrow: { width: 380, height: 800 },
  wide: { width: 1600, height: 900 },
} as const satisfies Record<string, Look>;

/** As high as the page, and not higher than a reader scrolls. */
async function photograph(page: Page, name: string, heightMost = 1700): Promise<void> {
  const { width = 0, height = 0 } = page.viewportSize() ?? {};
  const whole: number = await page.evaluate('document.documentElement.scrollHeight');
  const seen = Math.min(Math.max(whole, height), Math.max(heightMost, height));
  const png = await page.screenshot({ fullPage: true, clip: { x: 0, y: 0, width, height: seen } });
  writeFileSync(join(FOLDER, `${name}.png`), palettePng(png));
}

async function signedIn({ width, height, dark }: Look): Promise<Page> {
  const browser = await theBrowser();
  const context = await browser.newContext({ viewport: { width, height }, colorScheme: dark ? 'dark' : 'light' });
  await context.addInitScript(`sessionStorage.setItem('sortition-token', '${token}')`);
  const page = await context.newPage();
  await page.goto(address);
  await page.getByRole('button', { name: 'Show the price' }).waitFor();
  return page;
}

async function price(page: Page, statistic: string, epsilon: string): Promise<void> {
  await page.getByLabel('Statistic').selectOption(statistic);
  const column = page.getByLabel('Column', { exact: true });
  if ((await column.count()) > 0) await column.selectOption('cost');
  await page.getByLabel('Spend at most epsilon').fill(epsilon);
  await page.getByRole('button', { name: 'Show the price' }).click();
  await page.getByRole('button', { name: /^(Ask for|Show the recorded)/ }).waitFor();
}

async function answer(page: Page, statistic: string, epsilon: string): Promise<void> {
  await price(page, statistic, epsilon);
  await page.getByRole('button', { name: /^(Ask for|Show the recorded)/ }).click();
  await page.getByRole('region', { name: 'Answer', exact: true }).waitFor();
}

async function open(page: Page, path: string, words: string): Promise<void> {
  await page.goto(`${address}/#/${path}`);
  await page.getByText(words).first().waitFor({ timeout: 120_000 });
}

mkdirSync(FOLDER, { recursive: true });
const page = await signedIn(LOOKS.light);
await price(page, 'people', '0.1');
await page
  .locator('.price details')
  .first()
  .evaluate(details => details.setAttribute('open', ''));
await photograph(page, 'price-of-a-question');
for (const [statistic, epsilon] of [
  ['people', '0.05'],
  ['sum', '0.2'],
  ['avg', '0.1'],
] as const)
  await answer(page, statistic, epsilon);
await photograph(page, 'answer-light');
await open(page, 'budget', 'You can still spend');
await page.getByLabel(/^Read values/).press('End');
await photograph(page, 'budget-light');
await open(page, 'collect', 'Campaigns');
await page.locator('.campaigns a').first().click();
await page.getByRole('heading', { name: 'Who learns what' }).waitFor();
await photograph(page, 'collect-light');
await open(page, 'learn/release', 'Publishing 1 in');
await photograph(page, 'learn-release-light');
await open(page, 'learn/forecast', 'every point on the lines');
await page.locator('.lesson-says').waitFor({ timeout: 120_000 });
await photograph(page, 'learn-forecast-light');
await open(page, 'release', 'What do you want to publish?');
for (const column of ['age', 'ward']) await page.getByLabel(column, { exact: true }).check();
await page.getByRole('button', { name: 'May it be published?' }).click();
await page.getByRole('heading', { name: 'Try a rate' }).waitFor({ timeout: 300_000 });
await photograph(page, 'release-light');
for (const look of ['dark', 'narrow', 'wide'] as const) {
  const other = await signedIn(LOOKS[look]);
  await answer(other, 'avg', '0.1');
  await photograph(other, `answer-${look}`);
  if (look === 'narrow') {
    await open(other, 'budget', 'You can still spend');
    await photograph(other, 'budget-narrow');
  }
  if (look === 'dark') {
    await open(other, 'data', 'is protected');
    await photograph(other, 'data-dark');
  }
}
await (await theBrowser()).close();
