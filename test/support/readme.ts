/**
 * Examples of the README and of the guide, for tests that run them: a block of TypeScript and the block of text that it
 * prints, sessions of the command line, and the files they use (```json workload.json names a file).
 * Blocks marked `noisy` (```text noisy) show answers with secret noise: their words are fixed, their numbers are not.
 * Those marked `drawn` show what one sample happens to hold: only the words before the first empty line are fixed.
 */
import { readFileSync } from 'node:fs';
import { readmePeople } from './readme-people.ts';
import { readmeVisits } from './readme-visits.ts';

interface Shown {
  readonly prints: string;
  /** What chance has a part in. */
  readonly mark?: Mark | undefined;
}

type Mark = 'noisy' | 'drawn';

export interface Example extends Shown {
  readonly code: string;
}

export interface Session extends Shown {
  readonly command: string;
  readonly words: readonly string[];
}

interface Block {
  readonly language: string;
  readonly name: string | undefined;
  readonly text: string;
}

export interface Readme {
  readonly examples: readonly Example[];
  readonly sessions: readonly Session[];
  readonly files: Readonly<Record<string, string>>;
}

export function readReadme(text = readFileSync('README.md', 'utf8')): Readme {
  const blocks = [...text.matchAll(/^```(\w+)(?: (\S+))?\n(.*?)^```$/gms)].map(
    ([, language, name, body]): Block => ({ language, name, text: body }),
  );
  const examples = blocks.flatMap(({ language, text: code }, index) =>
    language === 'ts' ? [{ code, ...printedBy(blocks[index + 1]) }] : [],
  );
  const sessions = blocks
    .filter(({ language }) => language === 'console')
    .flatMap(({ text: session, name }) => sessionsIn(session, markOf(name)));
  const files = blocks.flatMap(({ name, text: content }) =>
    name === undefined || markOf(name) !== undefined ? [] : [[name, content] as const],
  );
  const data = { 'visits.csv': readmeVisits(), 'people.csv': readmePeople() };
  return { examples, sessions, files: { ...data, ...Object.fromEntries(files) } };
}

const markOf = (name: string | undefined): Mark | undefined =>
  name === 'noisy' || name === 'drawn' ? name : undefined;

/** TypeScript in the README always shows what it prints. */
const printedBy = (next: Block | undefined): Shown =>
  next?.language === 'text' ? { prints: next.text, mark: markOf(next.name) } : { prints: '(no block of text follows)' };

/** What must be the same when it is printed again: all of it, or all but numbers, hashes and the spaces that they leave. */
export function fixedPart(printed: string, { mark }: Shown): string {
  const trimmed = printed.trim();
  if (mark === undefined) return trimmed;
  return (mark === 'noisy' ? trimmed : trimmed.split('\n\n', 1)[0])
    .replaceAll(/[0-9a-f]{64}|-?\d+(,\d{3})*(\.\d+)?(e-\d+)?/g, '#')
    .replaceAll(/\s+/g, ' ');
}

/** `$ npx sortition price ...`, then what it prints, up to the next prompt. */
const sessionsIn = (text: string, mark: Mark | undefined): Session[] =>
  text
    .split(/^\$ /m)
    .slice(1)
    .flatMap(part => {
      const [command, ...printed] = part.split('\n');
      const words = [...command.matchAll(/"([^"]*)"|\S+/g)].map(([word, quoted]) => quoted ?? word);
      return words[0] === 'npx' && words[1] === 'sortition'
        ? [{ command, words: words.slice(2), prints: printed.join('\n'), mark }]
        : [];
    });
