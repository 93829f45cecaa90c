import { describe, expect, test } from 'vitest';
import { exp, ln, over, real, times, toNumber } from '../../../test/support/stability-digits.ts';
import { type PriceRequest, price } from './price.ts';

const one = real(1);
const ratio = (size: number, of: number): bigint => over(real(size), real(of));
/** ln(1 + b(e^x − 1)), and the same divided by its value at y, in sixty decimals. */
const mixed = (rate: bigint, x: bigint): bigint => one + times(rate, exp(x) - one);
const amplified = (rate: bigint, x: bigint): bigint => ln(mixed(rate, x));
const quotient = (rate: bigint, x: bigint, y: bigint): bigint => ln(over(mixed(rate, x), mixed(rate, y)));
const larger = (first: bigint, ...rest: bigint[]): bigint => {
  let most = first;
  for (const value of rest) if (value > most) most = value;
  return most;
};

interface Printed {
  readonly epsilon?: bigint;
  readonly replace?: bigint;
}

/** The formulas as they are printed, for one (e, r) and, in splits, a second part that spends half of each. */
const formulas: readonly [(epsilon: number, replace: number) => PriceRequest, (e: bigint, r: bigint) => Printed][] = [
  [
    (epsilon, replace) => ({ operator: 'bernoulli', rate: 0.07, cost: { epsilon, replace } }),
    (e, r) => ({ epsilon: amplified(real(0.07), e), replace: quotient(real(0.07), e, e - r) }),
  ],
  [
    (epsilon, replace) => ({ operator: 'fixed-size', size: 7, cost: { epsilon, replace } }),
    (e, r) => ({ epsilon: larger(e, amplified(ratio(7, 8), r)), replace: r }),
  ],
  [
    (epsilon, replace) => ({ operator: 'fixed-size', size: 7, of: 90, cost: { epsilon, replace } }),
    (_, r) => ({ replace: amplified(ratio(7, 90), r) }),
  ],
  [
    (epsilon, replace) => ({ operator: 'fraction', rate: 0.3, cost: { epsilon, replace } }),
    (e, r) => ({ epsilon: larger(e, amplified(real(0.3), r)) }),
  ],
  [
    (epsilon, replace) => ({ operator: 'with-replacement', size: 3, cost: { epsilon, replace } }),
    (e, r) => ({ epsilon: 3n * larger(e, amplified(ratio(1, 2), r)), replace: 3n * r }),
  ],
  [
    (epsilon, replace) => ({ operator: 'stratified', rates: [0.05, 0.2], cost: { epsilon, replace } }),
    (e, r) => ({
      epsilon: amplified(real(0.2), e),
      replace: larger(
        0n,
        ...[0.05, 0.2].flatMap(s =>
          [0.05, 0.2].flatMap(t => [
            amplified(real(t), e) - amplified(real(s), e - r),
            amplified(real(t), r - e) - amplified(real(s), -e),
          ]),
        ),
      ),
    }),
  ],
  [
    (epsilon, replace) => ({ operator: 'cluster', rate: 0.1, members: 3, moves: false, cost: { epsilon, replace } }),
    (e, r) => ({ epsilon: quotient(real(0.1), 3n * e, 2n * e), replace: quotient(real(0.1), 3n * e, 3n * e - r) }),
  ],
  [
    (epsilon, replace) => ({
      operator: 'split',
      parts: [
        { rate: 0.3, cost: { epsilon, replace } },
        { rate: 0.5, cost: { epsilon: epsilon / 2, replace: replace / 2 } },
      ],
    }),
    e => ({ epsilon: ln(one + times(real(0.3), exp(e) - one) + times(real(0.5), exp(e / 2n) - one)) }),
  ],
  [
    (epsilon, replace) => ({
      operator: 'fixed-size-split',
      size: 7,
      of: 90,
      costs: [
        { epsilon, replace },
        { epsilon: epsilon / 2, replace: replace / 2 },
      ],
    }),
    (_, r) => ({ replace: r / 2n + quotient(ratio(7, 90), r, r / 2n) }),
  ],
  [
    (epsilon, replace) => ({
      operator: 'fraction-split',
      rate: 0.3,
      costs: [
        { epsilon, replace },
        { epsilon: epsilon / 2, replace: replace / 2 },
      ],
    }),
    (e, r) => ({ epsilon: larger(e / 2n + amplified(real(0.3), r), e + amplified(ratio(3, 4), r / 2n)) }),
  ],
];

describe('a price', () => {
  test.each(formulas)('is never below the formula and loses no digits: case %#', (request, formula) => {
    for (const epsilon of [1e-6, 0.01, 0.3, 1, 7, 60, 300]) {
      for (const share of [0, 0.25, 1, 1.5, 2]) {
        const charged = price(request(epsilon, share * epsilon));
        const truth = formula(real(epsilon), real(share * epsilon));
        for (const [name, exact] of Object.entries(truth)) {
          const found = charged[name as keyof Printed];
          expect(real(found)).toBeGreaterThanOrEqual(exact - 10n);
          expect(found).toBeLessThanOrEqual(toNumber(exact) * (1 + 1e-14));
        }
      }
    }
  });

  test('answers under the relation asked for', () => {
    const cost = { epsilon: 1, replace: 2 };
    const pair = price({ operator: 'bernoulli', rate: 0.1, cost });
    const replaced = price({ operator: 'bernoulli', rate: 0.1, cost, relation: 'replace-one' });
    expect(replaced).toEqual({ epsilon: pair.replace, replace: pair.replace });
    expect(price({ operator: 'partition', costs: [cost, cost], relation: 'replace-one' }).epsilon).toBe(2);
  });

  test('of a public total is that of replaced units, and refuses the other relation', () => {
    const request = { operator: 'fixed-size', size: 10, of: 100, cost: { epsilon: 1, replace: 2 } } as const;
    expect(price(request).epsilon).toBe(price({ ...request, relation: 'replace-one' }).epsilon);
    expect(() => price({ ...request, relation: 'add-remove' })).toThrow(
      expect.objectContaining({ code: 'relation_unsupported' }),
    );
  });

  test('treats a replaced unit as at most two changes', () => {
    const capped = price({ operator: 'bernoulli', rate: 0.1, cost: { epsilon: 1, replace: 50 } });
    expect(capped).toEqual(price({ operator: 'bernoulli', rate: 0.1, cost: { epsilon: 1, replace: 2 } }));
  });

  test('refuses operators that it does not know, with those it does', () => {
    const request = { operator: 'systematic', cost: { epsilon: 1, replace: 2 } } as unknown as PriceRequest;
    expect(() => price(request)).toThrow(/There is no operator systematic; the operators are bernoulli, fixed-size/);
  });

  test('stays finite and sound for any finite epsilon', () => {
    for (const epsilon of [699, 701, 1e4, 1e100]) {
      for (const [request] of formulas) {
        const charged = price(request(epsilon, 2 * epsilon));
        expect(charged.epsilon).toBeGreaterThan(epsilon / 4);
        expect(charged.replace).toBeLessThan(Infinity);
      }
    }
  });
});
