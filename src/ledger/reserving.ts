/**
 * What a reservation does to the book: hands back a recorded answer, resumes what was paid for, or charges.
 * Pure: the store reads the book and writes the entries in one transaction.
 */
import { amounts, counts, losses } from '../amounts/index.ts';
import { canonicalJson, type Json } from '../json/index.ts';
import { fingerprintOf, sha256 } from '../text/index.ts';
import { invariant, refuse } from '../vocabulary/index.ts';
import type { Book, Charge } from './book.ts';
import type { EntryDraft } from './entry-kinds.ts';
import { storedNodes } from './entry-kinds.ts';
import type { Decide, QuestionIdentity, ReservationRequest } from './ledger.ts';
import { checkLimits } from './limits.ts';
import { chargeAt, ofAnalyst } from './posting.ts';
import { creationDraft } from './sampling.ts';

/** Who asks for the transaction, when, and who else is still at work. */
export interface ReservationContext {
  readonly at: string;
  readonly holder: string;
  readonly isRunning: (charge: Charge) => boolean;
}

/** `charge`: an earlier one that this request may have. `drafts`: what to write; the last one gives the hold. */
export type ReservationOutcome =
  | { readonly kind: 'recorded'; readonly charge: Charge; readonly drafts: readonly EntryDraft[] }
  | { readonly kind: 'resumed'; readonly charge: Charge; readonly drafts: readonly EntryDraft[] }
  | { readonly kind: 'charged'; readonly drafts: readonly EntryDraft[] };

export function reserving(
  book: Book,
  request: ReservationRequest,
  decide: Decide,
  now: ReservationContext,
): ReservationOutcome {
  const names = namesOf(request);
  const earlier = earlierCharge(book, request, names);
  if (earlier === undefined) return charging(book, request, names, decide, now);
  const drafts = bindingOf(book, request, names, earlier, now);
  if (earlier.settled !== null) return { kind: 'recorded', charge: earlier, drafts };
  if (!earlier.failed && now.isRunning(earlier)) {
    return refuse('in_progress', 'This question is being answered right now. Ask again later for the recorded answer.');
  }
  const { at, holder } = now;
  const { state } = request.question;
  const news = earlier.state === state ? {} : { request: names.inState(), state };
  const resumed: EntryDraft = { kind: 'resumed', body: { at, reservation: earlier.entry, holder, ...news } };
  return { kind: 'resumed', charge: earlier, drafts: [...drafts, resumed] };
}

/** The answered charge that this request would be answered from, where nothing needs to be written for that. */
export function repeatedCharge(book: Book, request: ReservationRequest): Charge | undefined {
  const { analyst, idempotencyKey } = request;
  if (idempotencyKey !== null && !book.keys.has(ofAnalyst(analyst, idempotencyKey))) return undefined;
  const earlier = earlierCharge(book, request, namesOf(request));
  return earlier === undefined || earlier.settled === null ? undefined : earlier;
}

/** The charge that already pays for this request: by its key, or as the same question of the same analyst. */
function earlierCharge(book: Book, request: ReservationRequest, names: RequestNames): Charge | undefined {
  const { analyst, idempotencyKey, fresh } = request;
  const bound = idempotencyKey === null ? undefined : book.keys.get(ofAnalyst(analyst, idempotencyKey));
  if (bound !== undefined) {
    if (bound.request === names.inAnyState()) return usable(book, bound.reservation, request);
    return refuse(
      'idempotency_mismatch',
      'This idempotency key was used for another question. Use a new key for each question.',
    );
  }
  if (fresh) return undefined;
  const newestOf = (charges: ReadonlyMap<string, number>, nameOf: (asFresh: boolean) => string): Charge[] =>
    [false, true]
      .flatMap(asFresh => charges.get(ofAnalyst(analyst, nameOf(asFresh))) ?? [])
      .sort((a, b) => b - a)
      .flatMap(entry => usable(book, entry, request) ?? [])
      .filter(charge => !onRetired(book, charge));
  return [...newestOf(book.answered, names.inState), ...newestOf(book.unanswered, names.inAnyState)][0];
}

/**
 * What was priced under another policy may not be run under this one: its noise would not fit the new bounds. Nor can
 * a question be run on a sample that is gone, or on another state of the data where that is what it was charged for, or with new
 * noise where the first may be why it has no answer.
 */
function usable(book: Book, reservation: number, { question, anyState }: ReservationRequest): Charge | undefined {
  const charge = chargeAt(book, reservation);
  if (charge.settled !== null) return charge;
  const isSame = charge.policy === book.policy.fingerprint && (anyState || charge.state === question.state);
  return isSame && !charge.lost && !onRetired(book, charge) ? charge : undefined;
}

/** Another draw that took the name of a retired sample answers for itself. */
const onRetired = (book: Book, { nodes }: Charge): boolean => nodes.some(node => book.retired.has(node));

/** A key that is new stands from now on for the charge it was answered from. */
function bindingOf(
  book: Book,
  request: ReservationRequest,
  names: RequestNames,
  { entry }: Charge,
  { at }: ReservationContext,
): EntryDraft[] {
  const { analyst, idempotencyKey: key } = request;
  if (key === null || book.keys.has(ofAnalyst(analyst, key))) return [];
  return [{ kind: 'key-bound', body: { at, reservation: entry, analyst, key, request: names.inAnyState() } }];
}

function charging(
  book: Book,
  request: ReservationRequest,
  names: RequestNames,
  decide: Decide,
  { at, holder }: ReservationContext,
): ReservationOutcome {
  const decision = decide(book);
  checkLimits(book, request, decision.charge);
  invariant(new Set(request.tables).size === request.tables.length, 'a question names each of its tables once');
  const body = {
    at,
    analyst: request.analyst,
    question: questionBody(request.question),
    request: names.inState(),
    key: request.idempotencyKey,
    asks: names.inAnyState(),
    state: request.question.state,
    tables: [...request.tables],
    charge: counts.text(decision.charge),
    nodes: storedNodes(decision.nodes),
    detail: decision.detail,
    holder,
  };
  const creates = decision.creates.map(sample =>
    creationDraft(book, request, { sample, charge: losses.none, nodes: new Map() }, at),
  );
  return { kind: 'charged', drafts: [...creates, { kind: 'reserved', body }] };
}

/** How a request is known again, as asked or as if it were fresh or not. */
interface RequestNames {
  inState(asFresh?: boolean): string;
  /** A key stands for a request whatever becomes of the data: who tries again wants the answer that he was given. */
  inAnyState(asFresh?: boolean): string;
}

/** A long question is written down once, however many names it has. */
function namesOf({ question, fresh }: ReservationRequest): RequestNames {
  let text: string | undefined;
  const inAnyState = (asFresh = fresh): string => {
    text ??= canonicalJson(questionBody(question));
    return sha256(`{"fresh":${asFresh},"question":${text}}`); // of {question, fresh}, in canonical order
  };
  const { state } = question;
  return {
    inAnyState,
    inState: asFresh => (state === null ? inAnyState(asFresh) : fingerprintOf({ request: inAnyState(asFresh), state })),
  };
}

/** Amounts as text: 0.5 and 0.50 ask the same. */
const questionBody = ({ plan, limit, rho, inner, sample, sourceVersion }: QuestionIdentity): Json => ({
  plan,
  ...losses.ofLimit(limit, amounts.text),
  ...(rho && { rho: amounts.text(rho) }),
  inner: inner && amounts.text(inner),
  sample,
  sourceVersion,
});
