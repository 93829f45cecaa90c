/** Reserves in a store: the transaction, and what comes of it as a hold or a recorded answer. */
import { invariant, refuse } from '../vocabulary/index.ts';
import type { Book } from './book.ts';
import { type Json, sha256 } from './canonical-json.ts';
import type { StoredEntry } from './entry.ts';
import type { Hold, Ledger, LedgerPolicy, Receipt, Recorded } from './ledger.ts';
import { remaining } from './limits.ts';
import { chargeAt } from './posting.ts';
import { type Outcome, reserving } from './reserving.ts';
import type { Store } from './store.ts';

export function reserver(store: Store, policy: LedgerPolicy, at: () => string): Ledger['reserve'] {
  /** Charged, but an anchor that could not be written kept them from whoever asked: nobody runs these. */
  const neverGiven = new Set<number>();
  return async (request, decide) => {
    let lease: number | undefined;
    try {
      const reservation = await store.step((book, isRunning) => {
        checkPolicy(book, policy);
        const outcome = reserving(book, request, decide, {
          at: at(),
          holder: store.holder,
          isRunning: charge => !neverGiven.has(charge.lease) && isRunning(charge.holder),
        });
        return {
          drafts: outcome.drafts,
          result: (written, after) => {
            if (outcome.kind !== 'recorded') lease = leaseOf(written);
            return reservationOf(outcome, written, after);
          },
        };
      });
      if (reservation.kind === 'hold') return reservation;
      const { hash, ...recorded } = reservation;
      return Object.freeze({ ...recorded, answer: unchanged(await store.answer(recorded.entry), hash) });
    } catch (caught) {
      if (lease !== undefined) neverGiven.add(lease);
      throw caught;
    }
  };
}

export function checkPolicy(book: Book, policy: LedgerPolicy): void {
  if (book.policy.fingerprint === policy.fingerprint) return;
  refuse(
    'policy_changed',
    'The policy is not the one this ledger was made for. Restore it, or let the custodian accept it with a reason: ' +
      'sortition policy accept.',
  );
}

/** The last entry gives the hold. */
const leaseOf = (written: readonly StoredEntry[]): number => written[written.length - 1].sequence;

function reservationOf(
  outcome: Outcome,
  written: readonly StoredEntry[],
  book: Book,
): Hold | (Omit<Recorded, 'answer'> & { readonly hash: string }) {
  const receiptAt = (entry: number): Receipt => ({ entry, head: book.heads[entry - 1] });
  if (outcome.kind === 'recorded') {
    const { settled, charged } = outcome.charge;
    invariant(settled !== null, 'what is recorded was settled');
    const { entry, hash } = settled;
    return { kind: 'recorded', ...receiptAt(entry), charged, remaining: remaining(book), hash };
  }
  const lease = leaseOf(written);
  const charge = chargeAt(book, outcome.kind === 'resumed' ? outcome.charge.entry : lease);
  return Object.freeze({
    kind: 'hold',
    ...receiptAt(charge.entry),
    lease,
    charged: charge.charged,
    detail: charge.detail,
    resumed: outcome.kind === 'resumed',
    remaining: remaining(book),
  });
}

/** The recorded answer, if it is the one whose hash the chain holds. */
function unchanged(answer: string | undefined, hash: string): Json {
  if (answer !== undefined && sha256(answer) === hash) return JSON.parse(answer);
  return refuse('ledger_damaged', 'The recorded answer was edited or removed. Restore the ledger from a copy.');
}
