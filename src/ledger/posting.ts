/** Adds entries to the book, one by one: the only place that gives each kind its meaning. */

import type { NodeState } from '../accounting/tree/index.ts';
import { amounts, type CountedLoss, counts, losses, spendings } from '../amounts/index.ts';
import { invariant } from '../vocabulary/index.ts';
import { type Book, type Charge, type OpenBook, unspentUnder } from './book.ts';
import { type Entry, read, type StoredEntry } from './entry.ts';
import type { Body, EntryKind } from './entry-kinds.ts';
import { readPolicy, unitsOf } from './policy-body.ts';
import type { SampleRecord } from './sample-record.ts';

/** Checks that the entry is the next of the chain, and adds it. */
export function post(book: Book, stored: StoredEntry): void {
  const open = book as OpenBook;
  const entry = read(stored, book.entries + 1, book.head);
  add(open, entry);
  open.entries = entry.sequence;
  open.head = stored.hash;
  open.heads.push(stored.hash);
}

/** A name for an analyst's own request or key: no two pairs share it. */
export const ofAnalyst = (analyst: string, what: string): string => JSON.stringify([analyst, what]);

const add = (book: OpenBook, { kind, body, sequence }: Entry): void =>
  (adders[kind] as (book: OpenBook, body: Entry['body'], sequence: number) => void)(book, body, sequence);

const adders = {
  created: (book, { policy }) => follow(book, policy),
  'policy-accepted': (book, { policy }) => follow(book, policy),
  granted: (book, more) => {
    book.budget = losses.plus(book.budget, more);
  },
  reserved: addCharge,
  'key-bound': (book, { analyst, key, request, reservation }) => {
    book.keys.set(ofAnalyst(analyst, key), Object.freeze({ request, reservation }));
  },
  resumed: (book, { reservation, holder, request, state = null }, sequence) => {
    const { analyst } = chargeAt(book, reservation);
    const news = request === undefined ? {} : { request: ofAnalyst(analyst, request), state };
    change(book, reservation, { lease: sequence, holder, failed: false, ...news });
  },
  failed: (book, { reservation, lost = false }) => change(book, reservation, { failed: true, lost }),
  settled: (book, { reservation, answer: hash }, sequence) => {
    change(book, reservation, { settled: Object.freeze({ entry: sequence, hash }), detail: null });
    const { request, asks } = chargeAt(book, reservation);
    book.answered.set(request, reservation);
    if (book.unanswered.get(asks) === reservation) book.unanswered.delete(asks);
  },
  'sample-created': createSample,
  'sample-retired': retireSample,
  'size-recorded': recordSize,
  'version-announced': (book, { place, version }) => {
    book.versions.set(place, [...(book.versions.get(place) ?? []), version]);
  },
  'units-recorded': (book, { units }) => {
    book.policy = Object.freeze({ ...book.policy, units: unitsOf(units) });
  },
  'policy-text-recorded': (book, { text }) => {
    book.policy = Object.freeze({ ...book.policy, text });
  },
  'release-drawn': drawRelease,
  'release-written': finishRelease,
  anchored: book => {
    book.anchored = true;
  },
  recovered: recover,
} as const satisfies { [K in EntryKind]: (book: OpenBook, body: Body<K>, sequence: number) => void };

/** Grants stay when the policy changes. */
function follow(book: OpenBook, body: Body<'created'>['policy']): void {
  const policy = readPolicy(body);
  const granted = losses.left(book.budget, book.policy.budget);
  book.policy = policy;
  book.budget = losses.plus(policy.budget, granted);
  book.spent = counts.plus(unspentUnder(policy), book.spent);
}

/**
 * The gap counts against every table with a limit, for nobody knows which of them was asked. Nodes begin anew, but for
 * those that nobody asks any more: what they held is part of what was spent.
 */
function recover(book: OpenBook, { head, ...lost }: Body<'recovered'>, sequence: number): void {
  book.spent = counts.plus(book.spent, lost);
  for (const table of book.policy.tables.keys()) book.tables.set(table, counted(book.tables.get(table), lost));
  for (const { name, node, retired } of book.samples.values()) {
    if (retired === null) retireSample(book, { name, node }, sequence);
  }
  for (const node of book.nodes.keys()) if (!book.retired.has(node)) book.nodes.delete(node);
  book.recovered.add(head);
}

function createSample(book: OpenBook, body: Body<'sample-created'>, sequence: number): void {
  const { at, analyst, tables, charge, nodes, ...sample } = body;
  pay(book, { analyst, tables, charge, nodes });
  book.samples.set(sample.name, Object.freeze({ ...sample, entry: sequence, retired: null }));
  // what no chance drew is the same table again, with all that was spent on it
  book.retired.delete(sample.node);
}

function retireSample(book: OpenBook, { name, node }: Pick<SampleRecord, 'name' | 'node'>, sequence: number): void {
  const sample = book.samples.get(name);
  invariant(sample?.node === node, 'the sample that is retired is the one that bears the name');
  const retired = Object.freeze({ ...sample, retired: sequence });
  book.samples.set(name, retired);
  book.retired.set(node, retired);
}

/** Of a size without a state nobody knows which data it was of. */
function recordSize(book: OpenBook, { table, state, units }: Body<'size-recorded'>): void {
  if (state !== undefined) book.sizes.set(table, new Map([...(book.sizes.get(table) ?? []), [state, units]]));
}

function drawRelease(book: OpenBook, body: Body<'release-drawn'>, sequence: number): void {
  const { analyst, tables, charge, nodes, ...release } = body;
  pay(book, { analyst, tables, charge, nodes });
  book.releases.set(
    sequence,
    Object.freeze({ ...release, charged: charge, entry: sequence, output: null, written: null }),
  );
}

function finishRelease(book: OpenBook, { draw, output }: Body<'release-written'>, sequence: number): void {
  const release = book.releases.get(draw);
  invariant(release !== undefined, 'what is written was drawn before');
  book.releases.set(draw, Object.freeze({ ...release, output, written: sequence }));
}

function addCharge(book: OpenBook, body: Body<'reserved'>, sequence: number): void {
  const { analyst, key, charge, holder } = body;
  pay(book, body);
  const asks = ofAnalyst(analyst, body.asks ?? body.request);
  book.unanswered.set(asks, sequence);
  book.charges.set(
    sequence,
    Object.freeze({
      entry: sequence,
      analyst,
      request: ofAnalyst(analyst, body.request),
      asks,
      policy: book.policy.fingerprint,
      state: body.state ?? null,
      nodes: body.nodes.map(({ node }) => node),
      charged: Object.freeze(charge),
      detail: body.detail,
      lease: sequence,
      holder,
      failed: false,
      lost: false,
      settled: null,
    }),
  );
  if (key !== null) {
    const request = body.asks ?? body.request;
    book.keys.set(ofAnalyst(analyst, key), Object.freeze({ request, reservation: sequence }));
  }
}

function change(book: OpenBook, reservation: number, news: Partial<Charge>): void {
  book.charges.set(reservation, Object.freeze({ ...chargeAt(book, reservation), ...news }));
}

export function chargeAt(book: Book, reservation: number): Charge {
  const charge = book.charges.get(reservation);
  invariant(charge !== undefined, 'what is resumed, failed or settled was reserved before');
  return charge;
}

type Paid = Pick<Body<'reserved'>, 'analyst' | 'tables' | 'charge' | 'nodes'>;

/** Adds what a question or a cap costs to everything that it counts against. */
function pay(book: OpenBook, { analyst, tables, charge, nodes }: Paid): void {
  book.spent = counts.plus(book.spent, charge);
  book.analysts.set(analyst, counted(book.analysts.get(analyst), charge));
  for (const table of tables) book.tables.set(table, counted(book.tables.get(table), charge));
  for (const { node, ...more } of nodes) book.nodes.set(node, moreSpent(book.nodes.get(node), more));
}

/** The first charge of somebody is all that was spent. */
const counted = (before: CountedLoss = losses.none, charge: CountedLoss): CountedLoss => counts.plus(before, charge);

const moreSpent = (before: NodeState | undefined, more: NodeState): NodeState =>
  before === undefined
    ? Object.freeze(more)
    : Object.freeze({
        spent: spendings.plus(before.spent, more.spent),
        passed: spendings.plus(before.passed, more.passed),
        ...((before.rho ?? more.rho) && { rho: moreRho(before.rho, more.rho) }),
      });

const moreRho = (before: NodeState['rho'], more: NodeState['rho']): NodeState['rho'] => ({
  spent: amounts.plus(before?.spent ?? amounts.none, more?.spent ?? amounts.none),
  passed: amounts.plus(before?.passed ?? amounts.none, more?.passed ?? amounts.none),
});
