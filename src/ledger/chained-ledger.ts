/** The ledger over any store: each method is one step from the book to the next entries. */
import { setImmediate as immediately } from 'node:timers/promises';
import { amounts, type ExactLoss, losses } from '../amounts/index.ts';
import { canonicalJsonInTurns, type Json } from '../json/index.ts';
import { sha256 } from '../text/index.ts';
import { refuse } from '../vocabulary/index.ts';
import type { CreationDraft } from './anchor/recovery.ts';
import type { Book, Charge } from './book.ts';
import type { StoredEntry } from './entry.ts';
import type { EntryDraft } from './entry-kinds.ts';
import { history } from './history.ts';
import type { KeyStore } from './keys/sample-key.ts';
import type { Hold, Ledger, LedgerPolicy, Receipt } from './ledger.ts';
import { storedPolicy } from './policy-body.ts';
import { chargeAt } from './posting.ts';
import { drawingRelease, writingRelease } from './releasing.ts';
import { report } from './report.ts';
import { checkPolicy, reserver } from './reserver.ts';
import { announcing, creatingSample, recordingSize, retiringSample } from './sampling.ts';
import type { LedgerStep, Store } from './store.ts';
import { verification } from './verification.ts';

export interface LedgerSurroundings {
  readonly policy: LedgerPolicy;
  readonly clock: () => Date;
  readonly keys: KeyStore;
}

export async function chainedLedger(store: Store, { policy, clock, keys }: LedgerSurroundings): Promise<Ledger> {
  const at = (): string => clock().toISOString();
  const created = await store.step(book => creating(book, policy, store.holder, at()));
  const writing = (draft: (book: Book) => EntryDraft, answer?: string): Promise<Receipt> =>
    store.step(book => ({
      drafts: [draft(book)],
      ...(answer !== undefined && { answer }),
      result: written => receiptOf(written[written.length - 1]),
    }));
  const { reserve, repeated, abandon } = reserver(store, policy, at);
  // whether it succeeds or not, nobody works on the hold afterwards
  const ending = (hold: Hold, draft: (reservation: number) => EntryDraft, answer?: string): Promise<Receipt> =>
    writing(book => draft(stillHeld(book, hold).entry), answer).finally(() => abandon(hold));
  const ledger: Ledger = {
    created,
    keys,
    reserve,
    repeated,
    async settle(hold, answer) {
      const text = await wordedInTurns(answer);
      const hash = sha256(text);
      // a long answer takes as long to be worded as to be written: others have their turn between
      await immediately();
      return ending(hold, reservation => ({ kind: 'settled', body: { at: at(), reservation, answer: hash } }), text);
    },
    fail: (hold, incident) =>
      ending(hold, reservation => ({ kind: 'failed', body: { at: at(), reservation, incident } })),
    lose: (hold, incident) =>
      ending(hold, reservation => ({ kind: 'failed', body: { at: at(), reservation, incident, lost: true } })),
    grant: (more, reason) =>
      writing(() => ({ kind: 'granted', body: { at: at(), ...losses.text(more), reason: given(reason) } })),
    acceptPolicy: reason =>
      writing(book => {
        checkAccountingKept(book.policy, policy);
        checkBudgetNotRaised(book.policy.budget, policy.budget);
        checkUnitsKept(book, policy);
        return { kind: 'policy-accepted', body: { at: at(), policy: storedPolicy(policy), reason: given(reason) } };
      }),
    createSample: (request, decide) =>
      store.step(book => {
        checkPolicy(book, policy);
        return creatingSample(book, request, decide, at());
      }),
    retireSample: (name, reason) => store.step(book => retiringSample(book, name, given(reason), at())),
    recordSize: size =>
      store.step(book => {
        checkPolicy(book, policy);
        return recordingSize(book, size, at());
      }),
    announce: announced =>
      store.step(book => {
        checkPolicy(book, policy);
        return announcing(book, announced, at());
      }),
    drawRelease: (request, release) =>
      store.step(book => {
        checkPolicy(book, policy);
        const reason = release.reason === null ? null : given(release.reason);
        return drawingRelease(book, request, { ...release, reason }, at());
      }),
    finishRelease: ({ entry }, output) => store.step(book => writingRelease(book, entry, output, at())),
    state: () => store.seen(),
    current: () => store.look(book => book),
    budget: () => store.look(report),
    history: (analyst, limits) => history(store, analyst, limits),
    verify: receipt => store.everything(contents => verification(contents, receipt)),
    close: () => store.close(),
  };
  return Object.freeze(ledger);
}

/** How deep the values of an answer lie in its record: answers, their rows, what each of these has, by name. */
const VALUE_LEVEL = 5;

/** So many are worded in a few milliseconds. */
const VALUES_IN_TURN = 500;

function wordedInTurns(answer: Json): Promise<string> {
  let values = 0;
  return canonicalJsonInTurns(answer, VALUE_LEVEL, () => (++values % VALUES_IN_TURN === 0 ? immediately() : undefined));
}

function creating(book: Book, policy: LedgerPolicy, ledger: string, at: string): LedgerStep<boolean> {
  if (book.entries > 0) return { drafts: completingOld(book, policy, at), result: () => false };
  return { drafts: [beginning(policy, ledger, at)], result: () => true };
}

/**
 * A ledger of version 2 does not say who is protected, one of version 3 not what the policy is that its prices follow from; a
 * policy that it knows does.
 */
function completingOld({ policy: known }: Book, policy: LedgerPolicy, at: string): EntryDraft[] {
  if (known.fingerprint !== policy.fingerprint) return [];
  const { units, text } = storedPolicy(policy);
  const drafts: EntryDraft[] = [];
  if (known.units === undefined && units !== undefined) drafts.push({ kind: 'units-recorded', body: { at, units } });
  if (known.text === undefined && text !== undefined) drafts.push({ kind: 'policy-text-recorded', body: { at, text } });
  return drafts;
}

export const beginning = (policy: LedgerPolicy, ledger: string, at: string): CreationDraft => ({
  kind: 'created',
  body: { at, ledger, policy: storedPolicy(policy) },
});

const receiptOf = ({ sequence, hash }: StoredEntry): Receipt => Object.freeze({ entry: sequence, head: hash });

/** Fencing: of all who ever held a charge only the last may answer it, and only once. */
function stillHeld(book: Book, { entry, lease }: Hold): Charge {
  const charge = chargeAt(book, entry);
  if (charge.lease === lease && charge.settled === null) return charge;
  return refuse('hold_lost', 'Another process answered or resumed this question. Ask again for its answer.');
}

function checkBudgetNotRaised(known: ExactLoss, asked: ExactLoss): void {
  if (losses.fits(asked, known)) return;
  refuse(
    'grant_needed',
    'Accepting a policy cannot raise the budget. Leave the budget unchanged and use sortition budget grant with a reason.',
  );
}

/**
 * Sums that were not kept from the first question on cannot be begun later, and what may fail by itself was reserved before. Before
 * the first question another ledger is as good.
 */
function checkAccountingKept(known: LedgerPolicy, asked: LedgerPolicy): void {
  const [before, after] = [known, asked].map(({ failing }) => failing && amounts.text(failing));
  if (before === after) return;
  refuse(
    'accounting_changed',
    'The accounting of a ledger (pure or concentrated, with its thresholdDelta) is fixed when it is created. ' +
      'Leave it as it was, or start a new ledger; what this one spent then counts in addition.',
  );
}

/**
 * What was spent was promised to the units of then. For who is several of the new ones, or one of several that became one, no
 * charge that was made would hold.
 */
function checkUnitsKept({ policy: known, tables }: Book, asked: LedgerPolicy): void {
  if (asked.units === undefined) return;
  const changed = [...tables.keys()].find(
    table => known.units === undefined || known.units.get(table) !== asked.units?.get(table),
  );
  if (changed === undefined) return;
  if (known.units === undefined)
    refuse(
      'policy_changed',
      'This older ledger does not record whom its policy protects. First open it with the policy it was created for, for example ' +
        'with sortition budget; then accept the new policy.',
    );
  refuse(
    'unit_changed',
    `Questions about table ${changed} were charged for its present units, so its unit, key and ` +
      'neighbours cannot change. Leave them unchanged, or begin a new ledger, whose spending adds to this one.',
  );
}

export function given(reason: string): string {
  if (reason.trim().length > 0) return reason;
  return refuse('value_out_of_range', 'Give a reason. It is recorded in the ledger.');
}
