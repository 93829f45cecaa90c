import { expect, test } from 'vitest';
import { someVisits } from '../support/clinic.ts';
import { openPage, seriousIssues, visiting } from '../support/visiting.ts';

test('tables, columns, bounds and who is protected are seen by analysts; the check is not', () =>
  visiting(async ({ page }) => {
    await openPage(page, 'Data');
    await page.getByText('Every person (patient) is protected with all their rows').waitFor();
    await page.getByText('at most 3 rows per person').waitFor();
    expect(await page.getByRole('row').filter({ hasText: 'cost' }).textContent()).toContain(
      '0 to 100, in steps of 0.5',
    );
    await page.getByText('A public table').waitFor();
    expect(await page.getByText('Does the policy fit the data?').count()).toBe(0);
    expect(await seriousIssues(page)).toEqual([]);
    await page.getByRole('link', { name: 'Ask about visits' }).click();
    await page.getByText('What do you want to know?').waitFor();
  }, 'ada'));

test('the owner checks the policy, sees what it cuts off and where, and finds it again later', () =>
  visiting(async ({ page, clinic }) => {
    clinic.fill([...someVisits, { patient: 'q', ward: 'A', cost: 1000 }]);
    await openPage(page, 'Data');
    await page.getByText('Not checked since the service started').waitFor();
    await page.getByRole('button', { name: 'Check the policy' }).click();
    await page.getByText(/have a cost beyond the bounds/).waitFor();
    await page.getByText('tables.visits.columns.cost').waitFor();
    expect(await seriousIssues(page)).toEqual([]);
    await openPage(page, 'Ask');
    await openPage(page, 'Data');
    await page.getByText(/^Checked \d/).waitFor();
    await page.getByText(/have a cost beyond the bounds/).waitFor();
  }));
