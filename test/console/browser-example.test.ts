import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { account } from '../../src/accounting/index.ts';
import { freePorts } from '../support/aggregators.ts';
import { showExample } from '../support/shown-example.ts';

let address: string;
const example = showExample(async () => {
  const [port] = await freePorts(1);
  address = `http://127.0.0.1:${port}`;
  return ['examples/browser.ts', '--port', String(port)];
});

async function visit(work: (page: Page) => Promise<void>): Promise<void> {
  const context = await example.browser().newContext();
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', ({ message }) => faults.push(message));
  await page.goto(address);
  await finished(page);
  await work(page);
  expect(faults).toEqual([]);
  await context.close();
}

const finished = (page: Page): Promise<unknown> => page.waitForSelector('body:not([aria-busy])', { timeout: 50_000 });

/** Engines differ in the last digits of exp and log: both bounds hold, and are the same to twelve digits. */
function nodeSays(rate: number, noiseMultiplier: number, count: number, delta: number): unknown {
  const answer = account({
    relation: 'add-remove',
    steps: [{ mechanism: { kind: 'gaussian', noiseMultiplier }, sampling: { kind: 'poisson', rate }, count }],
    width: 0.02,
    ask: { epsilonAt: { delta } },
  });
  return expect.closeTo('epsilon' in answer ? (answer.epsilon.upper ?? Number.NaN) : Number.NaN, 12);
}

const epsilonOf = async (page: Page): Promise<number> => Number(await page.locator('#epsilon').getAttribute('value'));

test('the browser says what Node says, for what the sliders are at first', () =>
  visit(async page => {
    expect(await page.locator('output').allInnerTexts()).toEqual(['1 %', '× 1', '1,000']);
    expect(await epsilonOf(page)).toEqual(nodeSays(0.01, 1, 1000, 1e-5));
    const numbers = await page
      .locator('#numbers data')
      .evaluateAll(cells => cells.map(cell => Number(cell.getAttribute('value'))));
    expect(numbers).toHaveLength(3 * 9);
    // the row of 10^-6: delta, at least, at most
    expect(numbers.slice(12, 15)).toEqual([1e-6, expect.any(Number), nodeSays(0.01, 1, 1000, 1e-6)]);
  }));

test('keys move a slider, and epsilon follows', () =>
  visit(async page => {
    await page.getByLabel('Number of answers').focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('Tab');
    await page.getByText('this answer changes').waitFor();
    await finished(page);
    expect(await epsilonOf(page)).toEqual(nodeSays(0.01, 1, 1, 1e-5));
    await page.getByLabel('Sampling rate of each answer').press('End');
    await page.getByText('everyone').waitFor();
    await finished(page);
    expect(await epsilonOf(page)).toEqual(nodeSays(1, 1, 1, 1e-5));
  }));

test('nothing that hinders whoever cannot see, or has a narrow screen', () =>
  visit(async page => {
    await page.setViewportSize({ width: 380, height: 800 });
    await page.getByText('The curve as numbers').click();
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(
      violations.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(({ id }) => id),
    ).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(380);
    expect(await page.getByRole('img', { name: 'Privacy profile, from epsilon' }).count()).toBe(1);
  }));
