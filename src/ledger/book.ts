/**
 * The pages of the book: what all entries add up to, kept in memory.
 * The chain is the only truth; nothing here is stored, so nothing here can be edited behind its back.
 */
import { amounts, type CountedLoss, losses } from '../amounts/index.ts';
import type { Json } from '../json/index.ts';
import { noHead } from './entry.ts';
import type { LedgerPolicy, State } from './ledger.ts';

/** One charge and what became of it. */
export interface Charge {
  readonly entry: number;
  readonly analyst: string;
  /** The analyst's, by its fingerprint; and the same whatever the state of the data. */
  readonly request: string;
  readonly asks: string;
  /** Fingerprint of the policy that it was priced under. */
  readonly policy: string;
  /** Of the data that it asks; null where it asks none, or before states were kept. */
  readonly state: string | null;
  /** The nodes that it spent on. */
  readonly nodes: readonly string[];
  readonly charged: CountedLoss;
  /** Dropped once it is answered: nobody applies it any more. */
  readonly detail: Json;
  readonly lease: number;
  readonly holder: string;
  readonly failed: boolean;
  /** Whether its answer was lost by a fault that its noise may have caused: new noise would be a second answer. */
  readonly lost: boolean;
  /** The entry of its answer, and the answer's hash. */
  readonly settled: { readonly entry: number; readonly hash: string } | null;
}

/** What an idempotency key stands for. */
interface Bound {
  readonly request: string;
  readonly reservation: number;
}

export interface Book extends State {
  /** Hashes of all entries in order: the receipts that this ledger can honour. */
  readonly heads: readonly string[];
  readonly charges: ReadonlyMap<number, Charge>;
  readonly keys: ReadonlyMap<string, Bound>;
  /** Of each request of each analyst: the last answered charge, and whatever the state the last unanswered one. */
  readonly answered: ReadonlyMap<string, number>;
  readonly unanswered: ReadonlyMap<string, number>;
  /** Versions of databases, by where they are, the newest last. */
  readonly versions: ReadonlyMap<string, readonly string[]>;
  /** Whether an anchor was ever begun. */
  readonly anchored: boolean;
  /** Heads of lost histories whose spending was charged here. */
  readonly recovered: ReadonlySet<string>;
}

type Writable<T> = {
  -readonly [P in keyof T]: T[P] extends ReadonlyMap<infer K, infer V>
    ? Map<K, V>
    : T[P] extends ReadonlySet<infer E>
      ? Set<E>
      : T[P] extends readonly (infer E)[]
        ? E[]
        : T[P];
};
/** For whoever posts entries. */
export type OpenBook = Writable<Book>;

const noPolicy: LedgerPolicy = Object.freeze({
  fingerprint: '',
  budget: losses.none,
  analysts: new Map(),
  tables: new Map(),
});

/** Before anything was charged: under a concentrated budget rho is counted from the beginning. */
export const unspentUnder = ({ failing }: LedgerPolicy): CountedLoss =>
  failing === undefined ? losses.none : Object.freeze({ ...losses.none, rho: amounts.none });

export function emptyBook(): Book {
  const book: OpenBook = {
    entries: 0,
    head: noHead,
    policy: noPolicy,
    budget: losses.none,
    spent: losses.none,
    nodes: new Map(),
    analysts: new Map(),
    tables: new Map(),
    samples: new Map(),
    sizes: new Map(),
    releases: new Map(),
    heads: [],
    charges: new Map(),
    keys: new Map(),
    answered: new Map(),
    unanswered: new Map(),
    versions: new Map(),
    retired: new Map(),
    anchored: false,
    recovered: new Set(),
  };
  return book;
}
