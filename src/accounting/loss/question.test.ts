import { expect, test } from 'vitest';
import { hockeyStick } from '../../../test/support/loss-tables.ts';
import { deltaQuestion, epsilonQuestion } from './question.ts';

/** All distributions over three outcomes in steps of a quarter. */
const QUARTERS = [0, 1, 2, 3, 4];
const distributions = QUARTERS.flatMap(a =>
  QUARTERS.filter(b => a + b <= 4).map(b => [a / 4, b / 4, (4 - a - b) / 4] as const),
);
type Law = (typeof distributions)[number];

const stick = (p: Law, q: Law, epsilon: number): number =>
  hockeyStick(
    p.map((mass, i) => [mass, q[i]]),
    epsilon,
  );

/** The least epsilon at which no more than delta is left, to a hair above. */
function leastEpsilon(p: Law, q: Law, delta: number): number {
  if (stick(p, q, 50) > delta) return Infinity;
  let [low, high] = [0, 50];
  for (let i = 0; i < 60; i++) {
    const middle = (low + high) / 2;
    if (stick(p, q, middle) <= delta) high = middle;
    else low = middle;
  }
  return high;
}

/** Whoever is replaced is removed from the one law, which leaves `without`, and added to it. */
const chains = distributions.flatMap(p =>
  distributions.flatMap(without => distributions.map(q => [p, without, q] as const)),
);

test('epsilonQuestion: a replaced unit costs no more than one removed and one added, over all laws of three outcomes', () => {
  for (const delta of [0.3, 0.05]) {
    const broken = chains.filter(([p, without, q]) => {
      const bound = epsilonQuestion(delta, undefined).replacedBy((way, question) => {
        const asked = question.deltaNear({ lower: 0, upper: 1 });
        return way === 'remove' ? leastEpsilon(p, without, asked) : leastEpsilon(without, q, asked);
      });
      return bound < Infinity && stick(p, q, bound) > delta + 1e-12;
    });
    expect(broken).toEqual([]);
  }
});

test('deltaQuestion: the same for a delta', () => {
  for (const epsilon of [0, 0.5, 2]) {
    const broken = chains.filter(([p, without, q]) => {
      const bound = deltaQuestion(epsilon, undefined).replacedBy(way =>
        way === 'remove' ? stick(p, without, epsilon / 2) : stick(without, q, epsilon / 2),
      );
      return stick(p, q, epsilon) > bound + 1e-12;
    });
    expect(broken).toEqual([]);
  }
});
