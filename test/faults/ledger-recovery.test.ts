/** Random histories of an anchored ledger: asked, copied, restored, lost, recovered. No charge is forgotten, none counted twice. */
import { expect, test } from 'vitest';
import { reproducibleEntropy } from '../../src/random/index.ts';
import { anchoredIn, answered } from '../support/ledger-anchored.ts';
import { forEveryStore } from '../support/ledger-stores.ts';

const TURNS = 45;

forEveryStore(stored =>
  test.each([1, 2, 3, 4, 5, 6, 7, 8])('history %i: what is spent is what was ever answered', seed =>
    stored.inFolder(async folder => {
      const { use, back, restore, lose, recover } = anchoredIn(folder, stored);
      const entropy = reproducibleEntropy(seed);
      let thousandths = 0;
      let copies = 0;
      const found = { gap: 0, whole: 0, anchored: 0 };
      for (let turn = 0; turn < TURNS; turn += 1) {
        const chance = entropy.word() % 10;
        if (chance < 6) {
          const cost = 1 + (entropy.word() % 9);
          await use(answered(`question ${turn}`, `0.00${cost}`));
          thousandths += cost;
        } else if (chance < 8) {
          copies += 1;
          await back(`copy ${copies}`);
        } else {
          if (chance === 8 && copies > 0) await restore(`copy ${1 + (entropy.word() % copies)}`);
          else await lose();
          found[(await recover()).found] += 1;
        }
        await use(async ledger => expect((await ledger.budget()).spent.epsilon).toBe(thousandths / 1000));
      }
      expect(found.gap).toBeGreaterThan(1);
      await use(async ledger => expect(await ledger.verify()).toMatchObject({ verified: true }));
    }),
  ),
);
