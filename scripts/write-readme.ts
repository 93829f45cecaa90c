/** Writes into the README and the guide what their examples and commands print: part of `npm run docs`. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fixedPart, readReadme } from '../test/support/readme.ts';
import { readmeRun } from '../test/support/readme-run.ts';

const GUIDE = join('docs', 'guide');

for (const page of ['README.md', ...readdirSync(GUIDE).map(name => join(GUIDE, name))]) await rewrite(page);

async function rewrite(page: string): Promise<void> {
  let text = readFileSync(page, 'utf8');
  const readme = readReadme(text);
  const run = await readmeRun(readme, 'written-page');
  // The words of a page are no pattern: `$` in a replacement would be one.
  const replace = (before: string, after: string) => {
    text = text.replace(before, () => after);
  };
  for (const example of readme.examples) {
    const printed = await run.example(example);
    // Noise is new every time: what still has the right words stays as it is.
    if (fixedPart(printed, example) === fixedPart(example.prints, example)) continue;
    const mark = example.mark === undefined ? '' : ` ${example.mark}`;
    const shown = (prints: string) => `${example.code}\`\`\`\n\n\`\`\`text${mark}\n${prints}`;
    replace(shown(example.prints), shown(printed));
  }
  for (const session of readme.sessions) {
    const printed = await run.session(session);
    if (fixedPart(printed, session) === fixedPart(session.prints, session)) continue;
    const command = `$ ${session.command}\n`;
    // An empty line parts a session from the next one.
    const end = session.prints.endsWith('\n\n') ? '\n' : '';
    replace(command + session.prints, command + printed + end);
  }
  writeFileSync(page, text);
}
