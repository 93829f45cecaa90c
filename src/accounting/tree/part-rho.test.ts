import { describe, expect, test } from 'vitest';
import { amounts, spendings } from '../../amounts/index.ts';
import { toNumber } from '../../numerics/index.ts';
import type { Derivation, Lineage } from './lineage.ts';
import { throughParts } from './part-rho.ts';
import type { NodeState, TreeState } from './spending.ts';

const part = (node: string, name: string, more: object = {}): Derivation => ({
  kind: 'part',
  node,
  split: { operator: 'partition', parts: ['a', 'b'] },
  part: name,
  ...more,
});
const of = (steps: readonly Derivation[], relation: Lineage['relation'] = 'add-remove'): Lineage => ({
  relation,
  steps,
});

/** Asked one after the other: what the base is charged for each. */
function chargesOf(asked: readonly (readonly [Lineage, string])[]): number[] {
  let state: TreeState = new Map();
  return asked.map(([lineage, rho]) => {
    const { root, nodes } = throughParts(lineage, state, amounts.written(rho));
    const after = new Map(state);
    for (const [node, more] of nodes) {
      const before: NodeState = after.get(node) ?? { spent: spendings.nothing, passed: spendings.nothing };
      const held = before.rho ?? { spent: amounts.none, passed: amounts.none };
      after.set(node, {
        ...before,
        rho: { spent: amounts.plus(held.spent, more.spent), passed: amounts.plus(held.passed, more.passed) },
      });
    }
    state = after;
    return toNumber(root, 'nearest');
  });
}

describe('throughParts', () => {
  const [a, b] = ['a', 'b'].map(name => of([part('ward', name)]));

  test('charges by how much the part that costs most grew', () => {
    expect(
      chargesOf([
        [a, '0.1'],
        [b, '0.05'],
        [b, '0.1'],
        [a, '0.04'],
        [a, '0.02'],
      ]),
    ).toEqual([0.1, 0, 0.05, 0, 0.01]);
  });

  test('filters and maps between change nothing, and parts of parts hold their own', () => {
    const inner = (ward: string, sex: string) =>
      of([{ kind: 'where' }, part('ward', ward), part(`sex of ${ward}`, sex)]);
    expect(
      chargesOf([
        [inner('a', 'f'), '0.1'],
        [inner('a', 'm'), '0.1'],
        [inner('b', 'm'), '0.1'],
        [a, '0.1'],
        [b, '0.1'],
        [of([{ kind: 'map' }, part('ward', 'b')]), '0.1'],
      ]),
    ).toEqual([0.1, 0, 0, 0.1, 0, 0.1]);
  });

  test('samples of a part count for the part', () => {
    const half: Derivation = { kind: 'sample', node: 'half', sample: { operator: 'bernoulli', rate: 0.5 } };
    expect(
      chargesOf([
        [of([part('ward', 'a'), half]), '0.1'],
        [b, '0.1'],
        [a, '0.1'],
      ]),
    ).toEqual([0.1, 0, 0.1]);
  });

  test.each<[string, Lineage, Lineage]>([
    [
      'replaced people may leave one part for the other',
      of([part('w', 'a')], 'replace-one'),
      of([part('w', 'b')], 'replace-one'),
    ],
    [
      'rows of one person lie in both',
      ...((['a', 'b'] as const).map(name =>
        of([part('w', name, { split: { operator: 'partition', parts: ['a', 'b'], rowsPerUnit: 2 } })]),
      ) as [Lineage, Lineage]),
    ],
    [
      'parts of a sample',
      ...((['a', 'b'] as const).map(name =>
        of([{ kind: 'sample', node: 'half', sample: { operator: 'bernoulli', rate: 0.5 } }, part('w', name)]),
      ) as [Lineage, Lineage]),
    ],
    ['parts in different states', of([part('w 1', 'a')]), of([part('w 2', 'b')])],
    [
      'parts that follow their people from state to state',
      ...((['a', 'b'] as const).map(name => of([part('w', name, { acrossStates: true })])) as [Lineage, Lineage]),
    ],
  ])('%s: both are charged in full', (_, one, other) => {
    expect(
      chargesOf([
        [one, '0.1'],
        [other, '0.1'],
      ]),
    ).toEqual([0.1, 0.1]);
  });
});
