import { describe, expect, test } from 'vitest';
import {
  type Amount,
  amounts,
  choiceRho,
  filterLimits,
  type KeptTable,
  keptRho,
  pureRho,
} from '../../test/support/first-accountant.ts';
import { rational } from '../numerics/index.ts';
import { type ChancePlace, insideRho, keepsPromise, rangeRho, responseRho } from './concentrated.ts';
import { fixed } from './fixed-point.ts';

const fixedOf = (amount: Amount): bigint => fixed(amounts.text(amount));
const exactly = (value: number) => rational.fromNumber(value);

describe('rho by both implementations', () => {
  test.each(['1e-18', '0.001', '0.5', '1', '7', '60'])('of any epsilon, and of a choice: %s', written => {
    const epsilon = amounts.written(written);
    for (const [charged, must] of [
      [pureRho(epsilon), responseRho(fixedOf(epsilon))],
      [choiceRho(epsilon), rangeRho(fixedOf(epsilon))],
    ] as const) {
      expect(fixedOf(charged)).toBeGreaterThanOrEqual(must);
      expect(Number(fixedOf(charged) - must)).toBeLessThanOrEqual(Number(10n ** 22n + must / 10n ** 13n));
    }
  });

  test.each<[string, readonly KeptTable[], readonly ChancePlace[]]>([
    [
      'coins',
      [{ rate: 0.25, spent: 0.5 }],
      [{ rate: exactly(0.25), spent: fixed('0.5'), beside: [], rest: exactly(0.75) }],
    ],
    [
      'a random part of a coin sample',
      [
        { rate: 0.5, spent: 1 },
        { rate: 0.25, spent: 2, beside: [{ rate: 0.5, spent: 3 }] },
      ],
      [
        { rate: exactly(0.5), spent: fixed('1'), beside: [], rest: exactly(0.5) },
        {
          rate: exactly(0.25),
          spent: fixed('2'),
          beside: [{ rate: exactly(0.5), spent: fixed('3') }],
          rest: exactly(0.25),
        },
      ],
    ],
  ])('of a question on %s', (_, draws, way) => {
    for (const epsilon of [0.001, 0.3, 4]) {
      const charged = fixedOf(keptRho(draws, epsilon));
      const must = insideRho(way, fixed(String(epsilon)));
      expect(charged).toBeGreaterThanOrEqual(must);
      expect(Number(charged - must)).toBeLessThanOrEqual(Number(10n ** 22n + must / 10n ** 12n));
    }
  });
});

test.each([
  ['1', '0.000001'],
  ['0.05', '0.000000001'],
  ['4', '0.01'],
])('keepsPromise agrees with the largest rho of (%s, %s)', (epsilon, delta) => {
  const { rho } = filterLimits(amounts.written(epsilon), amounts.written(delta), amounts.none);
  expect(keepsPromise(fixedOf(rho), fixed(epsilon), amounts.written(delta))).toBe(true);
  const more = (fixedOf(rho) * 1_000_001n) / 1_000_000n;
  expect(keepsPromise(more, fixed(epsilon), amounts.written(delta))).toBe(false);
  expect(keepsPromise(0n, fixed(epsilon), rational.zero)).toBe(true);
  expect(keepsPromise(1n, fixed(epsilon), rational.zero)).toBe(false);
});
