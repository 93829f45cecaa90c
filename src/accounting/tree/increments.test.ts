import { describe, expect, test } from 'vitest';
import { numbersOf, settled, spending, sumOf } from '../../../test/support/tree-spending.ts';
import { nothing, type Spending } from '../../amounts/index.ts';
import { rational } from '../../numerics/index.ts';
import type { Relation } from '../../vocabulary/index.ts';
import type { Sample } from '../stability/price.ts';
import { type Increments, increments } from './increments.ts';
import { type Derivation, type Lineage, type PartName, partOf, type SplitRule } from './lineage.ts';
import type { TreeState } from './spending.ts';

const sampled = (sample: Sample, node = 'june'): Derivation => ({ kind: 'sample', node, sample });
const part = (split: SplitRule, name: PartName, node = 'split'): Derivation => ({
  kind: 'part',
  node,
  split,
  part: name,
});
const lineage = (steps: readonly Derivation[], relation: Relation = 'add-remove'): Lineage => ({ relation, steps });
const bernoulli = (rate: number): Derivation => sampled({ operator: 'bernoulli', rate });
const byWard: SplitRule = { operator: 'partition', parts: ['A', 'B', null] };
const halves: SplitRule = {
  operator: 'split',
  rates: new Map([
    ['train', 0.8],
    ['test', 0.2],
  ]),
};

/** Asks one after another and adds up what the base is charged. */
function asked(questions: readonly (readonly [Lineage, Spending])[]): { root: Spending; state: TreeState } {
  return questions.reduce<{ root: Spending; state: TreeState }>(
    ({ root, state }, [from, cost]) => {
      const more = increments(from, state, cost);
      return { root: sumOf(root, more.root), state: settled(state, more.nodes) };
    },
    { root: nothing, state: new Map() },
  );
}

const oneTenth = spending(0.1, 0.2);

describe('a question', () => {
  test('on the base costs what it costs, to the last digit', () => {
    expect(increments(lineage([]), new Map(), oneTenth)).toEqual({ root: oneTenth, nodes: new Map(), steps: [] });
    const tiny = spending(0.1, 0.1, 1e-25, 1e-25);
    expect(increments(lineage([{ kind: 'map' }]), new Map(), tiny).root).toEqual(tiny);
    const third = { ...nothing, epsilon: rational.ratio(1n, 3n) };
    expect(increments(lineage([]), new Map(), third).root.epsilon).toEqual(
      rational.fromDecimal('0.333333333333333334'),
    );
  });

  test('behind a filter may cost more for a replaced unit', () => {
    const { root } = increments(lineage([{ kind: 'where' }]), new Map(), spending(0.3, 0.1, 2e-6, 1e-6));
    expect(root).toEqual(spending(0.3, 0.3, 2e-6, 2e-6));
  });

  test.each<[string, Derivation]>([
    ['take', sampled({ operator: 'take', size: 10 })],
    ['skip', sampled({ operator: 'skip', size: 10 })],
    ['fixed-size', sampled({ operator: 'fixed-size', size: 10 })],
    ['fraction', sampled({ operator: 'fraction', rate: 0.3 })],
    ['everybody', bernoulli(1)],
    ['part by key', part(byWard, 'A')],
    ['null by key', part(byWard, null)],
    ['skipped part', part({ operator: 'take-skip-split', size: 3 }, 'rest')],
  ])('that no chance makes cheaper stays exact, three times 0.1 is 0.3: %s', (_, step) => {
    const question = [lineage([step]), spending(0.1, 0.1)] as const;
    expect(asked([question, question, question]).root.epsilon).toEqual(rational.fromDecimal('0.3'));
  });
});

describe('questions on one sample', () => {
  test('compose inside it and are amplified once: ten of epsilon 1 at one percent cost 5.4, not 0.17', () => {
    const question = [lineage([bernoulli(0.01)]), spending(1, 2)] as const;
    const { root, state } = asked(Array.from({ length: 10 }, () => question));
    expect(numbersOf(root).epsilon).toBeCloseTo(Math.log1p(0.01 * Math.expm1(10)), 14);
    expect(numbersOf(root).epsilon.toFixed(1)).toBe('5.4');
    expect(state.get('june')?.spent).toEqual(spending(10, 20));
    expect(state.get('june')?.passed).toEqual(root);
    const alone = numbersOf(increments(...(question.slice(0, 1) as [Lineage]), new Map(), question[1]).root).epsilon;
    expect((10 * alone).toFixed(2)).toBe('0.17');
  });

  test('add up to the price of the total in every order', () => {
    const inner = lineage([bernoulli(0.3), { kind: 'where' }, sampled({ operator: 'bernoulli', rate: 0.5 }, 'inner')]);
    const outer = lineage([bernoulli(0.3)]);
    const questions = [
      [outer, oneTenth],
      [inner, spending(0.7, 0.7)],
      [inner, oneTenth],
      [outer, spending(0.4, 0)],
    ] as const;
    const [forwards, backwards] = [asked(questions), asked([...questions].reverse())];
    expect(numbersOf(forwards.root).epsilon).toBeCloseTo(numbersOf(backwards.root).epsilon, 15);
    const nested = Math.log1p(0.5 * Math.expm1(0.8));
    expect(numbersOf(forwards.root).epsilon).toBeCloseTo(Math.log1p(0.3 * Math.expm1(nested + 0.5)), 14);
    expect(forwards.state.get('june')?.spent.epsilon).toEqual(
      rational.add(rational.fromDecimal('0.5'), forwards.state.get('inner')?.passed.epsilon ?? rational.zero),
    );
  });

  test('pay what the price exceeds what was passed before, whoever computed that', () => {
    const state = new Map([['june', { spent: oneTenth, passed: spending(5, 10) }]]);
    const { root, nodes } = increments(lineage([bernoulli(0.5)]), state, oneTenth);
    expect(root).toEqual(nothing);
    expect(nodes.get('june')).toEqual({ spent: oneTenth, passed: nothing });
    const sharper = new Map([['june', { spent: oneTenth, passed: nothing }]]);
    expect(numbersOf(increments(lineage([bernoulli(0.5)]), sharper, oneTenth).root).epsilon).toBeCloseTo(
      Math.log1p(0.5 * Math.expm1(0.2)),
      14,
    );
  });
});

describe('parts', () => {
  test('by a key pay only what exceeds their siblings', () => {
    const on = (name: PartName, epsilon: number) =>
      [lineage([part(byWard, name)]), spending(epsilon, epsilon)] as const;
    const { root, state } = asked([on('A', 0.3), on('B', 0.1), on('B', 0.2), on(null, 0.3)]);
    expect(root).toEqual(spending(0.3, 0.6));
    expect(state.get(partOf('split', 'B'))).toEqual({ spent: spending(0.3, 0.3), passed: nothing });
    expect(state.get('split')).toEqual({ spent: nothing, passed: root });
    expect(asked([on('A', 0.3), on('B', 0.1), on('B', 0.3)]).root.epsilon).toEqual(rational.fromDecimal('0.4'));
  });

  test('by a key that varies in a unit pay for as many parts as it may be in', () => {
    const varying: SplitRule = { ...byWard, rowsPerUnit: 2 };
    const on = (name: PartName, epsilon: number) =>
      [lineage([part(varying, name)]), spending(epsilon, epsilon)] as const;
    expect(asked([on('A', 0.3), on('B', 0.1), on(null, 0.2)]).root).toEqual(spending(0.5, 0.6));
  });

  test('of a random split are weighed by their rates', () => {
    const on = (name: string, epsilon: number) =>
      [lineage([part(halves, name)]), spending(epsilon, 2 * epsilon)] as const;
    const { root } = asked([on('train', 0.5), on('test', 1), on('train', 0.5)]);
    expect(root.epsilon).toEqual(rational.one);
    expect(numbersOf(asked([on('test', 1)]).root).epsilon).toBeCloseTo(Math.log1p(0.2 * Math.expm1(1)), 14);
  });

  test('are named so that no two are confused', () => {
    expect(
      new Set([partOf('a', 'b'), partOf('a', null), partOf('a', 'null'), partOf('a,b', ''), partOf('', 'a,b')]).size,
    ).toBe(5);
  });
});

describe('a fresh draw', () => {
  const fresh = (sample: Sample): Derivation => ({ ...sampled(sample), fresh: true }) as Derivation;

  test('leaves no trace, whatever the state says of its name', () => {
    const state = new Map([['june', { spent: spending(9, 9), passed: spending(9, 9) }]]);
    const steps = [fresh({ operator: 'bernoulli', rate: 0.5 }), sampled({ operator: 'take', size: 3 }, 'take')];
    const { root, nodes } = increments(lineage(steps), state, oneTenth);
    expect(nodes).toEqual(new Map());
    expect(numbersOf(root).epsilon).toBeCloseTo(Math.log1p(0.5 * Math.expm1(0.2)), 14);
  });

  test('is its own cap: delta is amplified', () => {
    const { root } = increments(
      lineage([fresh({ operator: 'bernoulli', rate: 0.5 })]),
      new Map(),
      spending(0.1, 0.2, 1e-6, 3e-6),
    );
    expect(numbersOf(root).delta).toBeCloseTo(5e-7, 15);
    // one removed and one added: with the amplified epsilon that is less than half of 3e-6
    expect(numbersOf(root).replaceDelta).toBeCloseTo((1 + Math.exp(numbersOf(root).epsilon)) * 5e-7, 15);
  });

  test('within another multiplies the rates of delta', () => {
    const coin = (rate: number): Derivation => fresh({ operator: 'bernoulli', rate });
    const { root } = increments(
      lineage([coin(0.5), { kind: 'where' }, coin(0.1)]),
      new Map(),
      spending(1, 2, 1e-6, 4e-6),
    );
    expect(numbersOf(root).delta).toBeCloseTo(5e-8, 15);
  });

  test.each<[PartName, SplitRule, number]>([
    ['train', halves, 0.8e-6],
    ['first', { operator: 'fixed-size-split', size: 3 }, 2.25e-6],
    ['rest', { operator: 'fixed-size-split', size: 3 }, 1e-6],
    ['first', { operator: 'fraction-split', rate: 0.5 }, 1.5e-6],
    ['first', { operator: 'take-skip-split', size: 3 }, 3e-6],
    ['rest', { operator: 'take-skip-split', size: 3 }, 1e-6],
    ['A', byWard, 1e-6],
  ])('part %s alone is a sample: %o', (name, split, delta) => {
    const step = { ...part(split, name), fresh: true } as Derivation;
    const { root, nodes } = increments(lineage([step]), new Map(), spending(0.1, 0.2, 1e-6, 3e-6));
    expect(numbersOf(root).delta).toBeCloseTo(delta, 15);
    expect(nodes.size).toBe(0);
  });

  test.each<Derivation>([
    sampled({ operator: 'bernoulli', rate: 0.5 }, 'kept'),
    part(halves, 'train'),
    { ...sampled({ operator: 'take', size: 3 }, 'capped'), cap: spending(1, 2) } as Derivation,
  ])('may not hold a draw that is kept: %o', kept => {
    const steps = [fresh({ operator: 'bernoulli', rate: 0.5 }), kept];
    expect(() => increments(lineage(steps), new Map(), oneTenth)).toThrow(
      expect.objectContaining({ code: 'sampling_unsound' }),
    );
  });
});

describe('the derivation', () => {
  test('says what each step charges to its input, from the base outwards', () => {
    const steps = [{ kind: 'where' }, bernoulli(0.5), { kind: 'map' }, part(byWard, 'A')] as const;
    const explained: Increments = increments(lineage(steps), new Map(), spending(0.4, 0.2));
    expect(explained.steps.map(step => step.derivation)).toEqual(steps);
    const [whole, sample, mapped, ward] = explained.steps.map(numbersOf);
    expect(ward).toMatchObject({ epsilon: 0.4, replace: 0.4 });
    expect(mapped).toEqual(ward);
    expect(sample.epsilon).toBeCloseTo(Math.log1p(0.5 * Math.expm1(0.4)), 14);
    expect(whole).toEqual(numbersOf(explained.root));
  });

  test('looks at the nodes of the lineage alone', () => {
    const nodes = Array.from({ length: 1000 }, (_, i) => [`node ${i}`, { spent: oneTenth, passed: oneTenth }] as const);
    let lookups = 0;
    const state = new (class extends Map<string, (typeof nodes)[number][1]> {
      override get(node: string) {
        lookups++;
        return super.get(node);
      }
      override [Symbol.iterator](): never {
        throw new RangeError('all nodes were visited');
      }
    })();
    for (const [node, change] of nodes) state.set(node, change);
    increments(
      lineage([bernoulli(0.5), part(byWard, 'A'), sampled({ operator: 'fixed-size', size: 3 }, 'node 7')]),
      state,
      oneTenth,
    );
    expect(lookups).toBeLessThan(12);
  });
});
