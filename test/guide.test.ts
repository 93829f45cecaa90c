/** The guide runs: its code and its commands print what its pages show. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { fixedPart, readReadme } from './support/readme.ts';
import { type ReadmeRun, readmeRun } from './support/readme-run.ts';

const GUIDE = join('docs', 'guide');
const pages = readdirSync(GUIDE)
  .map(name => ({ name, page: readReadme(readFileSync(join(GUIDE, name), 'utf8')) }))
  // a page may show nothing that runs
  .filter(({ page }) => page.examples.length + page.sessions.length > 0);

test('the guide has commands', () => expect(pages.flatMap(({ page }) => page.sessions).length).toBeGreaterThan(0));

describe.each(pages)('$name', ({ name, page }) => {
  let run: ReadmeRun;

  beforeAll(async () => {
    run = await readmeRun(page, `guide-${name.replace(/\.md$/, '')}`);
  });

  for (const example of page.examples)
    test(example.code, async () => {
      expect(fixedPart(await run.example(example), example)).toBe(fixedPart(example.prints, example));
    });

  for (const session of page.sessions)
    test(session.command, async () => {
      expect(fixedPart(await run.session(session), session)).toBe(fixedPart(session.prints, session));
    });
});
