/** Where the ledger of one seed lies: in memory for most of them, in a real SQLite file for some; its other files on the simulated disk. */
import { copyFileSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { anchorFile } from '../../src/ledger/anchor/anchor-file.ts';
import { anchoredStore, rolledBack } from '../../src/ledger/anchor/anchored-store.ts';
import { recovering } from '../../src/ledger/anchor/recovery.ts';
import { beginning, chainedLedger } from '../../src/ledger/chained-ledger.ts';
import type { Ledger, LedgerOpening } from '../../src/ledger/index.ts';
import { openLedger, recoverLedger } from '../../src/ledger/index.ts';
import { openKeyStore } from '../../src/ledger/keys/key-store.ts';
import type { LedgerPolicy } from '../../src/ledger/ledger.ts';
import { eraseRetired } from '../../src/ledger/open-ledger.ts';
import type { Store } from '../../src/ledger/store.ts';
import type { Machine } from './machine.ts';
import { copyOfChain, memoryStore, newChain } from './memory-store.ts';
import { SIMULATED } from './simulated-paths.ts';

export interface LedgerPlace {
  /** The folder of keys. */
  readonly keys: string;
  readonly anchor: string | undefined;
  open(): Promise<Ledger>;
  recover(): Promise<void>;
  /** While nobody has it open. */
  copy(): () => void;
  lose(): void;
}

const clock = (): Date => new Date(0);

export interface PlaceOptions {
  readonly policy: LedgerPolicy;
  readonly anchored: boolean;
}

/** One seed of so many is in a real SQLite file. */
const SQLITE_EVERY = 40;

export const placeOf = (machine: Machine, seed: number, options: PlaceOptions): LedgerPlace =>
  seed % SQLITE_EVERY === 0 ? placeInSqlite(options) : placeInMemory(machine, options);

export function placeInMemory(machine: Machine, { policy, anchored }: PlaceOptions): LedgerPlace {
  const chain = newChain();
  const keys = `${SIMULATED}/ledger.keys`;
  const anchor = anchored ? `${SIMULATED}/anchor` : undefined;
  let opened = 0;
  const store = (): Store => {
    const holder = `holder ${++opened}`;
    machine.current.release.push(() => chain.running.delete(holder));
    return memoryStore(chain, holder, {
      before: async () => machine.checkAlive(),
      commit: what => machine.change(`commit ${what}`),
    });
  };
  return {
    keys,
    anchor,
    async open() {
      const file = anchor === undefined ? undefined : anchorFile(anchor);
      if (file?.last() !== undefined && chain.entries.length === 0) rolledBack();
      const kept = file === undefined ? store() : anchoredStore(store(), file, clock);
      const ledger = await chainedLedger(kept, { policy, clock, keys: openKeyStore(keys) });
      await eraseRetired(ledger);
      return ledger;
    },
    async recover() {
      const file = anchorFile(anchor ?? '');
      const kept = store();
      const at = clock().toISOString();
      const { retired } = await kept.step(book =>
        recovering(book, file, { at, reason: 'lost', beginning: beginning(policy, kept.holder, at) }),
      );
      await anchoredStore(kept, file, clock).step(() => ({ drafts: [], result: () => undefined }));
      for (const { commitment } of retired) if (commitment !== null) await openKeyStore(keys).erase(commitment);
      await kept.close();
    },
    copy() {
      const copied = copyOfChain(chain);
      return () => Object.assign(chain, copied);
    },
    lose() {
      chain.entries = [];
      chain.answers.clear();
    },
  };
}

/** Databases are real files; keys and anchor are simulated beside them. */
function placeInSqlite({ policy, anchored }: PlaceOptions): LedgerPlace {
  const path = join(SIMULATED, 'visits.ledger');
  const anchor = anchored ? `${SIMULATED}/anchor` : undefined;
  const opening: LedgerOpening = {
    ...{ place: { kind: 'sqlite', path }, policy, clock, anchor },
    patienceMilliseconds: 0,
  };
  const parts = ['', '-wal', '-shm'].map(end => path + end);
  let copies = 0;
  return {
    keys: `${path}.keys`,
    anchor,
    open: () => openLedger(opening),
    recover: async () => void (await recoverLedger(opening, 'lost')),
    copy() {
      const name = `copy-${++copies}`;
      for (const part of parts.filter(existsSync)) copyFileSync(part, part.replace('visits', name));
      return () => {
        for (const part of parts) {
          rmSync(part, { force: true });
          if (existsSync(part.replace('visits', name))) copyFileSync(part.replace('visits', name), part);
        }
      };
    },
    lose() {
      for (const part of parts) rmSync(part, { force: true });
    },
  };
}
