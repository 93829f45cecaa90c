import { existsSync, readFileSync } from 'node:fs';
import type { Locator, Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { PEER_NAMES, PEER_SAMPLES } from '../../console/src/learn/peer-samples.ts';
import { price } from '../../src/accounting/index.ts';
import { makeProgram } from '../../src/cli/program.ts';
import { planCollection } from '../../src/collect/index.ts';
import { countsOf, exactRate, failureChance, guarantee } from '../../src/release/rates/index.ts';
import { propertyDelta, tradeOffRows } from '../../src/statistical/index.ts';
import { openPage, seriousIssues, visiting } from '../support/visiting.ts';

/** Those whose numbers come from the service. */
const LESSONS = ['ask', 'release', 'statistical', 'collect', 'forecast'] as const;
/** How their questions begin. */
const QUESTIONS = ['Could an answer', 'May we publish', 'Is an exact count', 'How can we ask', 'Is asking fewer'];

/** The place of its figure, once the figure is there. */
async function openLesson(page: Page, address: string, lesson: string): Promise<Locator> {
  await page.goto(`${address}/#/learn/${lesson}`);
  const figure = page.locator(`.lesson-${lesson} .lesson-figure`);
  await figure.waitFor();
  return figure;
}

const saying = (page: Page): Locator => page.locator('.lesson-says');
const said = async (page: Page): Promise<string> => ((await saying(page).textContent()) ?? '').replaceAll(/\s+/g, ' ');

/** Keeps the page waiting for its numbers until they are let through. */
async function holdNumbers(page: Page): Promise<() => Promise<unknown>> {
  let waiting: Route[] | undefined = [];
  await page.route('**/v1/**', route => waiting?.push(route) ?? route.continue());
  return () => {
    const held = waiting ?? [];
    waiting = undefined;
    return Promise.all(held.map(route => route.continue()));
  };
}

/** As pages round what is a limit. */
const atMost = (share: number): string => `${Math.ceil(share * 1000 - 1e-9) / 10}%`;
const atLeast = (share: number): string => `${Math.floor(share * 1000 + 1e-9) / 10}%`;

test('every lesson is reached by the keyboard from the one before, and read from its top', () =>
  visiting(async ({ page }) => {
    await openPage(page, 'Learn');
    await page.getByRole('link', { name: 'Could an answer' }).press('Enter');
    for (const [place, lesson] of LESSONS.entries()) {
      await page.getByRole('heading', { level: 2, name: QUESTIONS[place] }).waitFor();
      expect(new URL(page.url()).hash).toBe(`#/learn/${lesson}`);
      await page.locator('h2:focus').waitFor();
      if (lesson !== 'forecast') await tabTo(page, 'Next');
    }
    await tabTo(page, 'All lessons');
    await page.getByRole('link', { name: 'Is asking fewer people always worse?' }).waitFor();
  }, 'ada'));

/** By Tab alone, and then Enter. */
async function tabTo(page: Page, words: string): Promise<void> {
  for (let presses = 0; presses < 40; presses++) {
    await page.keyboard.press('Tab');
    const text = await page.locator(':focus').textContent();
    if (text?.startsWith(words)) return page.keyboard.press('Enter');
  }
  expect.fail(`Tab does not lead to ${words}`);
}

test.each(LESSONS)('%s: its control moves picture and sentence, and nothing else; axe finds nothing serious', lesson =>
  visiting(async ({ page, address }) => {
    const letThrough = await holdNumbers(page);
    await page.goto(`${address}/#/learn/${lesson}`);
    const below = page.locator('.lesson-place + p');
    await page.locator('.awaited').waitFor();
    const place = (await below.boundingBox())?.y;
    await letThrough();
    const figure = page.locator('.lesson-figure');
    const slider = figure.getByRole('slider');
    const pictures = new Set<string>();
    const sentences = new Set<string>();
    await slider.press('Home');
    const steps = Number(await slider.getAttribute('max'));
    for (let step = 0; step <= steps; step++) {
      pictures.add(await figure.locator('svg, table').evaluateAll(all => all.map(each => each.innerHTML).join()));
      sentences.add(await said(page));
      expect((await below.boundingBox())?.y).toBe(place);
      await slider.press('ArrowRight');
    }
    expect(sentences.size).toBe(steps + 1);
    // two small rates may draw the same people
    expect(pictures.size).toBeGreaterThan(steps / 2);
    expect(await seriousIssues(page)).toEqual([]);
  }, 'ada'),
);

test('epsilon: what an attacker may conclude and what is left of a count move with it, and nothing else does', () =>
  visiting(async ({ page, address }) => {
    const figure = await openLesson(page, address, 'epsilon');
    const below = page.locator('.lesson-place + p');
    const place = (await below.boundingBox())?.y;
    const slider = figure.getByRole('slider');
    await slider.press('Home');
    expect(await said(page)).toContain('may be 50.3% sure at most');
    await slider.press('End');
    expect(await said(page)).toContain('may be 100% sure at most');
    for (let step = 0; step < 4; step++) await slider.press('ArrowLeft');
    expect(await said(page)).toContain(`may be ${atMost(1 / (1 + Math.exp(-1)))} sure at most`);
    expect(await said(page)).toContain('within 3 of the truth in 95 of 100 answers');
    expect((await below.boundingBox())?.y).toBe(place);
    await page.setViewportSize({ width: 380, height: 800 });
    expect(await page.locator('html').evaluate(({ scrollWidth }) => scrollWidth)).toBe(380);
    expect(await seriousIssues(page)).toEqual([]);
  }, 'ada'));

test('on a telephone in the dark nothing is wider than the screen, and nothing moves for whoever wants that', () =>
  visiting(async ({ page, address }) => {
    await page.setViewportSize({ width: 380, height: 800 });
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
    for (const lesson of LESSONS) {
      const figure = await openLesson(page, address, lesson);
      expect(await page.locator('html').evaluate(({ scrollWidth }) => scrollWidth)).toBe(380);
      const durations = await figure
        .locator('circle, rect, path')
        .evaluateAll(all => all.map(each => each.ownerDocument.defaultView?.getComputedStyle(each).transitionDuration));
      expect(new Set(durations)).toEqual(new Set(['0s']));
      expect(await seriousIssues(page)).toEqual([]);
    }
  }, 'ada'));

test('ask: what may be believed is the price of the sample, and a new draw is a new draw', () =>
  visiting(async ({ page, address }) => {
    const figure = await openLesson(page, address, 'ask');
    const belief = (rate: number): string => {
      const { epsilon } = price({ operator: 'bernoulli', rate, cost: { epsilon: 1, replace: 1 } });
      return atMost(1 / (1 + Math.exp(-epsilon)));
    };
    await figure.getByRole('slider').press('Home');
    expect(await said(page)).toContain(`may now think ${belief(0.05)} at most, compared with ${belief(1)}`);
    await figure.getByRole('slider').press('End');
    expect(await figure.getByRole('img').getAttribute('aria-label')).toContain('200 of 200 patients are asked');
    expect(await said(page)).toContain(`may now think ${belief(1)} at most`);
    for (let step = 0; step < 4; step++) await figure.getByRole('slider').press('ArrowLeft');
    const before = await figure.locator('svg').first().innerHTML();
    await page.getByRole('button', { name: 'Draw again' }).click();
    expect(await figure.locator('svg').first().innerHTML()).not.toBe(before);
  }, 'ada'));

const AGES = [30, 29, 27, 26, 24, 22, 21, 19, 17, 15, 14, 12, 11, 9, 8, 7, 6, 5, 4, 3, 2, 2, 1, 1];
const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);

test('release: how often a draw gives somebody away, and how coarser ages mend that', () =>
  visiting(async ({ page, address }) => {
    const figure = await openLesson(page, address, 'release');
    const promised = guarantee({ epsilon: 1, delta: 0.001 });
    const each = countsOf(AGES);
    expect(await said(page)).toContain(
      `Publishing 1 in 20 (5%), an age is exposed in up to ${Math.ceil(100 * failureChance(each, promised)(0.05))} of 100 draws.`,
    );
    expect(await said(page)).toContain(`no more than ${Math.floor(exactRate(each, promised) * 1e5) / 1e3}%`);
    const sticking = () => figure.getByRole('img').getAttribute('aria-label');
    expect(await sticking()).toContain('Ages at risk at this rate: 97, 99, 100, 101, 102, 103.');
    await figure.getByLabel('five years').check();
    const groups = countsOf(
      [AGES.slice(0, 5), AGES.slice(5, 10), AGES.slice(10, 15), AGES.slice(15, 20), AGES.slice(20)].map(sum),
    );
    const once = Math.floor(1 / failureChance(groups, promised)(0.05)).toLocaleString('en');
    expect(await said(page)).toContain(`at most 1 in ${once} draws. That is within the 1 in 1,000`);
    expect(await sticking()).toContain('Ages at risk at this rate: none.');
    await figure.getByRole('slider').press('End');
    // every other sample shows more than half of some five years
    const exposed = async () => /This draw exposes: age [^,]+, (\d+) of (\d+)/.exec(await said(page));
    // what is read is judged: the page may draw once more while the slider comes to rest
    let found = await exposed();
    for (let draws = 0; draws < 80 && found === null; draws++) {
      await page.getByRole('button', { name: 'Draw again' }).click();
      found = await exposed();
    }
    const [, shown, people] = found ?? [];
    expect(2 * Number(shown)).toBeGreaterThan(Number(people));
  }, 'ada'));

test('statistical: overlap and what an attacker finds are those of the count', () =>
  visiting(async ({ page, address }) => {
    const figure = await openLesson(page, address, 'statistical');
    const words = (entries: number): string => {
      const query = { entries, probability: 0.3 };
      const [{ falseNegativeRate }] = tradeOffRows(query, { kind: 'everything' }, [0.05]);
      const overlap = atLeast(1 - propertyDelta(query, { kind: 'everything' })(0).delta.exact);
      return `the hills overlap by ${overlap}. An attacker who may wrongly accuse 5 of 100 people without diabetes finds at most ${atMost(1 - falseNegativeRate.exact)}`;
    };
    expect(await said(page)).toContain(words(20));
    await figure.getByRole('slider').press('End');
    expect(await said(page)).toContain(words(10_000));
    await figure.getByRole('slider').press('Home');
    expect(await said(page)).toContain('finds at most 100%');
  }, 'ada'));

test('collect: two random numbers of which only the sum means something', () =>
  visiting(async ({ page, address }) => {
    const figure = await openLesson(page, address, 'collect');
    await figure.getByRole('slider').press('End');
    const shares = async () =>
      (await figure.getByRole('row', { name: 'You' }).getByRole('cell').allInnerTexts()).map(text =>
        Number(text.replaceAll(',', '')),
      );
    const sent = async () => (/sent a 1/.test(await said(page)) ? 1 : 0);
    for (const answer of ['Yes', 'No', 'Yes', 'Yes']) {
      const before = await shares();
      await figure.getByRole('button', { name: answer }).click();
      expect(sum(await shares()) % 2 ** 32).toBe(await sent());
      expect(await shares()).not.toEqual(before);
    }
    const { rates } = planCollection({
      ...{ values: 1, count: 140, population: 500, epsilon: 1, delta: 1e-6, aggregators: 2 },
      rates: [0.9],
    });
    expect(await said(page)).toContain(`the estimate is within ${Math.round(1.96 * rates[0].deviation)} of it`);
    expect(await said(page)).toContain('learn the answer of 90% of those who said yes');
    const estimate = /an estimate of (-?\d+) people/.exec(await said(page));
    expect(Math.abs(Number(estimate?.[1]) - 141)).toBeLessThan(8 * rates[0].deviation);
  }, 'ada'));

test('forecast: a sample helps the median and not the average', () =>
  visiting(async ({ page, address, call }) => {
    const figure = await openLesson(page, address, 'forecast');
    const { median, mean } = (await call('ada', 'GET', '/v1/learn/rates')).body;
    const days = (value: number): string => `${value.toLocaleString('en', { maximumFractionDigits: 2 })} days`;
    expect(await said(page)).toContain(`has a standard error of ${days(median.rates.at(-1).error)}`);
    expect(await said(page)).toContain(
      `Asking ${Math.round(median.best.rate * 2001)} of 2,001 patients is best: standard error ${days(median.best.error)}`,
    );
    await figure.getByLabel('average stay').check();
    expect(await said(page)).toContain(`has a standard error of ${days(mean.rates.at(-1).error)}`);
    expect(await said(page)).toContain('Asking everyone is best');
  }, 'ada'));

test('a lesson without its numbers says so, and offers to try again', () =>
  visiting(async ({ page, address }) => {
    await page.route('**/v1/learn/**', route => route.abort());
    await page.goto(`${address}/#/learn/forecast`);
    await page.getByRole('alert').getByText('cannot be reached').waitFor();
    await page.unroute('**/v1/learn/**');
    await page.getByRole('button', { name: 'Try again' }).click();
    await saying(page).waitFor();
  }, 'ada'));

test('the commands that lessons show are understood', () =>
  visiting(async ({ page, address }) => {
    for (const lesson of LESSONS) {
      await openLesson(page, address, lesson);
      const command = (await page.locator('.lesson-doing pre').textContent()) ?? '';
      const [name, ...words] = Array.from(command.matchAll(/"([^"]*)"|\S+/g), ([word, quoted]) => quoted ?? word);
      expect(name).toBe('sortition');
      const announced: string[] = [];
      const say = async ({ text }: { text: string }) => void announced.push(text);
      const talk = { say, note: async () => {}, input: () => process.stdin };
      const program = await makeProgram(talk, () => {}, words[0]);
      const run = program.parseAsync(words, { from: 'user' });
      // a file of the reader's is not here, and nothing else is wrong with what reads it
      if (/policy.json|people.csv/.test(command)) await expect(run).rejects.toMatchObject({ code: 'file_unreadable' });
      else await run.then(() => expect(announced.length).toBe(1));
    }
  }, 'ada'));

test('the same question in other libraries is the one of the guide, and every page of the guide that is named is there', async () => {
  const guide = readFileSync('docs/guide/coming-from.md', 'utf8');
  for (const { code } of PEER_SAMPLES) expect(guide).toContain(`\`\`\`python\n${code}\n\`\`\``);
  for (const names of PEER_NAMES) expect(guide).toContain(`| ${names.join(' | ')} |`);
  await visiting(async ({ page, address }) => {
    await openPage(page, 'Learn');
    await page.getByRole('link', { name: 'Coming from OpenDP' }).click();
    await page.getByRole('heading', { level: 2, name: 'Coming from OpenDP, Tumult or SmartNoise?' }).waitFor();
    expect(await seriousIssues(page)).toEqual([]);
    for (const path of [...LESSONS, 'epsilon', 'coming-from']) {
      await page.goto(`${address}/#/learn/${path}`);
      const named = page.getByText(/^docs\/guide\//);
      await named.waitFor();
      expect(existsSync(String(await named.textContent()))).toBe(true);
    }
  }, 'ada');
});
