import { expect, test } from 'vitest';
import { campaignOf } from '../../../test/support/campaign.ts';
import { amounts } from '../../amounts/index.ts';
import { chargeOf, noiselessDelta } from './charge.ts';

type Law = ReadonlyMap<string, number>;

/** The exact differences of people who have these values, 0 for none of them: every way to be sampled. */
function lawOf(truths: readonly number[], values: number, sampling: number): Law {
  const law = new Map<string, number>();
  for (let sampled = 0; sampled < 2 ** truths.length; sampled += 1) {
    const counts = Array<number>(values).fill(0);
    let chance = 1;
    for (const [person, truth] of truths.entries()) {
      const isSampled = ((sampled >> person) & 1) === 1;
      chance *= isSampled ? sampling : 1 - sampling;
      if (isSampled && truth > 0) counts[truth - 1] += 1;
    }
    law.set(counts.join(), (law.get(counts.join()) ?? 0) + chance);
  }
  return law;
}

const hockeyStick = (p: Law, q: Law, epsilon: number): number =>
  [...p].reduce((sum, [outcome, chance]) => sum + Math.max(0, chance - Math.exp(epsilon) * (q.get(outcome) ?? 0)), 0);

/** All people's values, so many people and values. */
const populations = (people: number, values: number): number[][] =>
  people === 0
    ? [[]]
    : populations(people - 1, values).flatMap(others =>
        Array.from({ length: values + 1 }, (_, truth) => [truth, ...others]),
      );

test.each([0.1, 0.45, 0.8])('noiselessDelta: no changed answer moves exact differences by more than %d', sampling => {
  for (const values of [1, 2])
    for (const truths of [1, 2, 3].flatMap(people => populations(people, values)))
      for (let changed = 0; changed <= values; changed += 1) {
        const [before, after] = [truths, [changed, ...truths.slice(1)]].map(each => lawOf(each, values, sampling));
        expect(hockeyStick(before, after, 0)).toBeLessThanOrEqual(noiselessDelta(sampling) + 1e-12);
      }
});

test('noiselessDelta is reached at every epsilon by whoever has a value alone', () => {
  const [alone, nobody] = [[1], [0]].map(truths => lawOf(truths, 1, 0.45));
  for (const epsilon of [0, 1, 10]) expect(hockeyStick(alone, nobody, epsilon)).toBeCloseTo(noiselessDelta(0.45), 12);
});

test('with noise the charge is the released epsilon, never rounded down, and more for several values', () => {
  const one = chargeOf(campaignOf({ sampling: 0.45, answers: { kind: 'choices', values: ['yes'] } }));
  const several = chargeOf(campaignOf({ sampling: 0.45 }));
  expect(amounts.number(one.epsilon, 'up')).toBeCloseTo(Math.log(0.55 + 0.45 * Math.E), 9);
  const exact = Math.log((0.55 + 0.45 * Math.E) / (0.55 + 0.45 / Math.E));
  expect(amounts.number(several.epsilon, 'up')).toBeCloseTo(exact, 9);
  expect(amounts.number(several.epsilon, 'up')).toBeGreaterThanOrEqual(exact);
  expect(amounts.number(several.delta, 'up')).toBe(0);
});
