/** Ledgers in folders of their own, and questions for them: the least that a test must say. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { amounts, losses } from '../../src/amounts/index.ts';
import {
  type Decision,
  type Ledger,
  type LedgerOpening,
  openLedger,
  type ReservationRequest,
} from '../../src/ledger/index.ts';
import type { LedgerPolicy } from '../../src/ledger/ledger.ts';

export const loss = (epsilon: string | number, delta: string | number = 0) => losses.written({ epsilon, delta });

export const policyOf = (budget = loss(1), more: Partial<LedgerPolicy> = {}): LedgerPolicy => ({
  fingerprint: 'first',
  budget,
  analysts: new Map(),
  tables: new Map(),
  ...more,
});

/** A question is its plan; everything else has a usual value. */
export const asking = (plan: string, more: Partial<ReservationRequest> = {}): ReservationRequest => ({
  analyst: 'ada',
  question: { plan, limit: loss('0.1'), inner: null, sample: null, sourceVersion: null, state: null },
  tables: ['visits'],
  fresh: false,
  idempotencyKey: null,
  anyState: false,
  ...more,
});

export const noSpending = { ...loss(0), replace: amounts.none, replaceDelta: amounts.none };

export const costing =
  (epsilon: string | number, delta: string | number = 0) =>
  (): Decision => {
    const charge = loss(epsilon, delta);
    const spending = { ...charge, replace: amounts.plus(charge.epsilon, charge.epsilon), replaceDelta: charge.delta };
    const nodes = new Map([['base', { spent: spending, passed: noSpending }]]);
    return { charge, nodes, creates: [], detail: { noise: 'as priced' } };
  };

/** Of a ledger that lies in a database. */
export const KEY_FILE = 'visits.ledger.keys.wrapping';

/** How the usual ledger of a folder is opened. */
export const openingAt = (folder: string, policy = policyOf()): LedgerOpening => ({
  place: { kind: 'sqlite', path: join(folder, 'visits.ledger') },
  policy,
  clock: () => new Date(0),
});

export const openAt = (folder: string, policy = policyOf(), patienceMilliseconds = 10_000): Promise<Ledger> =>
  openLedger({ ...openingAt(folder, policy), patienceMilliseconds });

export async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'sortition-ledger-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A ledger for the length of one test. */
export const withLedger = <T>(policy: LedgerPolicy, work: (ledger: Ledger, folder: string) => Promise<T>): Promise<T> =>
  inFolder(async folder => {
    const ledger = await openAt(folder, policy);
    try {
      return await work(ledger, folder);
    } finally {
      await ledger.close();
    }
  });
