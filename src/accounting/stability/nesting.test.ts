/** Prices chain: an operator on an operator is charged the price of the price. */
import { describe, expect, test } from 'vitest';
import * as draw from '../../../test/support/stability-lottery.ts';
import { added, costPairs, costs, replaced, upTo } from '../../../test/support/stability-neighbours.ts';
import { worstPrice } from '../../../test/support/stability-price.ts';
import type { Cost } from '../../vocabulary/index.ts';
import { type PriceRequest, price, type Sample } from './price.ts';
import { sequence } from './sequence.ts';
import { where } from './where.ts';

interface Step {
  readonly scheme: draw.Scheme;
  readonly price: (following: Cost) => Cost;
}

const step = (scheme: draw.Scheme, sample: Sample): Step => ({ scheme, price: cost => price({ ...sample, cost }) });

const steps: Readonly<Record<string, Step>> = {
  bernoulli: step(draw.bernoulli(0.3), { operator: 'bernoulli', rate: 0.3 }),
  'fixed size': step(draw.fixedSize(2), { operator: 'fixed-size', size: 2 }),
  fraction: step(draw.fraction(0.5), { operator: 'fraction', rate: 0.5 }),
  'with replacement': step(draw.withReplacement(2), { operator: 'with-replacement', size: 2 }),
  where: { scheme: draw.where(unit => unit !== 'y'), price: where },
};
const names = Object.keys(steps);
const chains = names.flatMap(outer => names.map(inner => [outer, inner] as const));

/** Distinct units drawn twice are different rows of the inner table, so what is drawn with replacement ends a chain. */
const followable = chains.filter(([outer]) => outer !== 'with replacement');

/** Chains in which the worst data of one are the worst data of the other, so that the chained price is reached. */
const reached = new Set(['bernoulli bernoulli', 'bernoulli where', 'where bernoulli', 'where where']);

describe('nested samples', () => {
  test.each(followable)('%s, then %s', (outer, inner) => {
    const scheme = draw.nest(steps[outer].scheme, steps[inner].scheme);
    for (const cost of costs) {
      const charged = steps[outer].price(steps[inner].price(cost));
      const adding = worstPrice(scheme, upTo(0, 4).map(added), [cost]);
      const replacing = worstPrice(scheme, upTo(1, 4).map(replaced), [cost]);
      expect(adding).toBeLessThanOrEqual(charged.epsilon + 1e-8);
      expect(replacing).toBeLessThanOrEqual(charged.replace + 1e-8);
      if (reached.has(`${outer} ${inner}`)) expect(adding).toBeCloseTo(charged.epsilon, 7);
    }
  });
});

const splitOf = (request: (pair: readonly [Cost, Cost]) => PriceRequest) => (pair: readonly [Cost, Cost]) =>
  price(request(pair));
const splits: Readonly<Record<string, { scheme: draw.Scheme; price: (pair: readonly [Cost, Cost]) => Cost }>> = {
  'random split': {
    scheme: draw.randomSplit(0.4, 0.6),
    price: splitOf(pair => ({ operator: 'split', parts: pair.map((cost, j) => ({ rate: [0.4, 0.6][j], cost })) })),
  },
  'fixed-size split': {
    scheme: draw.fixedSizeSplit(2),
    price: splitOf(costs => ({ operator: 'fixed-size-split', size: 2, costs })),
  },
  'fraction split': {
    scheme: draw.fractionSplit(0.5),
    price: splitOf(costs => ({ operator: 'fraction-split', rate: 0.5, costs })),
  },
};

describe.each(Object.keys(splits))('%s', name => {
  const split = splits[name];

  test('of a Bernoulli sample', () => {
    const scheme = draw.nest(steps.bernoulli.scheme, split.scheme);
    for (const pair of costPairs) {
      const charged = steps.bernoulli.price(split.price(pair));
      expect(worstPrice(scheme, upTo(0, 2).map(added), pair)).toBeLessThanOrEqual(charged.epsilon + 1e-8);
      expect(worstPrice(scheme, upTo(1, 3).map(replaced), pair)).toBeLessThanOrEqual(charged.replace + 1e-8);
    }
  });

  test('with a sample in one part, and questions on the whole beside it', () => {
    const sampled = draw.nest(
      split.scheme,
      draw.bernoulli(0.5),
      draw.where(unit => unit !== 'y'),
    );
    const scheme: draw.Scheme = units =>
      sampled(units).map(({ outcome, probability }) => ({ outcome: [...outcome, units], probability }));
    const whole = { epsilon: 0.2, replace: 0.3 };
    for (const [first, second] of costPairs) {
      const parts = split.price([price({ operator: 'bernoulli', rate: 0.5, cost: first }), where(second)]);
      const charged = sequence([parts, whole]);
      const asked = [first, second, whole];
      expect(worstPrice(scheme, upTo(0, 3).map(added), asked)).toBeLessThanOrEqual(charged.epsilon + 1e-8);
      expect(worstPrice(scheme, upTo(1, 3).map(replaced), asked)).toBeLessThanOrEqual(charged.replace + 1e-8);
    }
  });
});
