/** The console as somebody meets it who never opened it before: from the address to the budget on the screen. */
import { theBrowser } from '../../test/support/browser.ts';
import type { Desk } from './desk.ts';

/** In a browser that runs, with nothing of the console kept. Returns how much came over the wire. */
export async function firstPage({ address, token }: Desk): Promise<string> {
  const context = await (await theBrowser()).newContext();
  await context.addInitScript(`sessionStorage.setItem('sortition-token', '${token}')`);
  const page = await context.newPage();
  await page.goto(address);
  await page.getByText('epsilon left').waitFor();
  const bytes: number = await page.evaluate(
    "performance.getEntriesByType('resource').reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)",
  );
  await context.close();
  return `${Math.round(bytes / 1000)} kB`;
}

export const closeBrowser = async (): Promise<void> => (await theBrowser()).close();
