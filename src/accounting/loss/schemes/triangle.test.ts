import { expect, test } from 'vitest';
import { epsilons, hockeyStick } from '../../../../test/support/loss-tables.ts';
import { byTriangle } from './triangle.ts';

/** All distributions over three outcomes in steps of a fifth. */
const distributions = [0, 1, 2, 3, 4, 5].flatMap(a =>
  [0, 1, 2, 3, 4, 5].filter(b => a + b <= 5).map(b => [a / 5, b / 5, (5 - a - b) / 5]),
);

const stick = (p: readonly number[], q: readonly number[], epsilon: number): number =>
  hockeyStick(
    p.map((mass, i) => [mass, q[i]]),
    epsilon,
  );

test('covers every way through a third distribution, at every epsilon', () => {
  let closest = Infinity;
  for (const through of distributions.filter((_, i) => i % 3 === 0)) {
    for (const from of distributions) {
      for (const to of distributions.filter((_, i) => i % 2 === 0)) {
        const forward = byTriangle(
          e => stick(from, through, e),
          e => stick(through, to, e),
          Infinity,
        );
        for (const epsilon of [0, 0.3, 1]) {
          const slack = forward.delta(epsilon) - stick(from, to, epsilon);
          closest = Math.min(closest, slack);
        }
      }
    }
  }
  expect(closest).toBeGreaterThanOrEqual(-1e-15);
  expect(closest).toBeLessThan(1e-12); // and somewhere nothing is lost
});

test('is symmetric around 0, never above 1, and 0 from the largest loss on', () => {
  const profile = byTriangle(
    e => Math.max(0, 0.3 - e / 10),
    e => Math.max(0, 0.2 - e / 10),
    2.5,
  );
  for (const epsilon of epsilons.filter(e => e >= 0 && e < 2.5)) {
    const odds = Math.exp(-epsilon);
    expect(profile.delta(-epsilon)).toBeCloseTo(1 - odds + odds * profile.delta(epsilon), 13);
  }
  expect(profile.delta(2.5)).toBe(0);
  expect(
    byTriangle(
      () => 1,
      () => 1,
      Infinity,
    ).delta(0),
  ).toBe(1);
});
