/** What must never happen, whatever is sent: faults, places of the code or of files in words, cells of the data, long work. */
import { Refusal } from '../../src/vocabulary/index.ts';
import { Finding } from './target.ts';

/** Of the processor: the clock of a busy machine says nothing. */
const SECONDS_MOST = 5;
/** A sentence with the rule and the way out. */
const MESSAGE_MOST = 4000;

export interface Secrets {
  /** Texts that nobody may be told: cells of the data, folders. */
  readonly words: readonly string[];
}

/** What is thrown is a refusal, or a fault of ours; its code is what came of it. */
export function refusalOf(thrown: unknown, secrets: Secrets): Refusal {
  if (!(thrown instanceof Refusal)) {
    const { name, message, stack = '' } = thrown instanceof Error ? thrown : new Error(String(thrown));
    throw new Finding('fault', `${name}: ${message.slice(0, 300)} ${placeIn(stack)}`);
  }
  checkWords(thrown.message, secrets);
  return thrown;
}

const placeIn = (stack: string): string => stack.match(/^ {4}at .*$/gm)?.find(line => line.includes('/src/')) ?? '';

const STACK = /\n\s+at \S.*:\d+:\d+|node_modules/;

export function checkWords(text: string, { words }: Secrets): void {
  if (text.length > MESSAGE_MOST) throw new Finding('long', `a message of ${text.length} characters`);
  if (STACK.test(text)) throw new Finding('stack', text.slice(0, 300));
  const leaked = words.find(word => text.includes(word));
  if (leaked !== undefined) throw new Finding('leak', `${leaked} in ${text.slice(0, 300)}`);
}

/** Refuses work that takes so long that somebody could keep others waiting by it. */
export async function inTime<Done>(work: () => Promise<Done>, secondsMost = SECONDS_MOST): Promise<Done> {
  const before = process.cpuUsage();
  const done = await work();
  const { user, system } = process.cpuUsage(before);
  const seconds = (user + system) / 1e6;
  if (!(seconds <= secondsMost)) throw new Finding('slow', `${seconds.toFixed(1)} s of the processor`);
  return done;
}
