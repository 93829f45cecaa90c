/** The console as somebody meets it who never opened it before: from the address to a page on which a question can be priced. */
import type { Page } from 'playwright-core';
import { theBrowser } from '../../test/support/browser.ts';
import { movedIn, WATCH_MOVES } from '../../test/support/moves.ts';
import type { Desk } from './desk.ts';

let opened: Promise<Page> | undefined;

/** In a browser that runs, with nothing of the console kept. Returns how much came over the wire; a page that moves throws. */
export async function firstPage({ address, token }: Desk): Promise<string> {
  opened ??= newPage(token);
  const page = await opened;
  await page.goto('about:blank');
  const browser = await page.context().newCDPSession(page);
  await browser.send('Network.clearBrowserCache');
  await browser.detach();
  await page.goto(address);
  await page.getByText('epsilon left').waitFor();
  await page.getByRole('button', { name: 'Show the price' }).waitFor();
  const moved = await movedIn(page);
  if (moved > 0) throw new Error(`the page moved by ${moved} while it filled`);
  const bytes: number = await page.evaluate(
    "performance.getEntriesByType('resource').reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)",
  );
  return `${Math.round(bytes / 1000)} kB, nothing moved`;
}

async function newPage(token: string): Promise<Page> {
  const context = await (await theBrowser()).newContext();
  await context.addInitScript(`sessionStorage.setItem('sortition-token', '${token}')`);
  await context.addInitScript(WATCH_MOVES);
  return context.newPage();
}

export const closeBrowser = async (): Promise<void> => (await theBrowser()).close();
