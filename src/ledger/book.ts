/**
 * The book: what all entries add up to, kept in memory and brought up to date by the entries that are new.
 * The chain is the only truth; nothing here is stored, so nothing here can be edited behind its back.
 */
import { invariant } from '../vocabulary/index.ts';
import * as amount from './amount.ts';
import { fingerprint, type Json } from './canonical-json.ts';
import { type Body, type Entry, type Kind, noHead, read, type StoredEntry } from './entry.ts';
import type { LedgerPolicy, Loss, Spending, State } from './ledger.ts';
import { readPolicy } from './policy-body.ts';

/** One charge and what became of it. */
export interface Charge {
  readonly entry: number;
  /** The analyst's question. */
  readonly question: string;
  /** Fingerprint of the policy that it was priced under. */
  readonly policy: string;
  readonly charged: Loss;
  /** Dropped once it is answered: nobody applies it any more. */
  readonly detail: Json;
  readonly lease: number;
  readonly holder: string;
  readonly failed: boolean;
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
  /** Of each question of each analyst: the last answered charge, and the last unanswered one. */
  readonly answered: ReadonlyMap<string, number>;
  readonly unanswered: ReadonlyMap<string, number>;
}

type Writable<T> = {
  -readonly [P in keyof T]: T[P] extends ReadonlyMap<infer K, infer V>
    ? Map<K, V>
    : T[P] extends readonly (infer E)[]
      ? E[]
      : T[P];
};
type OpenBook = Writable<Book>;

export const nothing: Loss = Object.freeze({ epsilon: amount.none, delta: amount.none });
const unspent: Spending = Object.freeze({ ...nothing, replace: amount.none, replaceDelta: amount.none });
const noPolicy: LedgerPolicy = Object.freeze({
  fingerprint: '',
  budget: nothing,
  analysts: new Map(),
  tables: new Map(),
});

export function emptyBook(): Book {
  const book: OpenBook = {
    entries: 0,
    head: noHead,
    policy: noPolicy,
    budget: nothing,
    spent: nothing,
    nodes: new Map(),
    analysts: new Map(),
    tables: new Map(),
    heads: [],
    charges: new Map(),
    keys: new Map(),
    answered: new Map(),
    unanswered: new Map(),
  };
  return book;
}

/** Checks that the entry is the next of the chain, and adds it. */
export function post(book: Book, stored: StoredEntry): void {
  const open = book as OpenBook;
  const entry = read(stored, book.entries + 1, book.head);
  add(open, entry);
  open.entries = entry.sequence;
  open.head = stored.hash;
  open.heads.push(stored.hash);
}

const sum = (a: Loss, b: Loss): Loss =>
  Object.freeze({ epsilon: amount.plus(a.epsilon, b.epsilon), delta: amount.plus(a.delta, b.delta) });

/** A name for an analyst's own question or key: no two pairs share it. */
export const ofAnalyst = (analyst: string, what: string): string => JSON.stringify([analyst, what]);

const add = (book: OpenBook, { kind, body, sequence }: Entry): void =>
  (adders[kind] as (book: OpenBook, body: Entry['body'], sequence: number) => void)(book, body, sequence);

const adders = {
  created: (book, { policy }) => follow(book, policy),
  'policy-accepted': (book, { policy }) => follow(book, policy),
  granted: (book, more) => {
    book.budget = sum(book.budget, more);
  },
  reserved: addCharge,
  'key-bound': (book, { analyst, key, request, reservation }) => {
    book.keys.set(ofAnalyst(analyst, key), Object.freeze({ request, reservation }));
  },
  resumed: (book, { reservation, holder }, sequence) =>
    change(book, reservation, { lease: sequence, holder, failed: false }),
  failed: (book, { reservation }) => change(book, reservation, { failed: true }),
  settled: (book, { reservation, answer: hash }, sequence) => {
    change(book, reservation, { settled: Object.freeze({ entry: sequence, hash }), detail: null });
    const { question } = chargeAt(book, reservation);
    book.answered.set(question, reservation);
    if (book.unanswered.get(question) === reservation) book.unanswered.delete(question);
  },
} as const satisfies { [K in Kind]: (book: OpenBook, body: Body<K>, sequence: number) => void };

/** Grants stay when the policy changes. */
function follow(book: OpenBook, body: Body<'created'>['policy']): void {
  const policy = readPolicy(body);
  const granted = {
    epsilon: amount.left(book.budget.epsilon, book.policy.budget.epsilon),
    delta: amount.left(book.budget.delta, book.policy.budget.delta),
  };
  book.policy = policy;
  book.budget = sum(policy.budget, granted);
}

function addCharge(book: OpenBook, body: Body<'reserved'>, sequence: number): void {
  const { analyst, key, request, charge, holder } = body;
  book.spent = sum(book.spent, charge);
  book.analysts.set(analyst, sum(book.analysts.get(analyst) ?? nothing, charge));
  for (const table of body.tables) book.tables.set(table, sum(book.tables.get(table) ?? nothing, charge));
  for (const { node, ...more } of body.nodes) book.nodes.set(node, spend(book.nodes.get(node) ?? unspent, more));
  const question = ofAnalyst(analyst, fingerprint(body.question));
  book.unanswered.set(question, sequence);
  book.charges.set(
    sequence,
    Object.freeze({
      entry: sequence,
      question,
      policy: book.policy.fingerprint,
      charged: Object.freeze(charge),
      detail: body.detail,
      lease: sequence,
      holder,
      failed: false,
      settled: null,
    }),
  );
  if (key !== null) book.keys.set(ofAnalyst(analyst, key), Object.freeze({ request, reservation: sequence }));
}

const spend = (a: Spending, b: Spending): Spending =>
  Object.freeze({
    ...sum(a, b),
    replace: amount.plus(a.replace, b.replace),
    replaceDelta: amount.plus(a.replaceDelta, b.replaceDelta),
  });

function change(book: OpenBook, reservation: number, news: Partial<Charge>): void {
  book.charges.set(reservation, Object.freeze({ ...chargeAt(book, reservation), ...news }));
}

export function chargeAt(book: Book, reservation: number): Charge {
  const charge = book.charges.get(reservation);
  invariant(charge !== undefined, 'what is resumed, failed or settled was reserved before');
  return charge;
}
