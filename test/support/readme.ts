/**
 * Pages as tests run them, from top to bottom: blocks of TypeScript with the block of text that they print, sessions of the
 * command line, and files.
 * A block that names a file (```json workload.json) is there from the start; with `edited` behind the name, from its place on.
 * Blocks marked `noisy` (```text noisy) show answers with secret noise: their words are fixed, their numbers are not.
 * Those marked `drawn` show what one sample happens to hold: only the words before the first empty line are fixed.
 * A line of three dots stands for whatever else was printed.
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
  readonly kind: 'example';
  readonly code: string;
}

export interface Session extends Shown {
  readonly kind: 'session';
  readonly command: string;
  readonly words: readonly string[];
}

/** A file that the reader changes at this place. */
interface Edit {
  readonly kind: 'edit';
  readonly name: string;
  readonly text: string;
}

export type Step = Example | Session | Edit;

interface Block {
  readonly language: string;
  readonly name: string | undefined;
  readonly edited: boolean;
  readonly text: string;
}

export interface Readme {
  readonly steps: readonly Step[];
  readonly files: Readonly<Record<string, string>>;
}

export function readReadme(text = readFileSync('README.md', 'utf8')): Readme {
  const blocks = [...text.matchAll(/^```(\w+)(?: (\S+))?( edited)?\n(.*?)^```$/gms)].map(
    ([, language, name, edited, body]): Block => ({ language, name, edited: edited !== undefined, text: body }),
  );
  const steps = blocks.flatMap((block, index) => stepsOf(block, blocks[index + 1]));
  const files = blocks
    .filter(({ edited }) => !edited)
    .flatMap(({ name, text: content }) =>
      name === undefined || markOf(name) !== undefined ? [] : [[name, content] as const],
    );
  const data = { 'visits.csv': readmeVisits(), 'people.csv': readmePeople() };
  return { steps, files: { ...data, ...Object.fromEntries(files) } };
}

function stepsOf({ language, name, edited, text }: Block, next: Block | undefined): Step[] {
  if (edited && name !== undefined) return [{ kind: 'edit', name, text }];
  if (language === 'ts') return [{ kind: 'example', code: text, ...printedBy(next) }];
  return language === 'console' ? sessionsIn(text, markOf(name)) : [];
}

const markOf = (name: string | undefined): Mark | undefined =>
  name === 'noisy' || name === 'drawn' ? name : undefined;

/** TypeScript in the README always shows what it prints. */
const printedBy = (next: Block | undefined): Shown =>
  next?.language === 'text' ? { prints: next.text, mark: markOf(next.name) } : { prints: '(no block of text follows)' };

/**
 * What must be the same when it is printed again: all of it, or all but numbers, hashes and the spaces that they leave. Noise
 * also decides whether anything is told of an empty group.
 */
export function fixedPart(printed: string, { prints, mark }: Shown): string {
  const trimmed = shownPart(printed, prints).trim();
  if (mark === undefined) return trimmed;
  return (mark === 'noisy' ? trimmed : trimmed.split('\n\n', 1)[0])
    .replaceAll(/[0-9a-f]{64}|-?\d+(,\d{3})*(\.\d+)?(e-\d+)?/g, '#')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/null, standardError: null, (interval#: \[ #, # \]), reason: 'too_few'/g, '#, standardError: #, $1')
    .replaceAll(/too few to tell|# rank error at most #/g, '#');
}

/** As much of what was printed as the page shows. */
export function shownPart(printed: string, shown: string): string {
  const lines = shown.split('\n').indexOf('...');
  return lines < 0 ? printed : [...printed.split('\n').slice(0, lines), '...', ''].join('\n');
}

/** `$ npx sortition price ...` or `$ node make.mjs`, then what it prints, up to the next prompt. */
const sessionsIn = (text: string, mark: Mark | undefined): Session[] =>
  text
    .split(/^\$ /m)
    .slice(1)
    .flatMap(part => {
      const [command, ...printed] = part.split('\n');
      const words = [...command.matchAll(/"([^"]*)"|\S+/g)].map(([word, quoted]) => quoted ?? word);
      const runs = words[0] === 'node' || (words[0] === 'npx' && words[1] === 'sortition');
      return runs ? [{ kind: 'session' as const, command, words, prints: printed.join('\n'), mark }] : [];
    });
