/**
 * What a participant must not forget between two attempts, or two rounds: the die, and reports that are not yet everywhere.
 * It tells the truth about its person, so it stays on their device and is emptied when the last report is delivered.
 */
import type { Rolled } from '../protocol/index.ts';

/** One place for one text, such as an entry of `localStorage`. */
export interface Memory {
  read(): Promise<string | null> | string | null;
  write(text: string): Promise<void> | void;
}

/** Reports of version 1 lacked the id of their split, and no aggregator takes them any more. */
const VERSION = 2;

export interface Remembered {
  readonly version: number;
  readonly campaign: string;
  readonly ticket: string;
  /** Gone once it is not needed any more. */
  readonly rolled?: Rolled;
  /** By round: the bytes of a report's shares that some aggregator may lack, in the order of the aggregators. */
  readonly waiting: Readonly<Record<number, readonly (readonly number[])[]>>;
  readonly delivered: readonly number[];
}

/** Forgets with the page or the process. */
export function forgetful(): Memory {
  let kept: string | null = null;
  return {
    read: () => kept,
    write: text => {
      kept = text;
    },
  };
}

/** What is remembered of this campaign and ticket; something else in its place is forgotten. */
export async function recall(memory: Memory, campaign: string, ticket: string): Promise<Remembered> {
  const found = readIn(await memory.read());
  if (found?.version === VERSION && found.campaign === campaign && found.ticket === ticket) return found;
  return { version: VERSION, campaign, ticket, waiting: {}, delivered: [] };
}

/** Pages share their storage with others: a text that is none of ours must not keep anybody from taking part. */
function readIn(text: string | null): Remembered | undefined {
  try {
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
