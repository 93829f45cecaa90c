/** Questions to a ledger of two processes, with or without an anchor; copies that are restored, ledgers and anchors that are lost. */
import { rmSync } from 'node:fs';
import type { Ledger } from '../../src/ledger/index.ts';
import { Refusal } from '../../src/vocabulary/index.ts';
import { loss, policyOf } from '../support/ledger-case.ts';
import { type ClientQuestion, Clients } from './clients.ts';
import { type LedgerPlace, placeOf } from './ledger-place.ts';
import { oneOf, type Target, type TargetOf, unlessInProgress, untilStopped } from './lives.ts';
import type { Machine } from './machine.ts';

const policy = policyOf(loss(1000));

export const ledgerTarget: TargetOf = (machine, seed) => {
  const { below } = machine;
  const place = placeOf(machine, seed, { policy, anchored: below(3) > 0 });
  const clients = new Clients();
  const open = opening(place, clients);
  const copies: (() => void)[] = [];
  /** Both at once would be a loss that nobody could see. */
  let harmed = false;
  const target: Target = {
    async live() {
      const ledgers = [{ ledger: await open(), process: machine.current }];
      harmed = false;
      if (below(3) === 0) ledgers.push({ process: machine.start(), ledger: await open() });
      for (let turn = 3 + below(6); turn > 0; turn -= 1) {
        const { ledger, process } = oneOf(below, ledgers);
        // the other process goes on when one is killed
        if (process.dead) continue;
        machine.current = process;
        await untilStopped(machine, () =>
          unlessInProgress(clients.ask(ledger, someQuestion(below), oneOf(below, FATES))),
        );
        machine.bury();
      }
      for (const { ledger, process } of ledgers) {
        machine.current = process;
        if (!process.dead && below(2) === 0) await ledger.close();
      }
    },
    async between() {
      if (place.anchor === undefined) return;
      const chance = below(12);
      if (chance < 4) return void copies.push(place.copy());
      if (harmed) return;
      harmed = true;
      if (chance < 6 && copies.length > 0) oneOf(below, copies)();
      else if (chance === 6) place.lose();
      else if (chance === 7) rmSync(place.anchor, { force: true });
      else harmed = false;
    },
    async last() {
      const ledger = await open();
      for (const question of clients.asked()) await clients.ask(ledger, question, 'settle');
      await clients.check(ledger);
      clients.checkExact(ledger);
      // once more: nothing costs anything
      for (const question of clients.asked()) await clients.ask(ledger, question, 'settle');
      clients.checkExact(ledger);
      await ledger.close();
    },
  };
  return target;
};

/** A ledger that refuses because of what it lost is recovered, and only then; a recovery that was stopped is as good as one that was not. */
function opening(place: LedgerPlace, clients: Clients): () => Promise<Ledger> {
  let recovering = false;
  return async () => {
    const ledger = await place.open().catch(async thrown => {
      const isLost = thrown instanceof Refusal && ['ledger_rolled_back', 'anchor_missing'].includes(thrown.code);
      if (!isLost || place.anchor === undefined) throw thrown;
      recovering = true;
      await place.recover();
      return place.open();
    });
    if (recovering) clients.recovered(ledger);
    recovering = false;
    await clients.check(ledger);
    return ledger;
  };
}

const FATES = ['settle', 'settle', 'settle', 'fail', 'leave'] as const;

/** Few of them, so that most are asked again. */
function someQuestion(below: Machine['below']): ClientQuestion {
  const analyst = oneOf(below, ['ada', 'bob']);
  const number = below(4);
  const plan = `question ${number}`;
  const cost = 1 + number;
  if (below(5) === 0) return { analyst, plan: `fresh ${plan}`, cost, fresh: true, key: `fresh ${number}` };
  return { analyst, plan, cost, fresh: false, key: oneOf(below, [null, `first ${number}`, `second ${number}`]) };
}
