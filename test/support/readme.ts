/**
 * Pages as tests run them, from top to bottom: blocks of TypeScript with the block of text that they print, sessions of the
 * command line, and files.
 * A block that names a file (```json workload.json) is there from the start; with `edited` behind the name, from its place on.
 * Blocks marked `noisy` (```text noisy) show answers with secret noise: their words are fixed, their numbers are not.
 * Those marked `drawn` show what one sample happens to hold: only the words before the first empty line are fixed.
 * A line of three dots stands for whatever else was printed.
 */
import { readFileSync } from 'node:fs';

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

const NUMBER = String.raw`(-?[\d,]+(?:\.\d+)?)`;
const SHOWN_INTERVALS = [
  new RegExp(String.raw`${NUMBER}\s+${NUMBER} to ${NUMBER}`, 'g'),
  new RegExp(String.raw`estimate: ${NUMBER},\s+standardError: [\d.]+,\s+interval95: \[ ${NUMBER}, ${NUMBER} \]`, 'g'),
];

/** Numbers of noisy answers are not compared with anything printed later, but an interval holds its own estimate. */
export const intervalsWithoutTheirEstimate = (prints: string): string[] =>
  SHOWN_INTERVALS.flatMap(shown => [...prints.matchAll(shown)])
    .filter(([, ...numbers]) => {
      const [estimate, low, high] = numbers.map(digits => Number(digits.replaceAll(',', '')));
      return !(low <= estimate && estimate <= high);
    })
    .map(([text]) => text);

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

const REGIONS = ['coast', 'hills', 'lakes', 'plain', 'south', 'west'];
const WORK = ['employed', 'none', 'own'];
const ISLANDERS = 5;

/** The data of the guide to publishing a sample: 40,000 people of seven regions, one of them an island, made by arithmetic. */
function readmePeople(): string {
  const rows = Array.from({ length: 40_000 }, (_, person) => {
    const mixed = (person * 7919) % 100_003;
    const region = person < ISLANDERS ? 'island' : REGIONS[mixed % REGIONS.length];
    // the older, the fewer
    const age = 18 + Math.floor(82 * (((person * 613) % 40_009) / 40_009) ** 2);
    return [person % 2 === 0 ? 'f' : 'm', age, region, WORK[(mixed >> 3) % WORK.length]].join(',');
  });
  return ['sex,age,region,work', ...rows, ''].join('\n');
}

const WARDS = ['A', 'B', 'C'];

/** The data of the README's questions: 60,000 visits of 20,000 patients, made by arithmetic. */
function readmeVisits(): string {
  const rows = Array.from({ length: 60_000 }, (_, visit) => {
    const patient = visit % 20_000;
    const cost = (((visit * 7919) % 100_003) / 100_003) * 1000;
    return [patient, (patient * 31) % 95, WARDS[(visit * 13 + (visit >> 4)) % 3], cost.toFixed(2)].join(',');
  });
  return ['patient_id,age,ward,cost', ...rows, ''].join('\n');
}
