/** Opens the ledger of a policy, makes it if it is not there, and recovers one that lost entries. */
import { amounts, type ExactLoss, losses } from '../amounts/index.ts';
import { fingerprint, type Policy, promiseText, unitOf } from '../source/index.ts';
import type { LedgerPlace } from '../source/places/index.ts';
import { Refusal, refuse } from '../vocabulary/index.ts';
import { anchorFile } from './anchor/anchor-file.ts';
import { anchoredStore, rolledBack } from './anchor/anchored-store.ts';
import { type Recovery, recovering } from './anchor/recovery.ts';
import { unspentUnder } from './book.ts';
import { beginning, chainedLedger, given } from './chained-ledger.ts';
import type { Ledger, LedgerPolicy, State } from './ledger.ts';
import { homeOf } from './places/homes.ts';
import { keyFileMissing } from './postgres/sample-keys.ts';

export interface LedgerOpening {
  readonly place: LedgerPlace;
  readonly policy: LedgerPolicy;
  readonly clock: () => Date;
  /** A file on another disk that remembers the last head; absolute. */
  readonly anchor?: string | undefined;
  /** Wraps the keys of samples; absolute. */
  readonly keyFile?: string | undefined;
  /** How long to wait for other writers before refusing with `ledger_locked`. */
  readonly patienceMilliseconds?: number;
  /** Writes in a thread of its own, for a process that must not stand still while a disk is busy. */
  readonly apart?: boolean | undefined;
}

/** Closing the ledger closes the home. */
export async function openLedger(
  opening: LedgerOpening,
  home = homeOf(opening.place, opening.keyFile),
): Promise<Ledger> {
  const { policy, clock, patienceMilliseconds = 10_000, apart } = opening;
  try {
    const anchor = opening.anchor === undefined ? undefined : anchorFile(opening.anchor);
    // an empty ledger that is made now would only hide that the old one is gone
    if (anchor?.last() !== undefined && !(await home.isThere())) rolledBack();
    const store = await home.open({ patienceMilliseconds, apart });
    try {
      const kept = anchor === undefined ? store : anchoredStore(store, anchor, clock);
      const ledger = await chainedLedger(kept, { policy, clock, keys: home.keys });
      await eraseRetired(ledger);
      return ledger;
    } catch (caught) {
      await store.close();
      throw caught;
    }
  } catch (caught) {
    await home.close();
    throw caught;
  }
}

/** Takes a ledger that is behind its anchor, or whose anchor is gone, into use again: all that was lost counts as spent. */
export async function recoverLedger(opening: LedgerOpening, reason: string): Promise<Recovery> {
  const { policy, clock, patienceMilliseconds = 10_000 } = opening;
  if (opening.anchor === undefined) {
    return refuse(
      'anchor_missing',
      'The policy names no anchor, so it is unknown what was lost. Restore the ledger from a backup.',
    );
  }
  const anchor = anchorFile(opening.anchor);
  const home = homeOf(opening.place, opening.keyFile);
  const store = await home.open({ patienceMilliseconds });
  try {
    const recovery = await store.step(book => {
      const at = clock().toISOString();
      const circumstances = { at, reason: given(reason), beginning: beginning(policy, store.holder, at) };
      return recovering(book, anchor, circumstances);
    });
    await anchoredStore(store, anchor, clock).step(() => ({ drafts: [], result: () => undefined }));
    for (const { commitment } of recovery.retired) if (commitment !== null) await home.keys.erase(commitment);
    return recovery;
  } finally {
    await store.close();
  }
}

/**
 * Whoever retired a sample, or recovered the ledger, may have died before its key was erased. Where one cannot be erased now
 * the next opening tries again: nobody asks it any more.
 */
export async function eraseRetired({ keys, state }: Pick<Ledger, 'keys' | 'state'>): Promise<void> {
  for (const { commitment } of state().retired.values()) {
    try {
      if (commitment !== null) await keys.erase(commitment);
    } catch (thrown) {
      if (!(thrown instanceof Refusal)) throw thrown;
    }
  }
}

/** How the ledger of a policy is opened: where it is, and what it must know. */
export function openingOf(policy: Policy): LedgerOpening {
  if (policy.ledger.kind === 'postgres' && policy.keyFile === undefined) keyFileMissing();
  return {
    place: policy.ledger,
    policy: ledgerPolicy(policy),
    anchor: policy.anchor,
    keyFile: policy.keyFile,
    clock: () => new Date(),
  };
}

const one = amounts.written(1);

const exactly = (budget: Policy['budget']): ExactLoss => losses.mapped(budget, ({ exact }) => exact);

/** What the ledger must know of a policy. */
function ledgerPolicy(policy: Policy): LedgerPolicy {
  // a delta of 1 limits nothing
  const limit = (budget: Policy['budget']) => {
    const exact = exactly(budget);
    return { ...exact, delta: amounts.fits(one, exact.delta) ? null : exact.delta };
  };
  const limits = (budgets: Iterable<[string, Policy['budget'] | undefined]>) =>
    new Map([...budgets].flatMap(([name, budget]) => (budget === undefined ? [] : [[name, limit(budget)] as const])));
  return {
    fingerprint: fingerprint(policy),
    budget: exactly(policy.budget),
    failing: policy.concentrated?.thresholdDelta.exact,
    analysts: limits(Object.entries(policy.analysts)),
    tables: limits(
      Object.entries(policy.tables).map(([name, table]) => [name, 'budget' in table ? table.budget : undefined]),
    ),
    units: new Map(
      Object.entries(policy.tables).flatMap(([name, table]) => (table.public ? [] : [[name, unitOf(table)] as const])),
    ),
    text: promiseText(policy),
  };
}

/** Of a ledger that is not made yet. */
export function unspentState(policy: Policy): Pick<State, 'policy' | 'budget' | 'spent'> {
  const known = ledgerPolicy(policy);
  return { policy: known, budget: known.budget, spent: unspentUnder(known) };
}
