/** Writes into the README what its examples and commands print: part of `npm run docs`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { fixedPart, readReadme } from '../test/support/readme.ts';
import { readmeRun } from '../test/support/readme-run.ts';

const readme = readReadme();
const run = await readmeRun(readme);
let text = readFileSync('README.md', 'utf8');

/** The words of a README are no pattern: `$` in a replacement would be one. */
const replace = (before: string, after: string) => {
  text = text.replace(before, () => after);
};

for (const example of readme.examples) {
  const printed = await run.example(example);
  // Noise is new every time: what still has the right words stays as it is.
  if (fixedPart(printed, example) === fixedPart(example.prints, example)) continue;
  const shown = (prints: string) => `${example.code}\`\`\`\n\n\`\`\`text${example.noisy ? ' noisy' : ''}\n${prints}`;
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

writeFileSync('README.md', text);
