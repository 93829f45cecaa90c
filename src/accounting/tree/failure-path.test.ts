import { describe, expect, test } from 'vitest';
import { attack, attacks } from '../../../test/support/stability-attack.ts';
import { numbersOf, settled, spending } from '../../../test/support/tree-spending.ts';
import type { Spending } from '../../amounts/index.ts';
import { rational } from '../../numerics/index.ts';
import type { Relation } from '../../vocabulary/index.ts';
import type { Sample } from '../stability/price.ts';
import { increments } from './increments.ts';
import type { Derivation, SplitRule } from './lineage.ts';
import type { TreeState } from './spending.ts';

const none: TreeState = new Map();
const sampled = (sample: Sample, node: string = sample.operator): Derivation => ({ kind: 'sample', node, sample });
const part = (split: SplitRule, name: string): Derivation => ({
  kind: 'part',
  node: split.operator,
  split,
  part: name,
});
const coin = (rate: number, node?: string): Derivation => sampled({ operator: 'bernoulli', rate }, node);
const halves: SplitRule = { operator: 'split', rates: new Map([['train', 0.5]]) };
const byWard: SplitRule = { operator: 'partition', parts: ['A', 'B'] };

const charge = (
  steps: readonly Derivation[],
  cost: Spending,
  state: TreeState = none,
  relation: Relation = 'add-remove',
) => increments({ relation, steps }, state, cost);

const failing = spending(0.1, 0.2, 1e-6, 3e-6);

describe('a question with a delta and no cap', () => {
  test.each(attacks)(
    'is charged so that hints on $samples samples of rate $rate gain nothing; rate times delta would be too little',
    how => {
      const budget = 1e-4;
      expect(attack(how, budget, budget / how.rate)).toBeGreaterThan(how.undercharged * budget);
      const steps = [coin(how.rate)];
      const hinted = settled(none, charge(steps, spending(how.epsilon, how.epsilon)).nodes);
      const { root } = charge(steps, spending(0, 0, 0.001, 0.001), hinted);
      const perDelta = numbersOf(root).delta / 0.001;
      const sound = attack(how, budget, budget / perDelta);
      expect(sound).toBeLessThanOrEqual(budget * (1 + 1e-12));
      expect(sound).toBeGreaterThan(0.5 * budget);
    },
  );

  test('is told apart by what was spent before it, not by its own epsilon', () => {
    const steps = [coin(0.1, 'outer'), { kind: 'where' } as const, coin(0.5, 'inner')];
    const first = charge(steps, failing);
    expect(numbersOf(first.root).delta).toBeCloseTo(0.05e-6, 15);
    expect(first.nodes.get('inner')?.spent).toEqual(failing);
    expect(numbersOf(first.nodes.get('outer')?.spent ?? failing).delta).toBeCloseTo(0.5e-6, 15);
    const state = settled(none, charge(steps, spending(1, 2)).nodes);
    const posterior = (rate: number, spent: number): number =>
      (rate * Math.exp(spent)) / (1 - rate + rate * Math.exp(spent));
    const inside = Math.log1p(0.5 * Math.expm1(1));
    const expected = posterior(0.5, 1) * posterior(0.1, inside) * 1e-6;
    expect(numbersOf(charge(steps, failing, state).root).delta).toBeCloseTo(expected, 15);
  });

  test.each<[string, readonly Derivation[], number]>([
    ['skip', [sampled({ operator: 'skip', size: 2 })], 1e-6],
    ['random split', [part(halves, 'train')], 1e-6],
    ['fixed size', [sampled({ operator: 'fixed-size', size: 2 })], 3e-6],
    ['fraction', [sampled({ operator: 'fraction', rate: 0.5 })], 3e-6],
    ['take behind a filter', [{ kind: 'where' }, sampled({ operator: 'take', size: 2 })], 3e-6],
    ['part by key', [part(byWard, 'A')], 1e-6],
  ])('is charged in full, to the last digit, on %s', (_, steps, delta) => {
    expect(charge(steps, failing).root.delta).toEqual(rational.fromDecimal(String(delta)));
  });

  test('on a part by a key is a filter: paid in full beside its siblings, and not recorded there', () => {
    const state = settled(none, charge([part(byWard, 'B')], spending(0.5, 0.5)).nodes);
    const { root, nodes } = charge([part(byWard, 'A')], failing, state);
    expect(root).toEqual(failing);
    expect(nodes).toEqual(new Map());
    const sample = charge([part(byWard, 'A'), coin(0.5)], failing, state);
    expect([...sample.nodes.keys()]).toEqual(['bernoulli']);
    expect(numbersOf(sample.root).delta).toBeCloseTo(0.5e-6, 15);
    expect(charge([part(byWard, 'A')], failing, none, 'replace-one').root).toEqual(failing);
  });

  test.each<[string, readonly Derivation[], Relation]>([
    ['stratified', [sampled({ operator: 'stratified', rates: [0.1, 0.5] })], 'add-remove'],
    ['fixed-size split', [part({ operator: 'fixed-size-split', size: 3 }, 'first')], 'add-remove'],
    ['fraction split', [part({ operator: 'fraction-split', rate: 0.5 }, 'first')], 'add-remove'],
    ['take-skip split', [part({ operator: 'take-skip-split', size: 3 }, 'rest')], 'add-remove'],
    ['a sample of a fixed-size sample', [sampled({ operator: 'fixed-size', size: 3 }), coin(0.5)], 'add-remove'],
    ['a sample under replace-one', [coin(0.5)], 'replace-one'],
    [
      'a sample within a capped one',
      [{ ...coin(0.5, 'capped'), cap: spending(9, 9, 1, 1) } as Derivation, coin(0.5)],
      'add-remove',
    ],
  ])('needs a cap on %s', (_, steps, relation) => {
    expect(() => charge(steps, failing, none, relation)).toThrow(expect.objectContaining({ code: 'cap_needed' }));
    expect(() => charge(steps, spending(0.1, 0.2), none, relation)).not.toThrow();
  });
});
