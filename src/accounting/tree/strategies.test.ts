import { describe, expect, test } from 'vitest';
import { failureOf, isWithin, type Transcript, transcriptsOf } from '../../../test/support/tree-game.ts';
import { anyFailures, anyQuestions, cunning, randomGame, seeded } from '../../../test/support/tree-strategies.ts';

const loss = ({ one, other }: Transcript): number => Math.abs(Math.log(one / other));

describe('of 3,000 adaptive strategies on random trees', () => {
  test.each([
    ['add-remove', 1500],
    ['replace-one', 1500],
  ] as const)(
    'none under %s learns more than the root was charged; charging each question alone is refuted',
    (relation, strategies) => {
      const below = seeded(41);
      let [refuted, reached] = [0, 0];
      for (let strategy = 0; strategy < strategies; strategy++) {
        const game = randomGame(below, relation, 3);
        const played = transcriptsOf(game, anyQuestions(below, game));
        for (const transcript of played) {
          const { charged, inFull } = transcript;
          if (!isWithin(transcript, charged)) expect(loss(transcript), `strategy ${strategy}`).toBeLessThan(charged);
          if (charged > 0 && charged < 0.9 * inFull) reached = Math.max(reached, loss(transcript) / charged);
        }
        if (played.some(transcript => !isWithin(transcript, transcript.separately))) refuted++;
      }
      // charges below what the tables were asked are reached too: nothing here is only generous
      expect(reached).toBeGreaterThan(0.999);
      expect(refuted).toBeGreaterThan(strategies / 50);
    },
  );
});

describe('strategies with a delta keep the most that any of their transcripts was charged', () => {
  const most = (played: readonly Transcript[], amount: 'charged' | 'delta' | 'naiveDelta'): number =>
    played.reduce((high, transcript) => Math.max(high, transcript[amount]), 0);
  const rounding = 1 + 1e-12;

  test('whatever they ask', () => {
    const below = seeded(42);
    for (let strategy = 0; strategy < 1000; strategy++) {
      const game = randomGame(below, 'add-remove', 2);
      const played = transcriptsOf(game, anyFailures(below, game));
      const failure = failureOf(played, most(played, 'charged'));
      expect(failure, `strategy ${strategy}`).toBeLessThanOrEqual(most(played, 'delta') * rounding);
    }
  });

  test.each(['tree', 'naive'] as const)(
    'also when they look for where it pays, by the prices of the %s accountant',
    accountant => {
      const below = seeded(43);
      let [refuted, reached] = [0, 0];
      for (let strategy = 0; strategy < 1000; strategy++) {
        const game = randomGame(below, 'add-remove', 2);
        const played = transcriptsOf(game, cunning(below, game, accountant));
        const failure = failureOf(played, most(played, 'charged'));
        expect(failure, `strategy ${strategy}`).toBeLessThanOrEqual(most(played, 'delta') * rounding);
        reached = Math.max(reached, failure / most(played, 'delta'));
        if (failure > most(played, 'naiveDelta') * rounding) refuted++;
      }
      expect(reached).toBeGreaterThan(0.9);
      if (accountant === 'naive') expect(refuted).toBeGreaterThan(30);
    },
  );
});
