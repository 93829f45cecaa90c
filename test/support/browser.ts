/** A real Chromium, from the package registry alone: one for all test files of a process, each with contexts of its own. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import chromium from '@sparticuz/chromium';
import { type Browser, chromium as playwright } from 'playwright-core';

let shared: Promise<Browser> | undefined;

/** It ends with the process. */
export const theBrowser = (): Promise<Browser> => {
  shared ??= launch();
  return shared;
};

async function launch(): Promise<Browser> {
  const executablePath = join(await unpacked(), 'chromium');
  return playwright.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'], headless: true });
}

/** Unpacking takes seconds: what one process did serves all that come later. */
async function unpacked(): Promise<string> {
  const folder = resolve('.tmp', `browser-${versionOf('@sparticuz/chromium')}`);
  if (existsSync(folder)) return folder;
  mkdirSync('.tmp', { recursive: true });
  const own = mkdtempSync(`${folder}-`);
  // it unpacks itself into the temporary folder of the process
  const before = process.env.TMPDIR;
  process.env.TMPDIR = own;
  try {
    await chromium.executablePath();
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
  try {
    renameSync(own, folder);
  } catch {
    // another process was faster
    rmSync(own, { recursive: true, force: true });
  }
  return folder;
}

/** Of a package, from the nearest manifest above its entry that says one. */
function versionOf(name: string): string {
  let folder = dirname(createRequire(import.meta.url).resolve(name));
  for (;;) {
    const manifest = join(folder, 'package.json');
    const { version } = existsSync(manifest) ? JSON.parse(readFileSync(manifest, 'utf8')) : {};
    if (version !== undefined) return version;
    folder = dirname(folder);
  }
}
