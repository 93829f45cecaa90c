/**
 * Every way in which a tree of derived tables may be drawn from a handful of units, with whole-number weights.
 * A table is a set of units written as bits. Every draw has the same total weight on all data, so that weights compare.
 */
import type { Derivation, SplitRule } from '../../src/accounting/tree/index.ts';

export type Units = number;

/** No data have more units than this: totals of weights are computed for so many. */
export const UNIVERSE = 4;
const QUARTERS = 4;
const CHOICES = 12;

/** One table, or several, drawn from a table: what the accountant is told of each, and every outcome. */
export interface Drawing {
  readonly derivations: readonly Derivation[];
  readonly outcomes: (units: Units) => readonly Drawn[];
}

interface Drawn {
  readonly tables: readonly Units[];
  readonly weight: number;
}

export interface World {
  /** The base, then the tables of each drawing in their order. */
  readonly tables: readonly Units[];
  readonly weight: number;
}

/** A drawing and the place of the table that it draws from. */
export interface Planted {
  readonly from: number;
  readonly drawing: Drawing;
}

export function worldsOf(base: Units, forest: readonly Planted[]): World[] {
  return forest.reduce<World[]>(
    (worlds, { from, drawing }) =>
      worlds.flatMap(({ tables, weight }) =>
        drawing
          .outcomes(tables[from])
          .map(drawn => ({ tables: [...tables, ...drawn.tables], weight: weight * drawn.weight })),
      ),
    [{ tables: [base], weight: 1 }],
  );
}

const members = (units: Units): Units[] =>
  Array.from({ length: UNIVERSE }, (_, i) => 1 << i).filter(unit => (units & unit) !== 0);

/** Every unit goes to part j with so many quarters, for a rate that may depend on the unit. */
function tossed(units: Units, parts: number, quartersOf: (unit: Units) => readonly number[]): Drawn[] {
  const start: Drawn[] = [
    { tables: Array<Units>(parts).fill(0), weight: QUARTERS ** (UNIVERSE - members(units).length) },
  ];
  return members(units).reduce((all, unit) => {
    const quarters = quartersOf(unit);
    const lost = QUARTERS - quarters.reduce((sum, rate) => sum + rate, 0);
    return all.flatMap(({ tables, weight }) =>
      [
        { tables, weight: weight * lost },
        ...quarters.map((rate, j) => ({
          tables: tables.map((table, i) => (i === j ? table | unit : table)),
          weight: weight * rate,
        })),
      ].filter(drawn => drawn.weight > 0),
    );
  }, start);
}

/** All subsets of a size, equally likely, and what is left. */
function chosen(units: Units, size: number): Drawn[] {
  const subsets = Array.from({ length: 1 << UNIVERSE }, (_, subset) => subset).filter(
    subset => (subset & ~units) === 0 && members(subset).length === Math.min(size, members(units).length),
  );
  return subsets.map(subset => ({ tables: [subset, units & ~subset], weight: CHOICES / subsets.length }));
}

const only = (j: number, drawn: readonly Drawn[]): Drawn[] =>
  drawn.map(({ tables, weight }) => ({ tables: [tables[j]], weight }));

const firstOf = (units: Units, size: number): Units =>
  members(units)
    .slice(0, size)
    .reduce((table, unit) => table | unit, 0);

const certain = (...tables: readonly Units[]): Drawn[] => [{ tables, weight: 1 }];

const parts = (node: string, split: SplitRule, names: readonly string[]): Derivation[] =>
  names.map(part => ({ kind: 'part', node, split, part }));

const two = ['first', 'rest'];

export const where = (kept: Units): Drawing => ({
  derivations: [{ kind: 'where' }],
  outcomes: units => certain(units & kept),
});

export const bernoulli = (node: string, quarters: number): Drawing => ({
  derivations: [{ kind: 'sample', node, sample: { operator: 'bernoulli', rate: quarters / QUARTERS } }],
  outcomes: units => tossed(units, 1, () => [quarters]),
});

/** Units of `stratum` at one rate, the others at another. */
export const stratified = (node: string, stratum: Units, inside: number, outside: number): Drawing => ({
  derivations: [
    {
      kind: 'sample',
      node,
      sample: { operator: 'stratified', rates: [inside / QUARTERS, outside / QUARTERS] },
    },
  ],
  outcomes: units => tossed(units, 1, unit => [(unit & stratum) !== 0 ? inside : outside]),
});

export const randomSplit = (node: string, quarters: readonly number[]): Drawing => {
  const names = quarters.map((_, j) => `part ${j}`);
  const rates = new Map(names.map((name, j) => [name, quarters[j] / QUARTERS]));
  return {
    derivations: parts(node, { operator: 'split', rates }, names),
    outcomes: units => tossed(units, quarters.length, () => quarters),
  };
};

export const fixedSize = (node: string, size: number): Drawing => ({
  derivations: [{ kind: 'sample', node, sample: { operator: 'fixed-size', size } }],
  outcomes: units => only(0, chosen(units, size)),
});

export const fixedSizeSplit = (node: string, size: number): Drawing => ({
  derivations: parts(node, { operator: 'fixed-size-split', size }, two),
  outcomes: units => chosen(units, size),
});

const half = (units: Units): number => Math.floor(members(units).length / 2);

export const fraction = (node: string): Drawing => ({
  derivations: [{ kind: 'sample', node, sample: { operator: 'fraction', rate: 0.5 } }],
  outcomes: units => only(0, chosen(units, half(units))),
});

export const fractionSplit = (node: string): Drawing => ({
  derivations: parts(node, { operator: 'fraction-split', rate: 0.5 }, two),
  outcomes: units => chosen(units, half(units)),
});

export const take = (node: string, size: number): Drawing => ({
  derivations: [{ kind: 'sample', node, sample: { operator: 'take', size } }],
  outcomes: units => certain(firstOf(units, size)),
});

export const skip = (node: string, size: number): Drawing => ({
  derivations: [{ kind: 'sample', node, sample: { operator: 'skip', size } }],
  outcomes: units => certain(units & ~firstOf(units, size)),
});

export const takeSkipSplit = (node: string, size: number): Drawing => ({
  derivations: parts(node, { operator: 'take-skip-split', size }, two),
  outcomes: units => certain(firstOf(units, size), units & ~firstOf(units, size)),
});

/** Units of `first` have one key, all others another. */
export const keySplit = (node: string, first: Units): Drawing => {
  const names = ['this', 'that'];
  return {
    derivations: parts(node, { operator: 'partition', parts: names }, names),
    outcomes: units => certain(units & first, units & ~first),
  };
};
