import { describe, expect, test } from 'vitest';
import { numbersOf, settled, spending } from '../../../test/support/tree-spending.ts';
import { nothing } from '../../amounts/index.ts';
import { rational } from '../../numerics/index.ts';
import { cappedPrice } from '../stability/index.ts';
import { capCharge } from './cap-charge.ts';
import { increments } from './increments.ts';
import type { Derivation, Lineage, SplitRule } from './lineage.ts';

const cap = spending(1, 2, 1e-6, 4e-6);
const bernoulli = (node: string, rate: number): Derivation => ({
  kind: 'sample',
  node,
  sample: { operator: 'bernoulli', rate },
});
const part = (split: SplitRule, name: string): Derivation => ({ kind: 'part', node: 'split', split, part: name });
const lineage = (...steps: readonly Derivation[]): Lineage => ({ relation: 'add-remove', steps });

describe('a cap', () => {
  test('is charged when the sample is made, and never again', () => {
    const made = capCharge(lineage(bernoulli('june', 0.05)), new Map(), cap);
    expect(numbersOf(made.root).epsilon).toBeCloseTo(Math.log1p(0.05 * Math.expm1(1)), 14);
    expect(numbersOf(made.root).delta).toBeCloseTo(5e-8, 15);
    expect(made.nodes).toEqual(new Map([['june', { spent: nothing, passed: made.root }]]));
    expect(made.steps).toHaveLength(1);

    const capped = lineage({ ...bernoulli('june', 0.05), cap } as Derivation);
    let state = settled(new Map(), made.nodes);
    for (let question = 0; question < 4; question++) {
      const { root, nodes, steps } = increments(capped, state, spending(0.25, 0.5, 2.5e-7, 1e-6));
      expect(root).toEqual(nothing);
      expect(steps.map(numbersOf)).toEqual([numbersOf(nothing)]);
      state = settled(state, nodes);
    }
    expect(state.get('june')?.spent).toEqual(cap);
    expect(() => increments(capped, state, spending(1e-9, 0))).toThrow(
      expect.objectContaining({ code: 'cap_exhausted' }),
    );
  });

  test.each([spending(1.01, 0, 0, 0), spending(1, 2.1, 0, 0), spending(0, 0, 1.1e-6, 0), spending(0, 0, 0, 4.1e-6)])(
    'holds in each of its four numbers',
    cost => {
      const capped = lineage({ ...bernoulli('june', 0.05), cap } as Derivation);
      expect(() => increments(capped, new Map(), cost)).toThrow(expect.objectContaining({ code: 'cap_exhausted' }));
    },
  );

  test('of a sample within a sample is asked of that one like a question', () => {
    const state = settled(new Map(), increments(lineage(bernoulli('outer', 0.5)), new Map(), spending(1, 2)).nodes);
    const made = capCharge(lineage(bernoulli('outer', 0.5), { kind: 'where' }, bernoulli('inner', 0.1)), state, cap);
    const inside = cappedPrice({ operator: 'bernoulli', rate: 0.1, cap: numbersOf(cap) });
    const price = (epsilon: number): number => Math.log1p(0.5 * Math.expm1(epsilon));
    expect(numbersOf(made.root).epsilon).toBeCloseTo(price(1 + inside.epsilon) - price(1), 14);
    expect(numbersOf(made.root).delta).toBeCloseTo(((0.5 * Math.E) / (0.5 + 0.5 * Math.E)) * 1e-7, 15);
    const outer = { ...bernoulli('outer', 0.5), cap: spending(9, 18, 1e-3, 1e-2) } as Derivation;
    expect(capCharge(lineage(outer, bernoulli('inner', 0.1)), new Map(), cap).root).toEqual(nothing);
  });

  test('of a split is a cap on each of its parts', () => {
    const halves: SplitRule = {
      operator: 'split',
      rates: new Map([
        ['train', 0.5],
        ['test', 0.25],
      ]),
    };
    const made = capCharge(lineage(part(halves, 'train')), new Map(), cap);
    expect(numbersOf(made.root).epsilon).toBeCloseTo(Math.log1p(0.75 * Math.expm1(1)), 14);
    expect(numbersOf(made.root).delta).toBeCloseTo(1e-6, 15);
    const capped = (name: string): Lineage => lineage({ ...part(halves, name), cap } as Derivation);
    const state = settled(made.nodes, increments(capped('train'), made.nodes, cap).nodes);
    expect(() => increments(capped('train'), state, spending(0.1, 0))).toThrow(
      /costs epsilon 0.1 .* leaves epsilon 0 and delta 0/,
    );
    expect(increments(capped('test'), state, cap).root).toEqual(nothing);
  });

  test('without a delta costs the pure price, on every split', () => {
    const pure = spending(0.5, 0.5);
    const charged = (split: SplitRule, name: string) => capCharge(lineage(part(split, name)), new Map(), pure).root;
    expect(charged({ operator: 'partition', parts: ['A', 'B', 'C'] }, 'A')).toEqual(spending(0.5, 1));
    expect(charged({ operator: 'partition', parts: ['A', 'B', 'C'], rowsPerUnit: 2 }, 'A')).toEqual(spending(1, 1.5));
    expect(charged({ operator: 'take-skip-split', size: 3 }, 'first')).toEqual(spending(1, 1));
    expect(
      rational.compare(charged({ operator: 'fraction-split', rate: 0.5 }, 'rest').epsilon, rational.one),
    ).toBeLessThan(0);
  });

  test('with a delta on a fixed-size split counts the unit that is pushed from one part into the other', () => {
    const split: SplitRule = { operator: 'fixed-size-split', size: 3 };
    const { delta } = numbersOf(capCharge(lineage(part(split, 'first')), new Map(), cap).root);
    expect(delta).toBeCloseTo(1e-6 + Math.E * 0.75 * 4e-6, 15);
  });

  test('with a delta on the first units and the others counts both', () => {
    const split: SplitRule = { operator: 'take-skip-split', size: 3 };
    const { epsilon, delta } = numbersOf(capCharge(lineage(part(split, 'rest')), new Map(), cap).root);
    expect(epsilon).toBeCloseTo(3, 12);
    expect(delta).toBeCloseTo(5e-6, 15);
  });

  test.each<[string, SplitRule, string]>([
    ['fraction split', { operator: 'fraction-split', rate: 0.5 }, 'first'],
    ['split by key', { operator: 'partition', parts: ['A', 'B'] }, 'A'],
  ])('with a delta is refused on a %s', (_, split, name) => {
    expect(() => capCharge(lineage(part(split, name)), new Map(), cap)).toThrow(
      expect.objectContaining({ code: 'sampling_unsupported' }),
    );
  });
});
