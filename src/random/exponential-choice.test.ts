import { describe, expect, test } from 'vitest';
import { enumerate, probabilityBounds, restOf } from '../../test/support/exactly.ts';
import { misfit } from '../../test/support/goodness-of-fit.ts';
import { Refusal } from '../vocabulary/index.ts';
import { choiceAttempt, exponentialChoice } from './exponential-choice.ts';
import type { Run } from './exponential-weights.ts';
import { reproducibleEntropy } from './reproducible-entropy.ts';
import { uniform } from './uniform.ts';

const run = (size: bigint, numerator: bigint, denominator = 1n): Run => ({
  size,
  exponent: { numerator, denominator },
});

/** The chance of one member of each run. */
function chances(runs: readonly Run[]): number[] {
  const weights = runs.map(({ exponent }) => Math.exp(-Number(exponent.numerator) / Number(exponent.denominator)));
  const total = runs.reduce((sum, { size }, i) => sum + Number(size) * weights[i], 0);
  return weights.map(weight => weight / total);
}

describe('choiceAttempt', () => {
  test.each([
    ['two alike', [run(1n, 0n), run(1n, 0n)]],
    ['one level apart', [run(1n, 0n), run(1n, 1n)]],
    ['parts of a level', [run(1n, 1n, 2n), run(2n, 3n, 2n)]],
  ] as [string, Run[]][])('%s: all draws replayed bracket every probability', (_, runs) => {
    const attempts = enumerate(
      below => {
        const kept = choiceAttempt(below, runs, { bits: 2, look: 3 })();
        return kept && `${kept.run}.${kept.member}`;
      },
      { rarerThan: 2 ** 18 },
    );
    expect(restOf(attempts)).toBeLessThan(0.01);
    chances(runs).forEach((chance, i) => {
      const { lower, upper } = probabilityBounds(attempts, `${i}.0`);
      expect(lower).toBeLessThanOrEqual(chance);
      expect(upper).toBeGreaterThanOrEqual(chance);
      expect(upper - lower).toBeLessThan(0.05 * chance);
    });
  });

  test('fits, and does not fit exponents 5 percent off', () => {
    const runs = [run(3n, 0n), run(10n, 7n, 10n), run(1000n, 5n), run(10n ** 12n, 40n), run(1n, 1n, 3n)];
    const attempt = choiceAttempt(uniform(reproducibleEntropy(7)), runs);
    const drawn: number[] = [];
    while (drawn.length < 40_000) {
      const kept = attempt();
      if (kept) drawn.push(kept.run);
    }
    const mass = (factor: number) => {
      const off = runs.map(({ size, exponent }) =>
        run(size, BigInt(Math.round(Number(exponent.numerator) * 1000 * factor)), exponent.denominator * 1000n),
      );
      const each = chances(off);
      return (value: number) => (each[value] ?? 0) * Number(off[value]?.size ?? 0);
    };
    expect(misfit(drawn, mass(1))).toBeLessThan(4);
    expect(misfit(drawn, mass(1.05))).toBeGreaterThan(8);
    expect(misfit(drawn, mass(0.95))).toBeGreaterThan(8);
  });
});

describe('exponentialChoice', () => {
  test('members of one run are equally likely', () => {
    const below = uniform(reproducibleEntropy(8));
    const drawn = Array.from({ length: 20_000 }, () => Number(exponentialChoice(below, [run(5n, 3n)]).member));
    expect(misfit(drawn, () => 1 / 5)).toBeLessThan(4);
  });

  test('choices that are hopeless are never made, however many there are', () => {
    const below = uniform(reproducibleEntropy(9));
    for (let i = 0; i < 200; i++)
      expect(exponentialChoice(below, [run(10n ** 30n, 10n ** 6n), run(1n, 0n)]).run).toBe(1);
  });

  test('only the differences of exponents matter', () => {
    const draw = (shift: bigint) => {
      const below = uniform(reproducibleEntropy(10));
      return Array.from({ length: 100 }, () => exponentialChoice(below, [run(2n, shift), run(3n, shift + 1n)]));
    };
    expect(draw(0n)).toEqual(draw(1000n));
  });

  test('a negative exponent is refused', () => {
    expect(() => exponentialChoice(uniform(reproducibleEntropy(1)), [run(1n, -1n)])).toThrow(Refusal);
  });
});
