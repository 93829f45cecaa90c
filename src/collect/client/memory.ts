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

/** Whose memory it is. */
export interface Owner {
  /** Fingerprint of the campaign. */
  readonly campaign: string;
  readonly ticket: string;
  /** How many aggregators get a share. */
  readonly shares: number;
}

/** What is remembered of this campaign and ticket; something else in its place is forgotten. */
export async function recall(memory: Memory, owner: Owner): Promise<Remembered> {
  const found = readIn(await memory.read());
  const { campaign, ticket } = owner;
  return isWhole(found, owner) ? found : { version: VERSION, campaign, ticket, waiting: {}, delivered: [] };
}

/** Pages share their storage with others: a text that is none of ours must not keep anybody from taking part. */
function readIn(text: string | null): Partial<Remembered> | null | undefined {
  try {
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isWhole(found: Partial<Remembered> | null | undefined, owner: Owner): found is Remembered {
  const { version, campaign, ticket, waiting, delivered } = found ?? {};
  return (
    version === VERSION &&
    campaign === owner.campaign &&
    ticket === owner.ticket &&
    Array.isArray(delivered) &&
    typeof waiting === 'object' &&
    Object.values(waiting).every(shares => Array.isArray(shares) && shares.length === owner.shares)
  );
}
