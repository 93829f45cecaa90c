/** A wider sweep of every price against its linear program: more data, more rates, r from 0 to 2e in fine steps. */
import { describe, expect, test } from 'vitest';
import { type PriceRequest, price, type Sample } from '../../src/accounting/stability/index.ts';
import type { Cost } from '../../src/vocabulary/index.ts';
import * as draw from '../support/stability-lottery.ts';
import {
  added,
  insertedAnywhere,
  movedAnywhere,
  type Neighbours,
  replaced,
  upTo,
} from '../support/stability-neighbours.ts';
import { worstPrice } from '../support/stability-price.ts';

const tolerance = 1e-8;
const costs: readonly Cost[] = [0.05, 0.5, 1.5, 3].flatMap(epsilon =>
  upTo(0, 8).map(eighth => ({ epsilon, replace: (eighth / 4) * epsilon })),
);

interface Family {
  readonly adding: readonly Neighbours[];
  readonly replacing: readonly Neighbours[];
}

const crowds = (most: number): Family => ({ adding: upTo(0, most).map(added), replacing: upTo(1, most).map(replaced) });
const lines = (most: number): Family => ({
  adding: upTo(0, most).flatMap(insertedAnywhere),
  replacing: [1, most].flatMap(movedAnywhere),
});

/** Never below the truth; `reached` says whether the truth is also the price. */
function compare(
  scheme: draw.Scheme,
  { adding, replacing }: Family,
  spent: readonly Cost[],
  charged: Cost,
  reached: boolean,
) {
  const worst = [worstPrice(scheme, adding, spent), worstPrice(scheme, replacing, spent)];
  expect(worst[0]).toBeLessThanOrEqual(charged.epsilon + tolerance);
  expect(worst[1]).toBeLessThanOrEqual(charged.replace + tolerance);
  if (reached) {
    expect(worst[0]).toBeCloseTo(charged.epsilon, 6);
    expect(worst[1]).toBeCloseTo(charged.replace, 6);
  }
}

/** Doubles carry the solver only so far: probabilities stay above 1e-9 and ratios below e^9. */
const rates = [0.05, 0.2, 0.35, 0.5, 0.65, 0.8, 0.95];
const within = (draws: number): readonly Cost[] => costs.filter(({ epsilon }) => 2 * epsilon * draws <= 9);

interface Case {
  readonly sample: Sample;
  readonly scheme: draw.Scheme;
  readonly family: Family;
  readonly spent?: readonly Cost[];
  readonly reached: boolean;
}

const cases: readonly Case[] = [
  ...rates.map(
    (rate): Case => ({
      sample: { operator: 'bernoulli', rate },
      scheme: draw.bernoulli(rate),
      family: crowds(6),
      reached: true,
    }),
  ),
  { sample: { operator: 'bernoulli', rate: 0.001 }, scheme: draw.bernoulli(0.001), family: crowds(2), reached: true },
  ...upTo(1, 5).map(
    (size): Case => ({
      sample: { operator: 'fixed-size', size },
      scheme: draw.fixedSize(size),
      family: crowds(6),
      reached: true,
    }),
  ),
  ...rates.map(
    (rate): Case => ({
      sample: { operator: 'fraction', rate },
      scheme: draw.fraction(rate),
      family: crowds(7),
      reached: false,
    }),
  ),
  ...upTo(1, 4).map(
    (size): Case => ({
      sample: { operator: 'with-replacement', size },
      scheme: draw.withReplacement(size),
      family: crowds(3),
      spent: within(size),
      reached: true,
    }),
  ),
  ...upTo(1, 4).flatMap((size): Case[] => [
    { sample: { operator: 'take', size }, scheme: draw.take(size), family: lines(5), reached: true },
    { sample: { operator: 'skip', size }, scheme: draw.skip(size), family: lines(5), reached: true },
  ]),
];

describe('samples', () => {
  test.each(cases)('$sample', ({ sample, scheme, family, spent = costs, reached }) => {
    for (const cost of spent) compare(scheme, family, [cost], price({ ...sample, cost }), reached);
  });
});

/** Reproducible numbers in [0, 1): the fractional parts of multiples of the golden ratio. */
const golden = (i: number): number => (i * 0.6180339887498949) % 1;
const anyCost = (i: number): Cost => {
  const epsilon = 2 * golden(3 * i + 1);
  return { epsilon, replace: 2 * epsilon * golden(7 * i + 2) };
};
const anyPair = (i: number): readonly [Cost, Cost] => [anyCost(2 * i), anyCost(2 * i + 1)];

describe('splits of unequal spending', () => {
  test.each(upTo(1, 60))('random split %i', i => {
    const shares = [golden(i), golden(2 * i), golden(5 * i), 0.3];
    const total = shares.reduce((sum, share) => sum + share, 0);
    const parts = shares.slice(0, 3).map((share, j) => ({ rate: share / total, cost: anyCost(5 * i + j) }));
    const scheme = draw.randomSplit(...parts.map(({ rate }) => rate));
    const spent = parts.map(({ cost }) => cost);
    compare(scheme, crowds(2), spent, price({ operator: 'split', parts }), true);
  });

  test.each(upTo(1, 60))('fixed-size split %i', i => {
    const size = 1 + (i % 4);
    compare(
      draw.fixedSizeSplit(size),
      crowds(6),
      anyPair(i),
      price({ operator: 'fixed-size-split', size, costs: anyPair(i) }),
      false,
    );
    for (const of of upTo(size, 6)) {
      const charged = price({ operator: 'fixed-size-split', size, of, costs: anyPair(i) });
      expect(worstPrice(draw.fixedSizeSplit(size), [replaced(of)], anyPair(i))).toBeCloseTo(charged.replace, 6);
    }
  });

  test.each(upTo(1, 60))('fraction split %i', i => {
    const rate = 0.05 + 0.9 * golden(i);
    compare(
      draw.fractionSplit(rate),
      crowds(7),
      anyPair(i),
      price({ operator: 'fraction-split', rate, costs: anyPair(i) }),
      false,
    );
  });

  test.each(upTo(1, 30))('take-skip split %i', i => {
    const size = 1 + (i % 4);
    compare(
      draw.takeSkipSplit(size),
      lines(5),
      anyPair(i),
      price({ operator: 'take-skip-split', size, costs: anyPair(i) }),
      true,
    );
  });
});

describe('pairs of operators', () => {
  const outer: readonly (readonly [Sample, draw.Scheme])[] = [
    [{ operator: 'bernoulli', rate: 0.2 }, draw.bernoulli(0.2)],
    [{ operator: 'fixed-size', size: 2 }, draw.fixedSize(2)],
    [{ operator: 'fixed-size', size: 3 }, draw.fixedSize(3)],
    [{ operator: 'fraction', rate: 0.4 }, draw.fraction(0.4)],
  ];
  const inner: readonly (readonly [(pair: readonly [Cost, Cost]) => PriceRequest, draw.Scheme])[] = [
    [
      ([first, second]) => ({
        operator: 'split',
        parts: [
          { rate: 0.3, cost: first },
          { rate: 0.6, cost: second },
        ],
      }),
      draw.randomSplit(0.3, 0.6),
    ],
    [costs => ({ operator: 'fixed-size-split', size: 1, costs }), draw.fixedSizeSplit(1)],
    [costs => ({ operator: 'fraction-split', rate: 0.5, costs }), draw.fractionSplit(0.5)],
  ];
  const chains = outer.flatMap(sample => inner.map(split => ({ sample, split })));

  test.each(chains)('a split of a sample %#', ({ sample: [sample, drawn], split: [request, divided] }) => {
    for (const i of upTo(1, 20)) {
      const charged = price({ ...sample, cost: price(request(anyPair(i))) });
      compare(draw.nest(drawn, divided), crowds(4), anyPair(i), charged, false);
    }
  });
});
