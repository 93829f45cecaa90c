/** Reserves in a store: the transaction, and what comes of it as a hold or a recorded answer. */
import { invariant, refuse } from '../vocabulary/index.ts';
import type { Book, Charge } from './book.ts';
import type { StoredEntry } from './entry.ts';
import type { Hold, Ledger, LedgerPolicy, Receipt, Recorded } from './ledger.ts';
import { remaining } from './limits.ts';
import { chargeAt } from './posting.ts';
import { recordedAnswer } from './recorded-answer.ts';
import { type ReservationOutcome, repeatedCharge, reserving } from './reserving.ts';
import type { Store } from './store.ts';

export interface Reserver extends Pick<Ledger, 'reserve' | 'repeated'> {
  /** This process will neither settle nor fail the hold any more: whoever asks the same may resume it at once. */
  readonly abandon: (hold: Pick<Hold, 'lease'>) => void;
}

export function reserver(store: Store, policy: LedgerPolicy, at: () => string): Reserver {
  /** Of this process, and not at work any more: an anchor or a lock kept them from being given, answered or failed. */
  const abandoned = new Set<number>();
  const recordedFrom = async ({ hash, ...recorded }: Found): Promise<Recorded> =>
    Object.freeze({ ...recorded, answer: recordedAnswer(await store.answer(recorded.entry), { hash }) });
  return {
    abandon: ({ lease }) => void abandoned.add(lease),
    async repeated(request) {
      const found = await store.look(book => {
        checkPolicy(book, policy);
        const asked = typeof request === 'function' ? request(book) : request;
        const earlier = asked && repeatedCharge(book, asked);
        return earlier && recordedIn(book, earlier);
      });
      return found && recordedFrom(found);
    },
    async reserve(request, decide) {
      let lease: number | undefined;
      try {
        const reservation = await store.step((book, isRunning) => {
          checkPolicy(book, policy);
          const asked = typeof request === 'function' ? request(book) : request;
          const outcome = reserving(book, asked, decide, {
            at: at(),
            holder: store.holder,
            isRunning: charge => !abandoned.has(charge.lease) && isRunning(charge.holder),
          });
          return {
            drafts: outcome.drafts,
            result: (written, after) => {
              if (outcome.kind === 'recorded') return recordedIn(after, outcome.charge);
              lease = leaseOf(written);
              return holdOf(outcome, lease, after);
            },
            disowned: written => {
              if (outcome.kind !== 'recorded') abandoned.add(leaseOf(written));
            },
          };
        });
        return reservation.kind === 'hold' ? reservation : await recordedFrom(reservation);
      } catch (caught) {
        if (lease !== undefined) abandoned.add(lease);
        throw caught;
      }
    },
  };
}

export function checkPolicy(book: Book, policy: LedgerPolicy): void {
  if (book.policy.fingerprint === policy.fingerprint) return;
  refuse(
    'policy_changed',
    'The policy differs from the one this ledger was created for. Restore the old policy, or have the custodian accept the new one with a reason: ' +
      'sortition policy accept.',
  );
}

/** The last entry gives the hold. */
const leaseOf = (written: readonly StoredEntry[]): number => written[written.length - 1].sequence;

/** A recorded answer before its text is read. */
type Found = Omit<Recorded, 'answer'> & { readonly hash: string };

const receiptAt = ({ heads }: Book, entry: number): Receipt => ({ entry, head: heads[entry - 1] });

function recordedIn(book: Book, { settled, charged }: Charge): Found {
  invariant(settled !== null, 'what is recorded was settled');
  const { entry, hash } = settled;
  return { kind: 'recorded', ...receiptAt(book, entry), charged, remaining: remaining(book), hash };
}

function holdOf(outcome: Exclude<ReservationOutcome, { kind: 'recorded' }>, lease: number, book: Book): Hold {
  const charge = chargeAt(book, outcome.kind === 'resumed' ? outcome.charge.entry : lease);
  return Object.freeze({
    kind: 'hold',
    ...receiptAt(book, charge.entry),
    lease,
    charged: charge.charged,
    detail: charge.detail,
    resumed: outcome.kind === 'resumed',
    remaining: remaining(book),
  });
}
