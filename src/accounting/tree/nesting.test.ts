/** Charges through nested tables against the linear program: never below, and reached where every price on the way is. */
import { describe, expect, test } from 'vitest';
import * as draw from '../../../test/support/stability-lottery.ts';
import {
  added,
  insertedAnywhere,
  movedAnywhere,
  type Neighbours,
  replaced,
  upTo,
} from '../../../test/support/stability-neighbours.ts';
import { worstPrice } from '../../../test/support/stability-price.ts';
import {
  chargedFor,
  type Derived,
  derive,
  lotteryOf,
  questionsOf,
  type Table,
} from '../../../test/support/tree-plan.ts';
import { numbersOf } from '../../../test/support/tree-spending.ts';
import type { Cost } from '../../vocabulary/index.ts';
import type { SplitRule } from './lineage.ts';

const cost = (epsilon: number, replace: number): Cost => ({ epsilon, replace });

const bernoulli = (rate: number, table: Table, node = `bernoulli ${rate}`): Derived =>
  derive(draw.bernoulli(rate), { kind: 'sample', node, sample: { operator: 'bernoulli', rate } }, table);
const fixedSize = (size: number, table: Table): Derived =>
  derive(draw.fixedSize(size), { kind: 'sample', node: 'fixed', sample: { operator: 'fixed-size', size } }, table);
const fraction = (rate: number, table: Table): Derived =>
  derive(draw.fraction(rate), { kind: 'sample', node: 'fraction', sample: { operator: 'fraction', rate } }, table);
const take = (size: number, table: Table): Derived =>
  derive(draw.take(size), { kind: 'sample', node: 'take', sample: { operator: 'take', size } }, table);
const skip = (size: number, table: Table): Derived =>
  derive(draw.skip(size), { kind: 'sample', node: 'skip', sample: { operator: 'skip', size } }, table);
/** Drops one of the two units that may replace each other. */
const where = (table: Table): Derived =>
  derive(
    draw.where(unit => unit !== 'y' && unit !== 'c~'),
    { kind: 'where' },
    table,
  );

const splitBy =
  (scheme: draw.Scheme, split: SplitRule, names: readonly string[]) =>
  (...tables: readonly Table[]): Derived => ({
    scheme,
    tables: tables.map((table, j) => ({
      derivation: { kind: 'part', node: split.operator, split, part: names[j] },
      table,
    })),
  });
const [two, halves] = [
  ['first', 'rest'],
  ['train', 'test'],
];
const randomSplit = splitBy(
  draw.randomSplit(0.6, 0.4),
  {
    operator: 'split',
    rates: new Map([
      ['train', 0.6],
      ['test', 0.4],
    ]),
  },
  halves,
);
const fixedSizeSplit = splitBy(draw.fixedSizeSplit(1), { operator: 'fixed-size-split', size: 1 }, two);
const fractionSplit = splitBy(draw.fractionSplit(0.5), { operator: 'fraction-split', rate: 0.5 }, two);
const takeSkipSplit = splitBy(draw.takeSkipSplit(1), { operator: 'take-skip-split', size: 1 }, two);
/** By the letter: the unit y that replaces x has a key of its own. */
const keySplit = splitBy(
  draw.keySplit(2, unit => (unit === 'y' ? 1 : 0)),
  { operator: 'partition', parts: ['this', 'that'] },
  ['this', 'that'],
);

interface Case {
  readonly base: (asked: (times: number) => Table) => Table;
  /** In which charge the worst data of all steps coincide. */
  readonly reached?: readonly ('epsilon' | 'replace')[];
  /** Where the order of units matters they are all different. */
  readonly ordered?: true;
}

const cases: Readonly<Record<string, Case>> = {
  'sample of a sample': {
    base: asked => ({ derived: [bernoulli(0.5, { derived: [bernoulli(0.3, asked(1))] })] }),
    reached: ['epsilon', 'replace'],
  },
  'sample of a part': {
    base: asked => ({ derived: [randomSplit({ derived: [bernoulli(0.3, asked(1))] }, asked(0.5))] }),
    reached: ['epsilon'],
  },
  'split of a sample': {
    base: asked => ({ derived: [bernoulli(0.5, { derived: [randomSplit(asked(1), asked(0.5))] })] }),
    reached: ['epsilon'],
  },
  'where between samples': {
    base: asked => ({
      derived: [bernoulli(0.5, { ...asked(0.5), derived: [where({ derived: [bernoulli(0.3, asked(1))] })] })],
    }),
    reached: ['epsilon'],
  },
  'three deep, with questions on the way': {
    base: asked => ({
      ...asked(0.3),
      derived: [
        bernoulli(0.5, { ...asked(0.2), derived: [randomSplit({ derived: [bernoulli(0.25, asked(1))] }, asked(0.5))] }),
      ],
    }),
    reached: ['epsilon'],
  },
  'two samples of the base beside each other': {
    base: asked => ({ derived: [bernoulli(0.5, asked(1)), bernoulli(0.25, asked(1))] }),
    reached: ['epsilon'],
  },
  'key parts of a sample': {
    base: asked => ({ derived: [bernoulli(0.5, { derived: [keySplit(asked(1), asked(0.5))] })] }),
    reached: ['epsilon'],
  },
  'samples of key parts': {
    base: asked => ({ derived: [keySplit({ derived: [bernoulli(0.5, asked(1))] }, asked(0.5))] }),
    reached: ['epsilon', 'replace'],
  },
  'fixed size of a sample': { base: asked => ({ derived: [bernoulli(0.5, { derived: [fixedSize(1, asked(1))] })] }) },
  'sample of a fixed size': { base: asked => ({ derived: [fixedSize(2, { derived: [bernoulli(0.5, asked(1))] })] }) },
  'fraction of a sample': { base: asked => ({ derived: [bernoulli(0.5, { derived: [fraction(0.5, asked(1))] })] }) },
  'fixed-size split of a sample': {
    base: asked => ({ derived: [bernoulli(0.5, { derived: [fixedSizeSplit(asked(1), asked(0.5))] })] }),
  },
  'fraction split of a part': {
    base: asked => ({ derived: [randomSplit({ derived: [fractionSplit(asked(0.5), asked(1))] }, asked(0.2))] }),
  },
  'take of a sample': {
    base: asked => ({ derived: [bernoulli(0.5, { ...asked(0.2), derived: [take(1, asked(1))] })] }),
    ordered: true,
  },
  'sample of take': { base: asked => ({ derived: [take(1, { derived: [bernoulli(0.5, asked(1))] })] }), ordered: true },
  'skip of a sample, where between': {
    base: asked => ({ derived: [bernoulli(0.5, { derived: [where({ derived: [skip(1, asked(1))] })] })] }),
    ordered: true,
  },
  'take-skip split of a sample': {
    base: asked => ({ derived: [bernoulli(0.5, { derived: [takeSkipSplit(asked(0.5), asked(1))] })] }),
    ordered: true,
  },
};

/** A question that only sees the size, a single count, a count by group. */
const ratios = [0, 1, 2];

const families = (ordered: boolean | undefined): Record<'epsilon' | 'replace', Neighbours[]> =>
  ordered
    ? { epsilon: upTo(0, 3).flatMap(insertedAnywhere), replace: upTo(1, 3).flatMap(movedAnywhere) }
    : { epsilon: upTo(0, 3).map(added), replace: upTo(1, 3).map(replaced) };

describe.each(Object.entries(cases))('%s', (_, { base, reached = [], ordered }) => {
  test.each(ratios)('never costs more than is charged, r = %d e', ratio => {
    const table = base(times => ({ asked: cost(0.8 * times, 0.8 * times * ratio) }));
    const charged = numbersOf(chargedFor(table, 'add-remove', 2));
    const asked = questionsOf(table).map(question => question.cost);
    for (const [name, family] of Object.entries(families(ordered)) as ['epsilon' | 'replace', Neighbours[]][]) {
      const truth = worstPrice(lotteryOf(table), family, asked);
      expect(truth, name).toBeLessThanOrEqual(charged[name] + 1e-8);
      if (reached.includes(name) && ratio === 2) expect(truth, name).toBeCloseTo(charged[name], 6);
    }
  });
});

test('samples of public sizes multiply their rates, exactly', () => {
  const known = (size: number, of: number, table: Table): Derived =>
    derive(
      draw.fixedSize(size),
      { kind: 'sample', node: `${size} of ${of}`, sample: { operator: 'fixed-size', size, of } },
      table,
    );
  const base = { derived: [known(3, 4, { derived: [known(2, 3, { asked: cost(0.8, 1.6) })] })] };
  const { replace } = numbersOf(chargedFor(base, 'replace-one', 3));
  expect(worstPrice(lotteryOf(base), [replaced(4)], [cost(0.8, 1.6)])).toBeCloseTo(replace, 6);
  expect(replace).toBeCloseTo(Math.log1p(0.5 * Math.expm1(1.6)), 12);
  expect(() => chargedFor(base, 'add-remove', 1)).toThrow(expect.objectContaining({ code: 'relation_unsupported' }));
});
