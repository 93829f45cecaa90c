/** Ten thousand more adaptive strategies on deeper trees than the daily suite plays, with and without a delta. */
import { expect, test } from 'vitest';
import { failureOf, isWithin, type Transcript, transcriptsOf } from '../support/tree-game.ts';
import { anyFailures, anyQuestions, cunning, randomGame, seeded } from '../support/tree-strategies.ts';

test.each(['add-remove', 'replace-one'] as const)(
  'pure questions under %s',
  relation => {
    const below = seeded(101);
    for (let strategy = 0; strategy < 2500; strategy++) {
      const game = randomGame(below, relation, 4);
      const exceeding = transcriptsOf(game, anyQuestions(below, game)).filter(
        transcript => !isWithin(transcript, transcript.charged),
      );
      expect(exceeding, `strategy ${strategy}`).toEqual([]);
    }
  },
  600_000,
);

test('questions with a delta', () => {
  const below = seeded(103);
  const most = (played: readonly Transcript[], amount: 'charged' | 'delta'): number =>
    Math.max(...played.map(transcript => transcript[amount]));
  for (let strategy = 0; strategy < 5000; strategy++) {
    const game = randomGame(below, 'add-remove', 3);
    for (const analyst of [anyFailures(below, game), cunning(below, game, 'tree')]) {
      const played = transcriptsOf(game, analyst);
      const failure = failureOf(played, most(played, 'charged'));
      expect(failure, `strategy ${strategy}`).toBeLessThanOrEqual(most(played, 'delta') * (1 + 1e-12));
    }
  }
}, 600_000);
