/** The collector: it gives orders, pays and publishes, on a machine that may stop at any write to its ledger. */
import { copyFileSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { amounts } from '../../../src/amounts/index.ts';
import {
  type Collecting,
  closeRound,
  openCollectLedger,
  openRound,
  publish,
} from '../../../src/collect/collector/index.ts';
import type { Ledger } from '../../../src/ledger/index.ts';
import type { Crashes, Writer } from './crashes.ts';
import type { Records } from './records.ts';
import type { Actor, Wire } from './wire.ts';

export interface Desk {
  /** Gives the order, and does not wait for it. */
  order(what: 'open' | 'close' | 'publish', round: number): void;
  /** It is back, if it stopped. */
  start(): Promise<void>;
  kill(): void;
  /** Stops after so many more statements; undefined: not any more. */
  crashAfter(statements: number | undefined): void;
  /** Copies the ledger as it is on disk now, into a folder of its own. */
  copyLedger(to: string): void;
}

const FILE = 'people.ledger';
const BUDGET = { epsilon: amounts.written(50), delta: amounts.written(1) };

export const ledgerIn = (folder: string): Promise<Ledger> =>
  openCollectLedger({ address: `sqlite:${FILE}`, folder, budget: BUDGET, clock: () => new Date(0) });

interface Sitting {
  readonly ledger: Ledger;
  readonly writer: Writer;
  readonly actor: Actor;
}

export async function deskIn(
  folder: string,
  collecting: Collecting,
  { crashes, wire, records }: { crashes: Crashes; wire: Wire; records: Records },
): Promise<Desk> {
  let generation = 0;
  const folderOf = (number: number): string => join(folder, `desk-${number}`);
  const copy = (from: string, to: string): void => {
    mkdirSync(to);
    for (const name of [FILE, `${FILE}-wal`])
      if (existsSync(join(from, name))) copyFileSync(join(from, name), join(to, name));
  };
  const sit = async (): Promise<Sitting> => {
    const actor: Actor = { name: 'collector', alive: true };
    const writer: Writer = {
      left: undefined,
      gone: false,
      crash() {
        if (writer.gone) return;
        writer.gone = true;
        actor.alive = false;
        copy(folderOf(generation), folderOf(generation + 1));
        generation += 1;
      },
    };
    return { ledger: await crashes.opening(writer, () => ledgerIn(folderOf(generation))), writer, actor };
  };
  mkdirSync(folderOf(0));
  let sitting = await sit();
  return {
    order(what, round) {
      const { ledger, actor } = sitting;
      if (!actor.alive) return;
      const done = (code: string | undefined, result: unknown): void => {
        if (actor.alive) records.outcomes.push({ what, code, result });
      };
      const work = (): Promise<unknown> =>
        what === 'publish'
          ? publish(collecting, ledger)
          : (what === 'open' ? openRound : closeRound)(collecting, round);
      wire.as(actor, work).then(
        result => done(undefined, result),
        (caught: { code?: string }) => done(caught.code ?? `fault: ${String(caught)}`, undefined),
      );
    },
    async start() {
      if (!sitting.actor.alive) sitting = await sit();
    },
    kill: () => sitting.writer.crash(),
    crashAfter(statements) {
      sitting.writer.left = statements;
    },
    copyLedger: to => copy(folderOf(generation), to),
  };
}
