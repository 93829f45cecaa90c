/** The guide runs: its code and its commands print what its pages show. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { guidePictures } from '../scripts/figures/pictures.ts';
import { readReadme } from './support/readme.ts';
import { testPage } from './support/readme-test.ts';

const GUIDE = join('docs', 'guide');
const names = readdirSync(GUIDE).filter(name => name.endsWith('.md'));
const pages = names
  .map(name => ({ name, page: readReadme(readFileSync(join(GUIDE, name), 'utf8')) }))
  // a page may show nothing that runs
  .filter(({ page }) => page.steps.length > 0);

test('the guide has commands', () => expect(pages.flatMap(({ page }) => page.steps).length).toBeGreaterThan(0));

test('every page is in the reading order', () => {
  const index = readFileSync(join(GUIDE, 'index.md'), 'utf8');
  expect(names.filter(name => name !== 'index.md' && !index.includes(`](${name})`))).toEqual([]);
});

test.each(guidePictures())('$path is drawn from what the code says: npm run docs', ({ path, text }) =>
  expect(readFileSync(path, 'utf8')).toBe(text),
);

describe.each(pages)('$name', ({ name, page }) => testPage(page, `guide-${name.replace(/\.md$/, '')}`));
