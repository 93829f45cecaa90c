/** A server that is shut down at once, again and again, while three processes spend: nothing acknowledged is lost or charged twice. */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { openLedger } from '../../src/ledger/index.ts';
import { asking, costing, inFolder, KEY_FILE, loss, openingAt, policyOf } from '../support/ledger-case.ts';
import { buildLedgerProcess } from '../support/ledger-process.ts';
import { type PostgresServer, startPostgres } from '../support/postgres.ts';

const started = await startPostgres();
const server = started as PostgresServer;
afterAll(() => started?.stop());

const CRASHES = 5;
const BUDGET = '1000';

describe.skipIf(started === undefined)('a server that crashes', () => {
  test(`${CRASHES} times under three processes`, () =>
    inFolder(async folder => {
      writeFileSync(join(folder, KEY_FILE), 'a5'.repeat(32), { mode: 0o600 });
      const start = await buildLedgerProcess('postgres-crash');
      const spenders = [1, 2, 3].map(() => start(folder, BUDGET, { database: server.url }));
      for (const [number, spender] of spenders.entries()) {
        await spender.opened();
        spender.send({ do: 'spend', plan: `of ${number}`, cost: '0.1' });
      }
      for (let crash = 0; crash < CRASHES; crash += 1) {
        for (const spender of spenders) await spender.next();
        await pause(150 + 37 * crash);
        server.crash(crash % 2 === 0 ? 0 : 0.3);
        const before = spenders.map(({ said }) => said.length);
        // all of them go on by themselves
        while (spenders.some(({ said }, number) => said.length < before[number] + 8)) await pause(20);
      }
      for (const spender of spenders) await spender.kill();
      const ledger = await openLedger({
        ...openingAt(folder, policyOf(loss(BUDGET))),
        place: { kind: 'postgres', url: server.url },
        keyFile: join(folder, KEY_FILE),
      });
      expect(await ledger.verify()).toMatchObject({ verified: true });
      const said = spenders.flatMap(spender => spender.said);
      const answered = said.filter(([what]) => what === 'answered');
      for (const [, plan, entry, head] of answered.filter((_, i) => i % 10 === 0)) {
        expect(await ledger.verify({ entry, head })).toMatchObject({ verified: true });
        expect(await ledger.reserve(asking(plan), costing('0.1'))).toMatchObject({ answer: `answer to ${plan}` });
      }
      const past = await ledger.history(null, { questions: Infinity, characters: Infinity });
      const plans = past.map(({ question }) => (question as { plan: string }).plan);
      expect(new Set(plans).size).toBe(plans.length);
      expect(new Set(answered.map(([, plan]) => plan)).size).toBeLessThanOrEqual(plans.length);
      expect((await ledger.budget()).spent.epsilon).toBeCloseTo(plans.length / 10, 9);
      expect(said.filter(([what]) => what === 'ledger_unwritable')).toEqual([]);
      await ledger.close();
    }));
});
