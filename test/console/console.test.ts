import { expect, test } from 'vitest';
import { movedIn, WATCH_MOVES } from '../support/moves.ts';
import { openPage, seriousIssues, visiting } from '../support/visiting.ts';

test('a release is judged, the verdict first, and a rate is tried', () =>
  visiting(async ({ page }) => {
    await openPage(page, 'Release');
    await page.getByLabel('ward').check();
    await page.getByLabel('Delta: the probability').fill('0.1');
    await page.getByRole('button', { name: 'May it be published?' }).click();
    await page.getByText('of the rows may be published').waitFor();
    await page.getByRole('slider', { name: /^Rate:/ }).press('End');
    await page.getByText('Unsafe').waitFor();
    expect(await seriousIssues(page)).toEqual([]);
  }));

test('an analyst is not led to the pages of the custodian, and told whose they are', () =>
  visiting(async ({ page, address }) => {
    const pages = await page.getByRole('navigation', { name: 'Pages' }).getByRole('link').allTextContents();
    expect(pages).toEqual(['Ask', 'Data', 'Budget', 'Collect', 'Explore', 'Learn']);
    await page.goto(`${address}/#/release`);
    await page.getByRole('alert').getByText('This page is for the custodian').waitFor();
    await openPage(page, 'Budget');
    await page.getByText('You have spent nothing yet.').waitFor();
    expect(await page.getByRole('button', { name: 'Verify the ledger' }).count()).toBe(0);
    expect(await seriousIssues(page)).toEqual([]);
  }, 'ada'));

test('mechanisms and samplings are compared, in pictures that can be walked along and in words', () =>
  visiting(async ({ page }) => {
    await openPage(page, 'Explore');
    const words = page.getByRole('listitem').filter({ hasText: 'Blind guessing finds' });
    await words.nth(1).waitFor();
    const second = page.getByRole('group', { name: 'B' });
    await second.getByLabel('Each answer has').selectOption('laplace');
    await second.getByLabel('Asked of').selectOption('fixed-size');
    await words.filter({ hasText: '10 answers with Laplace noise 1, asked of a 5% sample' }).waitFor();
    await page.getByRole('button', { name: 'Compare with another' }).click();
    await page.getByRole('group', { name: 'C' }).getByLabel('Each answer has').selectOption('pure');
    await words.filter({ hasText: 'any epsilon-DP mechanism' }).waitFor();
    await page.getByLabel(/^Read values: Privacy profile/).press('ArrowRight');
    await page.getByText(/epsilon 0: A .*, B .*, C /).waitFor();
    expect(await seriousIssues(page)).toEqual([]);
    await page.getByRole('button', { name: 'Remove C' }).click();
    await words.nth(2).waitFor({ state: 'detached' });
    expect(await words.count()).toBe(2);
  }));

test('by keys alone one skips to the content of the page one is on, and asks', () =>
  visiting(async ({ page, data }) => {
    await openPage(page, 'Budget');
    await page.reload();
    await page.getByText('You can still spend').waitFor();
    await page.keyboard.press('Tab');
    expect(await seriousIssues(page)).toEqual([]);
    await page.keyboard.press('Enter');
    expect(await page.locator('main:focus h1').textContent()).toBe('Budget');
    await openPage(page, 'Ask');
    const press = async (name: string | RegExp) => {
      const button = page.getByRole('button', { name });
      await button.waitFor();
      for (let presses = 0; presses < 40 && (await button.and(page.locator(':focus')).count()) === 0; presses++)
        await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
    };
    await press('Show the price');
    await press(/^Ask for epsilon 0.5/);
    await page.getByText('Charged epsilon 0.5').waitFor();
    expect((await data.deployment.ledger.budget()).spent.epsilon).toBe(0.5);
  }));

test('an expired token leads back to the sign-in page, and another one in', () =>
  visiting(async ({ page, tokens, letDayPass }) => {
    letDayPass();
    await page.getByRole('link', { name: 'Budget' }).click();
    await page.getByText('This token expired at').waitFor();
    const { text } = tokens.create({ analyst: 'custodian', role: 'custodian', days: 1 });
    await page.getByLabel('Token').fill(text);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('You can still spend epsilon 10').waitFor();
  }));

test('a revoked token leads back to the sign-in page, and says why', () =>
  visiting(async ({ page, tokens }) => {
    for (const { id, role } of tokens.list()) if (role === 'custodian') tokens.revoke(id);
    await page.getByRole('link', { name: 'Budget' }).click();
    await page.getByText('Please sign in again').waitFor();
    await page.getByText('was revoked').waitFor();
    expect(await seriousIssues(page)).toEqual([]);
  }));

test('a dropped connection is said, and asking again is offered', () =>
  visiting(async ({ page }) => {
    await page.route('**/v1/**', route => route.abort());
    await page.getByRole('link', { name: 'Data' }).click();
    await page.getByRole('alert').getByText('cannot be reached').waitFor();
    await page.unroute('**/v1/**');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('Every person (patient) is protected').waitFor();
  }));

test('nothing comes from elsewhere, and nothing is written into the page', () =>
  visiting(async ({ page, address }) => {
    const places = await page.evaluate(() =>
      performance.getEntriesByType('resource').map(({ name }) => new URL(name).origin),
    );
    expect(new Set(places)).toEqual(new Set([address]));
  }));

test('files come packed; the page itself is asked for anew each time, the rest never again', () =>
  visiting(async ({ server }) => {
    const packed = async (url: string) => {
      const { headers, body } = await server.inject({ url, headers: { 'accept-encoding': 'gzip' } });
      return { encoding: headers['content-encoding'], cache: headers['cache-control'], body };
    };
    expect(await packed('/')).toMatchObject({ encoding: 'gzip', cache: 'no-cache' });
    const { body: page } = await server.inject({ url: '/' });
    const [, script] = /src="\.(\/assets\/\S+\.js)"/.exec(page) ?? [];
    const sent = await packed(String(script));
    expect(sent).toMatchObject({ encoding: 'gzip', cache: 'public, max-age=31536000, immutable' });
    expect(sent.body.length).toBeLessThan(150_000);
  }));

test('nothing moves while a page fills: each part has its place before it is there', () =>
  visiting(async ({ page, address }) => {
    await page.addInitScript(WATCH_MOVES);
    for (const path of ['ask', 'data', 'budget', 'release', 'collect', 'explore', 'learn', 'learn/forecast']) {
      await page.goto('about:blank');
      await page.goto(`${address}/#/${path}`);
      await page.getByRole('heading', { level: 2 }).or(page.getByRole('listitem')).first().waitFor();
      await page.locator('.awaited').first().waitFor({ state: 'detached' });
      expect([path, await movedIn(page)]).toEqual([path, 0]);
    }
  }));
