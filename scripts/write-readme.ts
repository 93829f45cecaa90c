/** Writes into the README and the guide what their examples and commands print: part of `npm run docs`. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Example, fixedPart, readReadme, type Session, shownPart } from '../test/support/readme.ts';
import { readmeRun } from '../test/support/readme-run.ts';

const GUIDE = join('docs', 'guide');

// `npm run docs -- docs/guide/sampling.md` writes that page alone
const named = process.argv.slice(2);
for (const page of named.length > 0 ? named : ['README.md', ...readdirSync(GUIDE).map(name => join(GUIDE, name))])
  await rewrite(page);

async function rewrite(page: string): Promise<void> {
  let text = readFileSync(page, 'utf8');
  let place = 0;
  const readme = readReadme(text);
  // a folder of its own: a program of the same path as one of another page would not run again
  const run = readmeRun(readme, `written-${page.replaceAll(/\W/g, '-')}`);
  for (const step of readme.steps) {
    const printed = await run(step);
    if (step.kind === 'edit') continue;
    const shown = step.kind === 'example' ? exampleWith(step) : sessionWith(step);
    // the same command may stand on a page twice
    place = text.indexOf(shown(step.prints), place);
    // Noise is new every time: what still has the right words stays as it is.
    const same = fixedPart(printed, step) === fixedPart(step.prints, step);
    const after = shown(same ? step.prints : shownPart(printed, step.prints));
    text = `${text.slice(0, place)}${after}${text.slice(place + shown(step.prints).length)}`;
    place += after.length;
  }
  writeFileSync(page, text);
}

function exampleWith({ code, mark }: Example): (prints: string) => string {
  const marked = mark === undefined ? '' : ` ${mark}`;
  return prints => `${code}\`\`\`\n\n\`\`\`text${marked}\n${prints}`;
}

/** An empty line parts a session from the next one. */
function sessionWith({ command, prints: before }: Session): (prints: string) => string {
  return prints => `$ ${command}\n${prints === before || !before.endsWith('\n\n') ? prints : `${prints}\n`}`;
}
