import { expect, test } from 'vitest';
import { rational } from '../../../src/numerics/index.ts';
import { failureByChoice, instead } from './adaptive.ts';
import type { Asked, Component } from './law.ts';

/** As good as no noise. */
const law = {
  kind: 'noise',
  noise: { kind: 'discrete-laplace', scale: rational.ratio(1n, 40n), variance: 0, theorem: 'laplaceNoise' },
} as const;
const coordinate = (release: number) => ({ name: `${release} count`, law, values: ['0', '1'] });

/** A coin is told first. On heads the one question tells the person, on tails the other, each as often as `rate`. */
const coin: Component = {
  coordinates: [0, 1, 2].map(coordinate),
  one: {
    points: [
      [0, 1, 0],
      [0, 0, 0],
      [1, 0, 1],
      [1, 0, 0],
    ],
    weights: [0.1, 0.4, 0.1, 0.4],
  },
  other: {
    points: [
      [0, 0, 0],
      [1, 0, 0],
    ],
    weights: [0.5, 0.5],
  },
  ways: 4,
};

test('whoever chooses by the first answer learns twice as often as by either question alone', () => {
  expect(failureByChoice(coin, 1, 1)).toBeCloseTo(0.2, 9);
  const either = (kept: number): Component => ({
    ...coin,
    coordinates: coin.coordinates.map((each, place) => (place === 0 || place === kept ? each : { ...each, name: '9' })),
  });
  expect(failureByChoice(either(1), 1, 1)).toBeCloseTo(0.1, 9);
  expect(failureByChoice(either(2), 1, 1)).toBeCloseTo(0.1, 9);
});

test('what both walks drew before is one draw, and what only one of them drew is its own', () => {
  const asked = (...keys: (string | null)[]) => ({ plans: [], mechanisms: [], keys, state: 0 }) satisfies Asked;
  const last = instead([asked('a', null), asked('a')], [asked('b', null), asked('b', 'c', null)]);
  expect(last.keys).toEqual(['a', 'otherwise c', null]);
});
