/** A real Chromium for the length of a test file, from the package registry alone. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import chromium from '@sparticuz/chromium';
import { type Browser, chromium as playwright } from 'playwright-core';

export interface OpenBrowser {
  readonly browser: Browser;
  close(): Promise<void>;
}

/** It unpacks itself into the temporary folder of the process, so it gets one of its own. */
export async function openBrowser(): Promise<OpenBrowser> {
  const folder = mkdtempSync(join(tmpdir(), 'sortition-browser-'));
  process.env.TMPDIR = folder;
  const executablePath = await chromium.executablePath();
  const browser = await playwright.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'], headless: true });
  return {
    browser,
    async close() {
      await browser.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
