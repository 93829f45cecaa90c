import { describe, expect, test } from 'vitest';
import { numbersOf, settled, spending } from '../../../test/support/tree-spending.ts';
import type { ExactLoss, Spending } from '../../amounts/index.ts';
import { rational } from '../../numerics/index.ts';
import type { Relation } from '../../vocabulary/index.ts';
import { allowance } from './allowance.ts';
import { increments } from './increments.ts';
import type { Derivation, Lineage, SplitRule } from './lineage.ts';
import type { TreeState } from './spending.ts';

const twice = (amount: ExactLoss['epsilon']) => rational.add(amount, amount);
const thrice = (amount: ExactLoss['epsilon']) => rational.add(amount, twice(amount));

/** A count by group: a replaced unit counts twice. */
const byGroup = ({ epsilon, delta }: ExactLoss): Spending => ({
  epsilon,
  replace: twice(epsilon),
  delta,
  replaceDelta: thrice(delta),
});
/** A single count. */
const single = ({ epsilon, delta }: ExactLoss): Spending => ({ epsilon, replace: epsilon, delta, replaceDelta: delta });

const sampled = (
  sample: Extract<Derivation, { kind: 'sample' }>['sample'],
  node: string = sample.operator,
): Derivation => ({
  kind: 'sample',
  node,
  sample,
});
const part = (split: SplitRule, name: string): Derivation => ({
  kind: 'part',
  node: split.operator,
  split,
  part: name,
});
const lineage = (steps: readonly Derivation[], relation: Relation = 'add-remove'): Lineage => ({ relation, steps });
const limit = (epsilon: number, delta = 0): ExactLoss => {
  const { epsilon: most, delta: failing } = spending(epsilon, 0, delta);
  return { epsilon: most, delta: failing };
};
const none: TreeState = new Map();
const halves: SplitRule = {
  operator: 'split',
  rates: new Map([
    ['train', 0.5],
    ['test', 0.5],
  ]),
};
const byWard: SplitRule = { operator: 'partition', parts: ['A', 'B'] };

const underRelation = ({ relation }: Lineage, { epsilon, replace, delta, replaceDelta }: Spending): ExactLoss =>
  relation === 'add-remove' ? { epsilon, delta } : { epsilon: replace, delta: replaceDelta };

const lineages: readonly Lineage[] = [
  lineage([]),
  lineage([{ kind: 'where' }]),
  lineage([sampled({ operator: 'bernoulli', rate: 0.01 })]),
  lineage([sampled({ operator: 'bernoulli', rate: 0.01 })], 'replace-one'),
  lineage([
    sampled({ operator: 'bernoulli', rate: 0.3 }),
    { kind: 'where' },
    sampled({ operator: 'bernoulli', rate: 0.1 }, 'b'),
  ]),
  lineage([part(halves, 'train'), sampled({ operator: 'bernoulli', rate: 0.1 })]),
  lineage([sampled({ operator: 'fixed-size', size: 100 })]),
  lineage([sampled({ operator: 'fixed-size', size: 100, of: 10_000 })], 'replace-one'),
  lineage([sampled({ operator: 'fraction', rate: 0.1 }), sampled({ operator: 'take', size: 10 })]),
  lineage([part({ operator: 'fraction-split', rate: 0.3 }, 'rest')]),
  lineage(
    [part({ operator: 'take-skip-split', size: 3 }, 'first'), sampled({ operator: 'bernoulli', rate: 0.1 })],
    'replace-one',
  ),
];

describe.each(lineages)('on %o', from => {
  test.each([1e-6, 0.1, 1, 12])(
    'epsilon %d is nearly reached and never exceeded, later questions get less',
    epsilon => {
      let state = none;
      let last: ExactLoss | undefined;
      for (let question = 0; question < 3; question++) {
        const inner = allowance(from, state, byGroup, limit(epsilon));
        const { root, nodes } = increments(from, state, byGroup(inner));
        const charged = underRelation(from, root).epsilon;
        expect(rational.compare(charged, limit(epsilon).epsilon)).toBeLessThanOrEqual(0);
        const more = { ...inner, epsilon: rational.mul(inner.epsilon, rational.fromDecimal('1.000000001')) };
        const beyond = underRelation(from, increments(from, state, byGroup(more)).root).epsilon;
        expect(rational.compare(beyond, limit(epsilon).epsilon)).toBeGreaterThan(0);
        if (last !== undefined) expect(rational.compare(inner.epsilon, last.epsilon)).toBeLessThanOrEqual(0);
        state = settled(state, nodes);
        last = inner;
      }
    },
  );
});

describe('an allowance', () => {
  test('on a one percent sample is large at first and then the limit itself', () => {
    const from = lineage([sampled({ operator: 'bernoulli', rate: 0.01 })]);
    const first = allowance(from, none, byGroup, limit(0.1));
    expect(numbersOf(byGroup(first)).epsilon).toBeCloseTo(Math.log1p(Math.expm1(0.1) / 0.01), 10);
    const full = settled(none, increments(from, none, spending(40, 80)).nodes);
    expect(numbersOf(byGroup(allowance(from, full, byGroup, limit(0.1)))).epsilon).toBeCloseTo(0.1, 10);
  });

  test.each<[string, readonly Derivation[]]>([
    ['the base', []],
    ['a fixed-size sample', [sampled({ operator: 'fixed-size', size: 100 })]],
    ['take', [sampled({ operator: 'take', size: 100 })]],
    ['a part by a key', [part(byWard, 'A')]],
  ])('of a single count on %s is the limit, to the last digit', (_, steps) => {
    expect(allowance(lineage(steps), none, single, limit(0.1))).toEqual(limit(0.1));
    expect(allowance(lineage(steps), none, single, limit(0.1, 1e-6))).toEqual(limit(0.1, 1e-6));
  });

  test('on a part by a key is the limit itself, whatever the siblings spent', () => {
    const dearer = settled(none, increments(lineage([part(byWard, 'B')]), none, spending(0.5, 1)).nodes);
    const inner = allowance(lineage([part(byWard, 'A')]), dearer, byGroup, limit(0.3));
    expect(inner).toEqual(limit(0.3));
    expect(increments(lineage([part(byWard, 'A')]), dearer, byGroup(inner)).root.epsilon).toEqual(rational.zero);
    const sampledWard = lineage([part(byWard, 'A'), sampled({ operator: 'bernoulli', rate: 0.1 })]);
    expect(allowance(sampledWard, dearer, byGroup, limit(0.3))).toEqual(
      allowance(sampledWard, none, byGroup, limit(0.3)),
    );
  });

  test('of delta is turned round too: by the rate, then by the posterior rate', () => {
    const from = lineage([sampled({ operator: 'bernoulli', rate: 0.01 })]);
    const inner = allowance(from, none, byGroup, limit(0.1, 1e-6));
    expect(numbersOf(byGroup(inner)).delta).toBeCloseTo(1e-4, 10);
    const { root, nodes } = increments(from, none, byGroup(inner));
    expect(rational.compare(root.delta, limit(0.1, 1e-6).delta)).toBeLessThanOrEqual(0);
    const later = allowance(from, settled(none, nodes), byGroup, limit(0.1, 1e-6));
    expect(numbersOf(byGroup(later)).delta).toBeLessThan(0.2e-4);
  });

  test('of delta on a fresh sample is by the rate, and with it what a replaced unit may fail', () => {
    const fresh = { ...sampled({ operator: 'fixed-size', size: 3 }), fresh: true } as Derivation;
    const inner = allowance(lineage([fresh]), none, byGroup, limit(0.1, 9e-7));
    expect(numbersOf(byGroup(inner)).delta).toBeCloseTo(4e-7, 14);
  });

  test('under a cap is a share of the cap', () => {
    const capped = { ...sampled({ operator: 'bernoulli', rate: 0.01 }), cap: spending(1, 2, 1e-6, 1e-5) } as Derivation;
    expect(allowance(lineage([capped]), none, byGroup, limit(0.1, 1e-7))).toEqual(limit(0.1, 1e-7));
    const inside = lineage([capped, sampled({ operator: 'bernoulli', rate: 0.1 }, 'inner')]);
    expect(numbersOf(byGroup(allowance(inside, none, byGroup, limit(0.1)))).epsilon).toBeCloseTo(
      Math.log1p(Math.expm1(0.1) / 0.1),
      10,
    );
  });

  test('has an end where nothing is ever charged', () => {
    const size = ({ epsilon }: ExactLoss): Spending => ({ ...spending(0, 0), epsilon });
    const { epsilon } = allowance(lineage([], 'replace-one'), none, size, limit(0.1));
    expect(rational.compare(epsilon, rational.ratio(1024n))).toBeLessThanOrEqual(0);
    expect(rational.compare(epsilon, rational.ratio(1000n))).toBeGreaterThan(0);
  });
});
