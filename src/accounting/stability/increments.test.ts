import { describe, expect, test } from 'vitest';
import { attack, attacks, hint, reveal, type State, without } from '../../../test/support/stability-attack.ts';
import { greatestFailure } from '../../../test/support/stability-failure.ts';
import { fixedSize } from '../../../test/support/stability-lottery.ts';
import { added } from '../../../test/support/stability-neighbours.ts';
import { failure, type Question, transcripts, type World } from '../../../test/support/stability-transcripts.ts';
import { deltaIncrement } from './increments.ts';

describe('the increment of delta', () => {
  test.each(attacks)(
    'of rate times delta undercharges $undercharged times, the posterior rate never: $samples samples at epsilon $epsilon',
    how => {
      const budget = 1e-4;
      const naive = attack(how, budget, budget / how.rate);
      expect(naive / budget).toBeGreaterThan(how.undercharged);
      const table = { operator: 'bernoulli', rate: how.rate, spent: how.epsilon } as const;
      const perDelta = deltaIncrement([table], { delta: 1, replaceDelta: 1 });
      const sound = attack(how, budget, budget / perDelta);
      expect(sound).toBeLessThanOrEqual(budget * (1 + 1e-12));
      expect(sound).toBeGreaterThan(0.5 * budget);
    },
  );

  test('multiplies along nested samples', () => {
    const outer = { operator: 'bernoulli', rate: 0.1, spent: 0 } as const;
    const inner = { operator: 'bernoulli', rate: 0.5, spent: Math.log(3) } as const;
    const failing = { delta: 0.01, replaceDelta: 0.02 };
    expect(deltaIncrement([outer, inner], failing)).toBeCloseTo(0.1 * 0.75 * 0.01, 14);
    expect(deltaIncrement([], failing)).toBe(0.01);
  });

  test('is in full where a new unit may replace another, and then that of a replaced unit', () => {
    const failing = { delta: 0.05, replaceDelta: 0.1 };
    for (const operator of ['fixed-size', 'fraction', 'take'] as const) {
      expect(deltaIncrement([{ operator }], failing)).toBe(0.1);
    }
    for (const operator of ['skip', 'split'] as const) {
      expect(deltaIncrement([{ operator }], failing)).toBe(0.05);
    }
    // delta alone would be too little: two of three units, one question
    const cost = { epsilon: 0, replace: 0, ...failing };
    const truth = greatestFailure(fixedSize(2), added(2), [cost], 0);
    expect(truth).toBeCloseTo((2 / 3) * 0.1, 7);
    expect(truth).toBeGreaterThan(failing.delta);
  });

  test('after a hint the increment of a fixed-size sample is in full, and amplifying it would be too little', () => {
    // one unit of {a} or of {a, x}; a hint on who was drawn, then the budget on the sample or on the base
    const [epsilon, budget] = [2, 1e-3];
    const drawn: World<State>[] = [
      { state: [true], probability: 0.5 },
      { state: [false], probability: 0.5 },
    ];
    const run = (spend: number): number => {
      const analyst =
        (isPresent: boolean) =>
        (answers: readonly string[]): Question<State> | undefined => {
          if (answers.length === 0) return hint(0, epsilon);
          if (answers.length > 1) return undefined;
          return answers[0] === 'in' ? reveal(state => state[0], spend) : reveal(() => isPresent, budget);
        };
      return failure(transcripts(drawn, analyst(true)), transcripts(without(1), analyst(false)), epsilon);
    };
    expect(run(2 * budget)).toBeGreaterThan(1.3 * budget);
    const table = { operator: 'fixed-size' } as const;
    expect(run(budget / deltaIncrement([table], { delta: 1, replaceDelta: 1 }))).toBeLessThanOrEqual(budget);
  });

  test.each([
    'with-replacement',
    'cluster',
    'fixed-size-cluster',
    'stratified',
    'fixed-size-split',
    'partition',
  ] as const)('needs a cap on %s', operator => {
    const failing = { delta: 0.01, replaceDelta: 0.02 };
    expect(() => deltaIncrement([{ operator }], failing)).toThrow(expect.objectContaining({ code: 'cap_needed' }));
  });

  test('needs a cap for samples under replace-one, and for samples of a sample in which units replace each other', () => {
    const failing = { delta: 0.01, replaceDelta: 0.02 };
    const coin = { operator: 'bernoulli', rate: 0.1, spent: 0 } as const;
    expect(() => deltaIncrement([coin], failing, 'replace-one')).toThrow(/Declare a cap/);
    expect(() => deltaIncrement([{ operator: 'take' }, coin], failing)).toThrow(/Declare a cap/);
    expect(() => deltaIncrement([coin], { delta: Number.NaN, replaceDelta: 0 })).toThrow(/from 0 to 1/);
  });
});
