import { expect, test } from 'vitest';
import { shareBytes } from '../../src/collect/reports/index.ts';
import { freePorts } from '../support/aggregators.ts';
import { campaignOf } from '../support/campaign.ts';
import { showExample } from '../support/shown-example.ts';

let address: string;
const example = showExample(async () => {
  const ports = await freePorts(3);
  address = `http://127.0.0.1:${ports[0]}`;
  return ['examples/collect.ts', '--ports', ports.join()];
});

test('a person in a real browser goes through both rounds, and the estimate appears', async () => {
  const page = await example.browser().newPage();
  const faults: string[] = [];
  page.on('pageerror', ({ message }) => faults.push(message));
  const sent: Buffer[] = [];
  page.on('request', request => {
    if (request.url().endsWith('/reports')) sent.push(request.postDataBuffer() ?? Buffer.alloc(0));
  });
  const shown = (text: string) => page.getByRole('status').filter({ hasText: text }).waitFor();
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();

  await page.goto(address);
  await page.getByRole('heading', { name: 'How did you come to work today?' }).waitFor();
  await press('Take part');
  await shown('first report');
  await press('Let 300 others take part');
  await shown('300 others');
  await press('Open round two');
  await shown('Round two is open');

  // closed and opened again: the die and the ticket are still there
  await page.reload();
  await page.getByLabel('bicycle').check();
  await press('Answer');
  await shown('have your answer');
  await press('Let 300 others take part');
  await shown('300 others');
  await press('Publish');
  await shown('Published');

  expect(await page.getByRole('row').allInnerTexts()).toHaveLength(4);
  const people = await page.getByRole('row', { name: 'train' }).getByRole('cell').nth(1).textContent();
  // 150 take the train; five standard deviations are about 95
  expect(Math.abs(Number(people) - 150)).toBeLessThan(100);
  expect(await page.getByText('This cost everybody').textContent()).toMatch(/epsilon 0.815/);
  // two rounds, two aggregators, and no two reports alike
  expect(new Set(sent.map(body => body.toString('hex'))).size).toBe(4);
  expect(sent.every(({ length }) => length === 48 + 12)).toBe(true);
  expect(await page.evaluate("localStorage.getItem('memory')")).not.toContain('rolled');
  expect(faults).toEqual([]);
  if (process.env.PICTURE !== undefined) await page.screenshot({ path: process.env.PICTURE, fullPage: true });
});

test('two tabs that answer at the same moment send one report', async () => {
  const context = await example.browser().newContext();
  const tabs = await Promise.all([context.newPage(), context.newPage()]);
  for (const tab of tabs) await tab.goto(address);
  const campaign = campaignOf();
  const answer = `(async () => {
    const { takePart } = await import('/client.js');
    const sent = [];
    const send = async (_address, { body }) => {
      sent.push([...body.subarray(32, 48)].join());
      await new Promise(resume => setTimeout(resume, 300));
      return { status: 200, json: async () => ({ accepted: 1, refused: [] }) };
    };
    const memory = { read: () => localStorage.getItem('tabs'), write: text => localStorage.setItem('tabs', text) };
    const person = await takePart({ campaign: ${JSON.stringify(campaign)}, ticket: 'A'.repeat(43), memory, send });
    await person.answer('bus');
    return sent;
  })()`;
  const sent = (await Promise.all(tabs.map(tab => tab.evaluate(answer)))) as string[][];
  expect(sent.map(({ length }) => length).sort()).toEqual([0, 2]);
  await context.close();
});

test('a browser makes verified reports too, by code that it loads only then', async () => {
  const page = await example.browser().newPage();
  const loaded: string[] = [];
  page.on('request', request => loaded.push(request.url()));
  await page.goto(address);
  await page.getByRole('heading', { name: 'How did you come to work today?' }).waitFor();
  expect(loaded.some(url => url.includes('verified'))).toBe(false);
  const campaign = campaignOf({ validity: 'verified' });
  const lengths = await page.evaluate(`(async () => {
    const { takePart } = await import('/client.js');
    const lengths = [];
    const send = async (_address, { body }) => {
      lengths.push(body.length);
      return { status: 200, json: async () => ({ accepted: 1, refused: [] }) };
    };
    const person = await takePart({ campaign: ${JSON.stringify(campaign)}, ticket: 'A'.repeat(43), send });
    await person.answer('bus');
    return lengths;
  })()`);
  expect(lengths).toEqual([48 + shareBytes(campaign), 48 + shareBytes(campaign)]);
  expect(loaded.some(url => url.includes('verified'))).toBe(true);
});
