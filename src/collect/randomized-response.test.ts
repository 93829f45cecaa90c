import { describe, expect, test } from 'vitest';
import { coinsFor, responseEpsilon, responseEstimate, responseVariance, yesRates } from './randomized-response.ts';

/** Chances of the yeses of a person, one for each value. */
function answers(truth: number, values: number, coins: { truth: number; yes: number }): number[] {
  const { present, absent } = yesRates(coins);
  return Array.from({ length: 2 ** values }, (_, said) =>
    Array.from({ length: values }, (_, value) => {
      const chance = value + 1 === truth ? present : absent;
      return said & (1 << value) ? chance : 1 - chance;
    }).reduce((product, chance) => product * chance, 1),
  );
}

describe('responseEpsilon', () => {
  test.each([
    { truth: 0.8, yes: 0.2 },
    { truth: 0.8, yes: 0.7 },
    { truth: 0.3, yes: 0.5 },
  ])('is the largest ratio over all answers with %j', coins => {
    for (const values of [1, 2, 3]) {
      const laws = Array.from({ length: values + 1 }, (_, truth) => answers(truth, values, coins));
      const ratios = laws.flatMap(p => laws.flatMap(q => p.map((chance, said) => Math.log(chance / q[said]))));
      expect(responseEpsilon(coins, values)).toBeCloseTo(Math.max(...ratios), 12);
    }
  });

  test('a no may tell more than a yes, which is all that the published formula has', () => {
    const coins = { truth: 0.8, yes: 0.7 };
    const { present, absent } = yesRates(coins);
    expect(responseEpsilon(coins, 1)).toBeGreaterThan(Math.log(present / absent) + 0.5);
  });

  test('coinsFor tell what they were made for', () => {
    for (const values of [1, 4]) expect(responseEpsilon(coinsFor(1.5, values), values)).toBeCloseTo(1.5, 12);
  });
});

test('responseVariance is that of all answers of three people, around the truth', () => {
  const coins = { truth: 0.6, yes: 0.3 };
  const { present, absent } = yesRates(coins);
  const law = Array.from({ length: 8 }, (_, said) => {
    const yeses = [0, 1, 2].map(person => (said >> person) & 1);
    const chances = yeses.map((yes, person) => {
      const rate = person === 0 ? present : absent;
      return yes ? rate : 1 - rate;
    });
    return {
      estimate: responseEstimate(
        yeses.reduce((sum, yes) => sum + yes, 0),
        3,
        coins,
      ),
      chance: chances.reduce((product, chance) => product * chance, 1),
    };
  });
  const mean = law.reduce((sum, { estimate, chance }) => sum + chance * estimate, 0);
  const variance = law.reduce((sum, { estimate, chance }) => sum + chance * (estimate - mean) ** 2, 0);
  expect(mean).toBeCloseTo(1, 12);
  expect(responseVariance(1, 3, coins)).toBeCloseTo(variance, 12);
});
