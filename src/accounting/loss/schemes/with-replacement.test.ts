import { describe, expect, test } from 'vitest';
import { greatestDelta } from '../../../../test/support/loss-guarantee.ts';
import {
  additions,
  discreteLaplaceSum,
  faults,
  gaussianSum,
  laplaceSum,
  reach,
  removals,
  replacements,
} from '../../../../test/support/loss-samples.ts';
import { withReplacement } from '../../../../test/support/stability-lottery.ts';
import { added, replaced } from '../../../../test/support/stability-neighbours.ts';
import type { SpecifiedMechanism } from '../../specification.ts';
import { withReplacement as withReplacementPrice } from '../../stability/with-replacement.ts';
import { baseOf } from '../mechanism.ts';
import { deltaOf } from '../pair.ts';
import { upperDelta } from '../profile.ts';
import { withReplacementBounds } from './with-replacement.ts';

const COARSE = { reached: 4e-5, below: 4e-5 };
const mechanisms = [
  {
    mechanism: { kind: 'discrete-laplace', parameter: 0.5, sensitivity: 1 },
    answers: discreteLaplaceSum(0.5, 8),
    room: {},
  },
  { mechanism: { kind: 'laplace', scale: 2, sensitivity: 1 }, answers: laplaceSum(2), room: COARSE },
  { mechanism: { kind: 'gaussian', noiseMultiplier: 1.5, sensitivity: 1 }, answers: gaussianSum(1.5), room: COARSE },
] as const satisfies { mechanism: SpecifiedMechanism; answers: unknown; room: object }[];

const draws = [
  [1, 2],
  [2, 2],
  [3, 3],
];

describe('withReplacementBounds', () => {
  test.each(mechanisms)('$mechanism.kind: a unit more', ({ mechanism, answers, room }) => {
    for (const [size, of] of draws) {
      const tables = removals(withReplacement(size), answers, of);
      const removal = withReplacementBounds(baseOf(mechanism), { size, of }, 'remove');
      expect(faults(removal, tables, room)).toEqual([]);
      expect(reach(removal, tables, 0.1)).toBeGreaterThan(0.999);
      const back = additions(withReplacement(size), answers, of);
      const addition = withReplacementBounds(baseOf(mechanism), { size, of }, 'add');
      expect(faults(addition, back, room)).toEqual([]);
      expect([removal.tight, addition.tight]).toEqual([true, true]);
      expect(faults(addition, tables, room)).not.toEqual([]);
    }
  });

  test.each(mechanisms)('$mechanism.kind: a replaced unit', ({ mechanism, answers, room }) => {
    for (const [size, of] of draws) {
      const tables = replacements(withReplacement(size), answers, of);
      const bounds = withReplacementBounds(baseOf(mechanism), { size, of }, 'replace');
      expect(faults(bounds, tables, room)).toEqual([]);
      expect(reach(bounds, tables, 0.1)).toBeGreaterThan(0.6);
    }
  });

  test('the one-sided mixture is not the worst replaced pair at 0: the bound is above both', () => {
    const bounds = withReplacementBounds(
      baseOf({ kind: 'gaussian', noiseMultiplier: 1, sensitivity: 1 }),
      { size: 5, of: 10 },
      'replace',
    );
    const examples = bounds.lowers.map(lower => deltaOf(lower, 0).lower);
    expect(examples.some(delta => Math.abs(delta - 0.29344) < 1e-5)).toBe(true);
    expect(Math.max(...examples)).toBeCloseTo(0.30208, 4);
    expect(upperDelta(bounds.upper, 0)).toBeGreaterThan(0.302077);
  });

  test('many draws: rare repetitions count as infinite loss, and are rare', () => {
    const bounds = withReplacementBounds(
      baseOf({ kind: 'gaussian', noiseMultiplier: 4, sensitivity: 1 }),
      { size: 1000, of: 10_000 },
      'remove',
    );
    expect('infinite' in bounds.upper && bounds.upper.infinite).toBeLessThan(1e-29);
    expect('infinite' in bounds.upper && bounds.upper.infinite).toBeGreaterThan(0);
    // but no data are certain to have one
    expect(bounds.lowers.map(({ infinite }) => infinite)).toEqual([0]);
  });
});

describe('a guarantee alone, with replacement', () => {
  test.each([
    { epsilon: 0.5, replace: 1 },
    { epsilon: 0.8, replace: 0.3 },
  ])('epsilon $epsilon, replace $replace', cost => {
    for (const [size, of] of draws) {
      const bounds = withReplacementBounds(baseOf({ kind: 'pure', ...cost }), { size, of }, 'replace');
      expect(bounds.highest).toBeCloseTo(withReplacementPrice({ size, of }, cost).replace, 12);
      for (const epsilon of [-0.1, 0, 0.1, 0.3]) {
        const [one, other] = replaced(of);
        const through = [size - 1, size, size + 1].flatMap(near =>
          withReplacement(near)([...new Set([...one, ...other])]),
        );
        const truth = greatestDelta(withReplacement(size), [one, other], cost, epsilon, through).forward;
        expect(truth).toBeLessThan(upperDelta(bounds.upper, epsilon) + 1e-9);
        for (const lower of bounds.lowers) expect(deltaOf(lower, epsilon).lower).toBeLessThan(truth + 1e-9);
      }
    }
  });

  test('a unit more: the worst chain is reached, at every epsilon', () => {
    const cost = { epsilon: 0.5, replace: 1 };
    for (const [size, of] of [
      [1, 2],
      [2, 2],
    ]) {
      const base = baseOf({ kind: 'pure', ...cost });
      const [removal, addition] = (['remove', 'add'] as const).map(way =>
        withReplacementBounds(base, { size, of }, way),
      );
      expect([removal.tight, addition.tight]).toEqual([true, true]);
      const [less, more] = added(of);
      const through = [size - 1, size, size + 1].flatMap(near => withReplacement(near)(more));
      for (const epsilon of [-0.1, 0, 0.1, 0.3]) {
        const truth = greatestDelta(withReplacement(size), [less, more], cost, epsilon, through);
        expect(upperDelta(addition.upper, epsilon)).toBeCloseTo(truth.forward, 8);
        expect(upperDelta(removal.upper, epsilon)).toBeCloseTo(truth.backward, 8);
      }
    }
  });
});
