/** Writes into the README what its examples and commands print: part of `npm run docs`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { readReadme } from '../test/support/readme.ts';
import { readmeRun } from '../test/support/readme-run.ts';

const readme = readReadme();
const run = await readmeRun(readme);
let text = readFileSync('README.md', 'utf8');

/** The words of a README are no pattern: `$` in a replacement would be one. */
const replace = (before: string, after: string) => {
  text = text.replace(before, () => after);
};

for (const example of readme.examples) {
  const shown = (prints: string) => `${example.code}\`\`\`\n\n\`\`\`text\n${prints}`;
  replace(shown(example.prints), shown(await run.example(example)));
}
for (const session of readme.sessions) {
  const command = `$ npx sortition ${session.words.join(' ')}\n`;
  // An empty line parts a session from the next one.
  const end = session.prints.endsWith('\n\n') ? '\n' : '';
  replace(command + session.prints, command + (await run.session(session)) + end);
}

writeFileSync('README.md', text);
