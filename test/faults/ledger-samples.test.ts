/** Processes that draw samples at once, or die while they draw: one draw wins, no key is lost, and spending composes. */
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { beforeAll, expect, test } from 'vitest';
import { openLedger } from '../../src/ledger/index.ts';
import { reproducibleEntropy } from '../../src/random/index.ts';
import { loss, policyOf } from '../support/ledger-case.ts';
import { buildLedgerProcess, type Start } from '../support/ledger-process.ts';
import { spending } from '../support/ledger-sample.ts';
import { forEveryStore } from '../support/ledger-stores.ts';

const BUDGET = '1000';
const policy = policyOf(loss(BUDGET));

let start: Start;

beforeAll(async () => {
  start = await buildLedgerProcess('ledger-samples');
});

const ROUNDS = 40;

forEveryStore(({ inFolder, openAt, openingAt, database, keysLeft }) => {
  test(`two processes draw the same name at once, ${ROUNDS} times: both use one draw`, () =>
    inFolder(async folder => {
      const racers = [start(folder, BUDGET, { database }), start(folder, BUDGET, { database })];
      for (const racer of racers) await racer.opened();
      const nodes: string[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        for (const [number, racer] of racers.entries()) {
          racer.send({ do: 'draw', plan: `sample ${round}`, cost: number === 0 ? '0.3' : '0.1' });
        }
        const lines = await Promise.all(racers.map(racer => racer.next()));
        expect(lines.map(line => line?.[0])).toEqual(['drawn', 'drawn']);
        expect(lines[0]?.[1]).toBe(lines[1]?.[1]);
        nodes.push(lines[0]?.[1] ?? '');
      }
      await Promise.all(racers.map(racer => racer.end()));
      const ledger = await openAt(folder, policy);
      const state = ledger.state();
      expect(state.entries).toBe(1 + 3 * ROUNDS);
      expect(state.spent).toEqual(loss(`${(ROUNDS * 4) / 100}`));
      expect([...state.samples.values()].map(({ node }) => node)).toEqual(nodes);
      for (const { node, commitment } of state.samples.values()) {
        expect(state.nodes.get(node)).toEqual({ spent: spending('0.4'), passed: spending('0.04') });
        expect(await ledger.keys.read(commitment ?? '')).toMatch(/^[0-9a-f]{64}$/);
      }
      expect(await keysLeft(folder)).toHaveLength(ROUNDS);
      expect(await ledger.verify()).toMatchObject({ verified: true });
      await ledger.close();
    }));

  const KILLS = 12;

  test(`killed while drawing, ${KILLS} times on one anchored ledger: every sample has its key, every charge its entry`, () =>
    inFolder(async folder => {
      const entropy = reproducibleEntropy(21);
      for (let round = 0; round < KILLS; round += 1) {
        const worker = start(folder, BUDGET, { anchored: true, database });
        worker.send({ do: 'draw-on', plan: `round ${round}`, cost: '0.1' });
        await worker.opened();
        for (let line = entropy.word() % 6; line > 0; line -= 1) await worker.next();
        await pause(entropy.word() % 15);
        await worker.kill();
        const ledger = await openLedger({ ...openingAt(folder, policy), anchor: join(folder, 'anchor') });
        const { samples, nodes } = ledger.state();
        for (const { commitment } of samples.values())
          expect(await ledger.keys.read(commitment ?? '')).toHaveLength(64);
        for (const [what, node, entry, head] of worker.said) {
          if (what !== 'drawn') continue;
          expect(nodes.get(node)?.spent).toEqual(spending('0.1'));
          expect(await ledger.verify({ entry, head })).toMatchObject({ verified: true });
        }
        expect(await ledger.verify()).toMatchObject({ verified: true });
        await ledger.close();
      }
      const ledger = await openAt(folder, policy);
      expect(ledger.state().samples.size).toBeGreaterThan(KILLS / 2);
      await ledger.close();
    }));
});
