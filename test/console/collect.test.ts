import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inFolder, loss } from '../support/ledger-case.ts';
import { organised } from '../support/organised.ts';
import { openPage, seriousIssues, type Visit, visiting } from '../support/visiting.ts';

type Organised = Parameters<Parameters<typeof organised>[0]>[0];

/** The custodian, before the one campaign of an organiser. */
const organising = (
  work: (on: Omit<Organised, 'log'> & Visit) => Promise<void>,
  circumstances: Parameters<typeof organised>[1] = {},
): Promise<void> =>
  organised(
    on =>
      visiting(
        async visit => {
          await openPage(visit.page, 'Collect');
          await visit.page.getByRole('link', { name: on.campaign.question }).click();
          await visit.page.getByRole('heading', { name: on.campaign.question }).waitFor();
          await work({ ...on, ...visit });
        },
        'custodian',
        { organising: on.organising },
      ),
    circumstances,
  );

const press = (page: Visit['page'], name: string | RegExp): Promise<void> => page.getByRole('button', { name }).click();

test('rounds are opened, reports are seen arriving, and the estimates are paid for and shown', () =>
  organising(
    async ({ page, begin, answer, organising: { ledger } }) => {
      await page.getByText('Open the last round first').waitFor();
      await page.getByText('The first round must have been open before.').waitFor();
      await press(page, 'Open round 1');
      await page.getByText('Every aggregator has 0 reports.').waitFor();
      await begin(12);
      await page.getByText('Every aggregator has 12 reports.').first().waitFor();
      // it ends the first round for good: it says so, and asks
      await press(page, 'Open round 2');
      const asking = page.getByRole('dialog', { name: 'Open round 2?' });
      await asking.getByText('This closes round 1 permanently. It has 12 reports').waitFor();
      expect(await seriousIssues(page)).toEqual([]);
      await asking.getByRole('button', { name: 'Not yet' }).click();
      expect(await page.getByRole('button', { name: 'Close round 1' }).count()).toBe(1);
      await press(page, 'Open round 2');
      await press(page, 'Close round 1 and open round 2');
      await page.getByRole('button', { name: 'Close round 2' }).waitFor();
      await answer('bus');
      await page.getByText('12 reports', { exact: true }).nth(3).waitFor();
      expect(await seriousIssues(page)).toEqual([]);
      await press(page, 'Publish for epsilon 1');
      await page.getByRole('heading', { name: 'How many people have each value' }).waitFor();
      expect(await page.getByRole('row').filter({ hasText: / to / }).count()).toBe(3);
      await page.getByText('It cost epsilon').waitFor();
      expect(await seriousIssues(page)).toEqual([]);
      expect((await ledger.budget()).spent.epsilon).toBeGreaterThan(0.5);
      await page.getByRole('link', { name: 'All campaigns' }).click();
      await page.getByText('published', { exact: true }).waitFor();
    },
    { more: { protocol: 'two-rounds' } },
  ));

test('closing asks too, and is not done before', () =>
  organising(async ({ page, answer }) => {
    await press(page, 'Open it');
    await press(page, 'Close it');
    await page.keyboard.press('Escape');
    await answer('bus', 3);
    await page.getByText('Every aggregator has 3 reports.').first().waitFor();
    await press(page, 'Close it');
    await press(page, 'Close it permanently');
    await page.getByText('closed', { exact: true }).waitFor();
  }));

test('aggregators that differ or do not answer are said in words, and seen again by themselves', () =>
  organising(async ({ page, post, fingerprint, campaign, token, stop, start }) => {
    await post(0, `${fingerprint}/rounds/1/open`, { token: token(0) });
    await page.getByText('open at some aggregators only').waitFor();
    await press(page, 'Open it');
    await page.getByText('accepting reports').waitFor();
    await stop(1);
    await page.getByText(`${campaign.aggregators[1]} does not answer`).first().waitFor();
    await page.getByText('no answer', { exact: true }).waitFor();
    expect(await seriousIssues(page)).toEqual([]);
    await start(1);
    await page.getByText('Every aggregator has 0 reports.').first().waitFor();
  }));

test('a lost connection is said, and found again without being asked', () =>
  organising(async ({ page }) => {
    await page.route('**/events', route => route.abort());
    await page.reload();
    await page.getByRole('alert').getByText('cannot be reached').waitFor();
    await page.unroute('**/events');
    await page.getByText('No reports yet.').first().waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
  }));

test('a campaign beyond the budget is refused in words, and nothing is charged', () =>
  organising(
    async ({ page, organising: { ledger } }) => {
      await press(page, 'Open it');
      await press(page, /^Publish for/);
      await page.getByRole('alert').getByText('budget_exhausted').waitFor();
      expect(await seriousIssues(page)).toEqual([]);
      expect((await ledger.budget()).spent.epsilon).toBe(0);
    },
    { budget: loss('0.1') },
  ));

test('without noise it is said what is not protected, before anything is paid', () =>
  organising(
    async ({ page }) => {
      await page.getByText('a value that only one person has is revealed with probability 50%').waitFor();
      await page.getByText('Counts are published without noise.').waitFor();
      await page.getByText('probability of exposure').waitFor();
    },
    { more: { noise: null } },
  ));

test('without campaigns the page says how to begin, and plans one', () =>
  visiting(async ({ page }) => {
    await openPage(page, 'Collect');
    await page.getByText('There are no campaigns yet').waitFor();
    await page.getByText('sortition collect create').first().waitFor();
    const sentence = page.locator('.planned');
    await sentence.getByText('40%').first().waitFor();
    const before = await sentence.textContent();
    await page.getByLabel(/^Sampling rate/).press('End');
    await sentence.getByText('98%').first().waitFor();
    expect(await sentence.textContent()).not.toBe(before);
    expect(await seriousIssues(page)).toEqual([]);
    await page.getByLabel('Epsilon of the release').fill('-1');
    await page.getByRole('alert').getByText('value_out_of_range').waitFor();
  }));

test('an analyst sees no campaigns, which are the custodian’s, and may plan', () =>
  visiting(async ({ page }) => {
    await openPage(page, 'Collect');
    await page.getByText('randomized response with the same epsilon').waitFor();
    expect(await page.getByRole('heading', { name: 'Campaigns' }).count()).toBe(0);
    expect(await page.getByRole('alert').count()).toBe(0);
  }, 'ada'));

test('a folder of campaigns that is gone is a refusal, not an empty list', () =>
  organised(async ({ organising: { ledger } }) =>
    inFolder(folder =>
      visiting(
        async ({ page }) => {
          await openPage(page, 'Collect');
          await page.getByRole('alert').getByText('file_unreadable').waitFor();
        },
        'custodian',
        { organising: { folder: join(folder, 'gone'), ledger } },
      ),
    ),
  ));
