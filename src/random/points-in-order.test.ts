import { expect, test } from 'vitest';
import { pointsInOrder } from './points-in-order.ts';
import type { Ratio } from './ratio.ts';

type Coin = (probability: Ratio) => boolean;

/** Which of several processes, each asked about at the next point of the first one, had no point before. */
const empty = (first: bigint, others: readonly bigint[]) => (coin: Coin) => {
  const points = pointsInOrder(coin, first);
  return others
    .map(rate => {
      points.next();
      return points.pointsOf(rate) === 0 ? '0' : '+';
    })
    .join('');
};

/** Paths less likely than this are left, and added up. */
const LEAST = 2 ** -22;

/** Every way the coins can fall, with exact weights. */
function everyFall(sampler: (coin: Coin) => string): { masses: Map<string, number>; rest: number } {
  const masses = new Map<string, number>();
  const open: { falls: boolean[] }[] = [{ falls: [] }];
  let rest = 0;
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    const { falls } = path;
    let [place, weight] = [0, 1];
    try {
      const outcome = sampler(probability => {
        const heads = Number(probability.numerator) / Number(probability.denominator);
        if (place === falls.length) {
          open.push({ falls: [...falls, false] });
          falls.push(true);
        }
        const fell = falls[place++];
        weight *= fell ? heads : 1 - heads;
        if (weight < LEAST) throw tooRare;
        return fell;
      });
      masses.set(outcome, (masses.get(outcome) ?? 0) + weight);
    } catch (thrown) {
      if (thrown !== tooRare) throw thrown;
      rest += weight;
    }
  }
  return { masses, rest };
}

const tooRare = Symbol('too rare to follow');

/**
 * The chance that those marked are empty: between two points of the first process a time passes with the law of rate `first`, in
 * which all marked ones that are asked about later must have no point.
 */
const allEmpty = (first: bigint, others: readonly bigint[], marked: readonly boolean[]): number =>
  others
    .map((_, from) => {
      const later = others.reduce((sum, rate, i) => (i >= from && marked[i] ? sum + rate : sum), 0n);
      return Number(first) / Number(first + later);
    })
    .reduce((a, b) => a * b);

/** By inclusion and exclusion. */
function chanceOf(first: bigint, others: readonly bigint[], outcome: string): number {
  const place = outcome.indexOf('+');
  if (place < 0)
    return allEmpty(
      first,
      others,
      [...outcome].map(mark => mark === '0'),
    );
  const [with0, without] = ['0', '.'].map(mark => outcome.slice(0, place) + mark + outcome.slice(place + 1));
  return chanceOf(first, others, without) - chanceOf(first, others, with0);
}

test.each([
  [4n, [1n, 1n]],
  [6n, [1n, 3n]],
  [6n, [2n, 0n, 1n]],
  [8n, [1n, 1n, 2n]],
])(
  'a process of rate %s and others of %s: every fall of the coins, each pattern has its exact chance',
  (first, others) => {
    const { masses, rest } = everyFall(empty(first, others));
    expect(rest).toBeLessThan(0.006);
    for (const [pattern, mass] of masses) {
      const chance = chanceOf(first, others, pattern);
      expect(mass).toBeLessThanOrEqual(chance + 1e-9);
      expect(mass).toBeGreaterThanOrEqual(chance - rest - 1e-9);
    }
    expect([...masses.values()].reduce((a, b) => a + b, rest)).toBeCloseTo(1, 9);
  },
);
