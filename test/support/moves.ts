/** How far things move in a page that nobody touches, as browsers measure it: layout shifts, added up. */
import type { Page } from 'playwright-core';

/** To be run before the page begins. */
export const WATCH_MOVES = `
  window.moved = 0;
  new PerformanceObserver(list => {
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) window.moved += value;
  }).observe({ type: 'layout-shift', buffered: true });
`;

export const movedIn = (page: Page): Promise<number> => page.evaluate('window.moved');
