/** A ledger with an anchor, and what may befall the two. */
import { copyFileSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { amounts } from '../../src/amounts/index.ts';
import { type Hold, type Ledger, openLedger, type Receipt, recoverLedger } from '../../src/ledger/index.ts';
import { asking, costing, loss, openAt, openingAt, policyOf } from './ledger-case.ts';

export const policy = policyOf(loss(10, '1e-5'), {
  tables: new Map([['stays', { epsilon: amounts.written(9), delta: null }]]),
});

/** A ledger with its anchor, and what may befall the two. */
export const anchoredIn = (folder: string, { openingAt, openAt, backUp, restore, lose }: AnchoredStore = IN_FILE) => {
  const [ledger, anchor] = ['visits.ledger', 'anchor'].map(name => join(folder, name));
  const opening = { ...openingAt(folder, policy), anchor };
  return {
    ledger,
    anchor,
    open: () => openLedger(opening),
    recover: () => recoverLedger(opening, 'the disk died'),
    /** Works on the ledger and closes it again. */
    async use<T>(work: (ledger: Ledger) => Promise<T>, open = () => openLedger(opening)): Promise<T> {
      const opened = await open();
      try {
        return await work(opened);
      } finally {
        await opened.close();
      }
    },
    withoutAnchor: () => openAt(folder, policy),
    back: (copy = 'backup') => backUp(folder, copy),
    restore: (copy = 'backup') => restore(folder, copy),
    lose: () => lose(folder),
  };
};

export interface AnchoredStore {
  openingAt: typeof openingAt;
  openAt: typeof openAt;
  backUp(folder: string, copy: string): Promise<void>;
  restore(folder: string, copy: string): Promise<void>;
  lose(folder: string): Promise<void>;
}

export const IN_FILE: AnchoredStore = {
  openingAt,
  openAt,
  backUp: async (folder, copy) => copyLedger(join(folder, 'visits.ledger'), join(folder, copy)),
  restore: async (folder, copy) => copyLedger(join(folder, copy), join(folder, 'visits.ledger')),
  lose: async folder => removeLedger(join(folder, 'visits.ledger')),
};

/** SQLite keeps a part of a ledger in companions of its file. */
export const ledgerParts = (path: string): string[] => ['', '-wal', '-shm'].map(end => path + end).filter(existsSync);

function copyLedger(from: string, to: string): void {
  removeLedger(to);
  for (const part of ledgerParts(from)) copyFileSync(part, to + part.slice(from.length));
}

function removeLedger(path: string): void {
  for (const part of ledgerParts(path)) rmSync(part);
}

export const answered =
  (plan: string, cost: string, delta = '0') =>
  async (ledger: Ledger): Promise<Receipt> => {
    const hold = await ledger.reserve(asking(plan), costing(cost, delta));
    return ledger.settle(hold as Hold, plan);
  };
