/**
 * Entries of the chain, and the hash that ties an entry to all before it.
 * What this version does not know it refuses to read.
 */

import { canonicalJson } from '../json/index.ts';
import { sha256 } from '../text/index.ts';
import { refuse } from '../vocabulary/index.ts';
import { type Body, bodies, type EntryDraft, type EntryKind } from './entry-kinds.ts';

/** An entry as it lies in the store. */
export interface StoredEntry {
  readonly sequence: number;
  readonly kind: string;
  readonly body: string;
  readonly hash: string;
}

export type Entry = {
  [K in EntryKind]: { readonly sequence: number; readonly kind: K; readonly body: Body<K> };
}[EntryKind];

/** Where the chain starts. */
export const noHead = '0'.repeat(64);

/** The parts cannot run into each other: a hash has 64 digits, a number none but digits, a kind and JSON no line break. */
const chained = (previous: string, sequence: number, kind: string, body: string): string =>
  sha256(`sortition ledger 1\n${previous}\n${sequence}\n${kind}\n${body}`);

/** The entry that follows the given head. */
export function store({ kind, body }: EntryDraft, sequence: number, previous: string): StoredEntry {
  const text = canonicalJson(body);
  return Object.freeze({ sequence, kind, body: text, hash: chained(previous, sequence, kind, text) });
}

/** Whether this is the entry that follows the given head: its hash ties it to all before it. */
export const isNext = ({ sequence: own, kind, body, hash }: StoredEntry, sequence: number, previous: string): boolean =>
  own === sequence && hash === chained(previous, sequence, kind, body);

/** Reads the entry that must follow; whatever was edited, removed, inserted or moved breaks the chain here. */
export function read(stored: StoredEntry, sequence: number, previous: string): Entry {
  const { kind, body } = stored;
  if (!isNext(stored, sequence, previous)) return broken(sequence);
  if (!Object.hasOwn(bodies, kind)) {
    return refuse('ledger_newer', `Entry ${sequence} is of a kind that this version does not know; use a newer one.`);
  }
  const parsed = bodies[kind as EntryKind].safeParse(JSON.parse(body));
  if (!parsed.success) {
    return refuse('ledger_newer', `Entry ${sequence} says more than this version knows; use a newer one.`);
  }
  return Object.freeze({ sequence, kind, body: parsed.data }) as Entry;
}

const broken = (sequence: number): never =>
  refuse(
    'ledger_damaged',
    `The chain breaks at entry ${sequence}: an entry was edited, removed or moved. Restore the ledger from a copy.`,
  );
