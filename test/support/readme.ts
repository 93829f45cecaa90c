/**
 * The README's examples, for tests that run them: a block of TypeScript and the block of text that it prints,
 * sessions of the command line, and the files they use (```json workload.json names a file).
 */
import { readFileSync } from 'node:fs';

export interface Example {
  readonly code: string;
  readonly prints: string;
}

export interface Session {
  readonly words: readonly string[];
  readonly prints: string;
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
    language === 'ts' ? [{ code, prints: printedBy(blocks[index + 1]) }] : [],
  );
  const sessions = blocks
    .filter(({ language }) => language === 'console')
    .flatMap(({ text: session }) => sessionsIn(session));
  const files = blocks.flatMap(({ name, text: content }) => (name === undefined ? [] : [[name, content] as const]));
  return { examples, sessions, files: Object.fromEntries(files) };
}

/** TypeScript in the README always shows what it prints. */
const printedBy = (next: Block | undefined): string =>
  next?.language === 'text' ? next.text : '(no block of text follows)';

/** `$ npx sortition price ...`, then what it prints, up to the next prompt. */
const sessionsIn = (text: string): Session[] =>
  text
    .split(/^\$ /m)
    .slice(1)
    .flatMap(part => {
      const [command, ...printed] = part.split('\n');
      const words = command.split(' ');
      return words[0] === 'npx' && words[1] === 'sortition'
        ? [{ words: words.slice(2), prints: printed.join('\n') }]
        : [];
    });
