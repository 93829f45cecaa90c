/** An example that serves a page, in a process of its own, and a browser to look at it: for the length of a test file. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { theBrowser } from './browser.ts';

const START_MILLISECONDS = 120_000;

export interface ShownExample {
  readonly browser: () => Browser;
}

/** Started with these words, and there as soon as it says anything. */
export function showExample(words: () => Promise<readonly string[]>): ShownExample {
  let browser: Browser;
  let example: ChildProcess;
  beforeAll(async () => {
    example = spawn(process.execPath, ['--import', 'tsx', ...(await words())], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(example.stdout as NodeJS.ReadableStream, 'data');
    browser = await theBrowser();
  }, START_MILLISECONDS);
  afterAll(async () => {
    const ended = once(example, 'exit');
    example.kill();
    await ended;
  }, START_MILLISECONDS);
  return { browser: () => browser };
}
