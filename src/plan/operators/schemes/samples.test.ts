/** Every sample through the plan: the linear program over all small neighbours never finds more than what is charged. */
import { describe, expect, test } from 'vitest';
import { checkedOf, dataOf, sample } from '../../../../test/support/people.ts';
import { scan } from '../../../../test/support/plan-builders.ts';
import { chargedInTurn } from '../../../../test/support/plan-charges.ts';
import { schemeOf } from '../../../../test/support/plan-lottery.ts';
import {
  added,
  costs,
  insertedAnywhere,
  movedAnywhere,
  type Neighbours,
  replaced,
  upTo,
} from '../../../../test/support/stability-neighbours.ts';
import { worstPrice } from '../../../../test/support/stability-price.ts';
import type { PlanTable } from '../../plan.ts';
import type { SampleScheme } from './schemes.ts';

interface Case {
  readonly scheme: SampleScheme;
  readonly adding: readonly Neighbours[];
  readonly replacing: readonly Neighbours[];
  /** The charge is reached on such small tables already. */
  readonly reached: boolean;
}

const anybody = { adding: upTo(0, 3).map(added), replacing: upTo(1, 3).map(replaced) };
const ordered = { adding: upTo(0, 3).flatMap(insertedAnywhere), replacing: upTo(1, 3).flatMap(movedAnywhere) };
const strata = {
  adding: ['b', 'y', 'z'].map((unit): Neighbours => [['a1'], ['a1', unit]]),
  replacing: ['b', 'y', 'z'].flatMap(one =>
    ['c', 'x', 'zz'].map(
      (other): Neighbours => [
        ['a1', one],
        ['a1', other],
      ],
    ),
  ),
};
const order = { by: 'rank', descending: false } as const;

const cases: Readonly<Record<string, Case>> = {
  bernoulli: { scheme: { kind: 'bernoulli', rate: '0.25' }, ...anybody, reached: true },
  'bernoulli at rate 1': { scheme: { kind: 'bernoulli', rate: '1' }, ...anybody, reached: true },
  'one unit': { scheme: { kind: 'fixed-size', size: 1 }, ...anybody, reached: true },
  'two units': { scheme: { kind: 'fixed-size', size: 2 }, ...anybody, reached: true },
  'a half': { scheme: { kind: 'fraction', rate: '0.5' }, ...anybody, reached: false },
  all: { scheme: { kind: 'fraction', rate: '1' }, ...anybody, reached: true },
  stratified: {
    scheme: {
      kind: 'stratified',
      by: 'group',
      rates: [
        { stratum: 'A', rate: '0.25' },
        { stratum: 'B', rate: '0.5' },
      ],
    },
    ...strata,
    reached: true,
  },
  take: { scheme: { kind: 'take', ...order, size: 2 }, ...ordered, reached: true },
  'take from the end': { scheme: { kind: 'take', ...order, descending: true, size: 1 }, ...ordered, reached: true },
  skip: { scheme: { kind: 'skip', ...order, size: 1 }, ...ordered, reached: true },
};

describe('the charge for one question', () => {
  test.each(Object.entries(cases))('%s', (_name, { scheme, adding, replacing, reached }) => {
    const checked = checkedOf(sample(scheme));
    const drawn = schemeOf([checked.input], dataOf);
    // a table with a unit may drop people at the scan, so that its questions have r of at least e
    for (const cost of costs.filter(({ epsilon, replace }) => replace >= epsilon)) {
      const charged = chargedInTurn([checked], [cost]);
      const [added, replaced] = [adding, replacing].map(family => worstPrice(drawn, family, [cost]));
      expect(added).toBeLessThanOrEqual(charged.epsilon + 1e-8);
      expect(replaced).toBeLessThanOrEqual(charged.replace + 1e-8);
      if (reached) expect(added).toBeCloseTo(charged.epsilon, 7);
      if (reached) expect(replaced).toBeCloseTo(charged.replace, 7);
    }
  });
});

describe('where the number of people is public', () => {
  const counted = scan('counted');
  const one: SampleScheme = { kind: 'fixed-size', size: 1 };
  test.each<[string, SampleScheme, PlanTable]>([
    ['one of three', one, counted],
    ['a half of three', { kind: 'fraction', rate: '0.5' }, counted],
    ['one of the first two of three', one, sample({ kind: 'take', ...order, size: 2 }, counted)],
    ['one of all but the first of three', one, sample({ kind: 'skip', ...order, size: 1 }, counted)],
    ['one of two of three', one, sample({ kind: 'fixed-size', size: 2 }, counted)],
    ['a half of most of three', { kind: 'fraction', rate: '0.5' }, sample({ kind: 'fraction', rate: '0.7' }, counted)],
  ])('%s', (_name, scheme, input) => {
    const checked = checkedOf(sample(scheme, input));
    const drawn = schemeOf([checked.input], dataOf);
    for (const cost of costs.filter(({ epsilon, replace }) => replace >= epsilon)) {
      const { replace } = chargedInTurn([checked], [cost], 3);
      expect(worstPrice(drawn, [...movedAnywhere(3), replaced(3)], [cost])).toBeCloseTo(replace, 7);
      expect(replace).toBeLessThan(chargedInTurn([checked], [cost]).replace);
    }
  });
});
