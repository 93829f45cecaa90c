/** The exact law of all quantiles that are drawn together, over every small table and its neighbours. */
import { describe, expect, test } from 'vitest';
import { flipLaw } from '../../test/support/flip-law.ts';
import { misfit } from '../../test/support/goodness-of-fit.ts';
import { power } from '../../test/support/rational-power.ts';
import { requestOf, talliesOf, threeRanks } from '../../test/support/three-quantiles.ts';
import { type Rational, rational, toNumber } from '../numerics/index.ts';
import { reproducibleEntropy, uniform } from '../random/index.ts';
import { drawQuantiles, quantileIn } from './joint-quantiles.ts';
import type { QuantileDrawing } from './nearness.ts';

const DRAWINGS = ['permute-and-flip', 'exponential'] as const;
const decimal = rational.fromDecimal;
const [zero, one] = [rational.zero, rational.one];

/** All tables of up to `most` rows with values 0 to 2. */
function tables(most: number): number[][] {
  const all: number[][] = [[]];
  for (let from = 0, size = 1; size <= most; size++) {
    const before = all.slice(from);
    from = all.length;
    for (const rows of before) for (let value = rows.at(-1) ?? 0; value <= 2; value++) all.push([...rows, value]);
  }
  return all;
}

type Chances = ReadonlyMap<string, Rational>;

/**
 * The law of the border's cell and both answers, cell by cell: of so many cells a value, each row has one part in each. Weights are
 * powers of `base`, UNIT of them for a part that lies on the wrong side of the rank, over max(a, b - a).
 */
function lawOf(
  rows: readonly number[],
  ranks: readonly Rational[],
  drawing: QuantileDrawing,
  cells: number,
  base = rational.ratio(2n),
): Chances {
  const parts = rows.flatMap(row => Array.from({ length: cells }, (_, i) => row * cells + i));
  const chances = (misses: readonly number[], { numerator: a, denominator: b }: Rational): Rational[] => {
    const most = Number(a > b - a ? a : b - a);
    const exponents = misses.map(miss => (UNIT / most) * miss);
    const weights = exponents.map(exponent => power(base, Math.min(...exponents) - exponent));
    if (drawing === 'permute-and-flip') return flipLaw(weights);
    const total = weights.reduce(rational.add);
    return weights.map(weight => rational.div(weight, total));
  };
  const [[{ rank: middle }], [lower, upper]] = threeRanks(ranks);
  const ends = 3 * cells;
  const [a, b] = [Number(middle.numerator), Number(middle.denominator)];
  const border = Array.from({ length: ends }, (_, cell) =>
    Math.abs(b * parts.filter(part => part < cell).length - a * parts.length),
  );
  const between = (first: number, end: number, rank: Rational): [number, Rational][] => {
    if (first === end) return [[Math.floor(first / cells), one]];
    const inside = parts.filter(part => part >= first && part < end);
    const [c, d] = [Number(rank.numerator), Number(rank.denominator)];
    const values = [0, 1, 2].filter(value => value >= Math.floor(first / cells) && value * cells < end);
    const misses = values.map(value => {
      const under = inside.filter(part => part < value * cells).length;
      const over = inside.filter(part => part >= (value + 1) * cells).length;
      return Math.max(d * under - c * inside.length, d * over - (d - c) * inside.length);
    });
    const law = chances(misses, rank);
    return values.map((value, i) => [value, law[i]]);
  };
  const found = new Map<string, Rational>();
  const within = (rank: Rational, from: Rational, to: Rational): Rational =>
    rational.div(rational.sub(rank, from), rational.sub(to, from));
  for (const [cell, chance] of chances(border, middle).entries())
    for (const [left, first] of between(0, cell, within(lower.rank, zero, middle)))
      for (const [right, last] of between(cell, ends, within(upper.rank, middle, one)))
        found.set(`${cell} ${left} ${right}`, rational.mul(chance, rational.mul(first, last)));
  return found;
}

/** The least number that every max(a, b - a) of the ranks here divides. */
const UNIT = 6;

const larger = (x: Rational, y: Rational): Rational => (rational.compare(x, y) < 0 ? y : x);

function largestRatio(one: Chances, other: Chances): Rational {
  let largest = zero;
  for (const [output, chance] of one)
    for (const ratio of [rational.div(chance, other.get(output)!), rational.div(other.get(output)!, chance)])
      largest = larger(largest, ratio);
  return largest;
}

const SETS = [
  ['0.25', '0.5', '0.75'],
  ['0', '0.25', '1'],
  ['0.2', '0.4', '0.8'],
].map(ranks => ranks.map(decimal));

describe.each(DRAWINGS)('drawQuantiles, %s', drawing => {
  test.each(SETS)(
    'neighbouring tables keep the ratio of two levels, exactly, and need more than one: %#',
    (...ranks) => {
      for (const [cells, k, most] of [
        [1, 1, 4],
        [2, 1, 4],
        [3, 1, 2],
        [2, 2, 2],
      ]) {
        const known = new Map<string, Chances>();
        const law = (rows: readonly number[]): Chances => {
          const sorted = rows.toSorted((a, b) => a - b);
          const found = known.get(sorted.join()) ?? lawOf(sorted, ranks, drawing, cells);
          known.set(sorted.join(), found);
          return found;
        };
        const units = tables(k).filter(rows => rows.length > 0);
        let [added, replaced] = [zero, zero];
        for (const rows of tables(most)) {
          const withUnits = units.map(unit => law([...rows, ...unit]));
          for (const [i, with_] of withUnits.entries()) {
            added = larger(added, largestRatio(law(rows), with_));
            for (const other of withUnits.slice(0, i)) replaced = larger(replaced, largestRatio(with_, other));
          }
        }
        // a level for a sensitivity of s rows keeps 2·s·cells·UNIT powers of 2
        const levels = (number: number, rowsChanged: number) =>
          power(rational.ratio(2n), number * 2 * rowsChanged * cells * UNIT);
        expect(rational.compare(added, levels(2, k))).toBeLessThanOrEqual(0);
        expect(rational.compare(replaced, levels(2, 2 * k))).toBeLessThanOrEqual(0);
        expect(rational.compare(added, levels(1, k))).toBeGreaterThan(0);
      }
    },
  );

  test('draws have that law', () => {
    const [ranks, cells] = [SETS[2], 3n];
    const epsilon = rational.fromNumber(2 * 2 * Number(cells) * UNIT * Math.log(1.05));
    for (const rows of [[0, 1, 1, 1, 2], []]) {
      const below = uniform(reproducibleEntropy(3));
      const request = requestOf(ranks, epsilon, { drawing });
      const drawn = Array.from({ length: 6000 }, () => {
        const all = drawQuantiles(below, talliesOf(rows), request, cells);
        return Number(ranks.map(rank => quantileIn(all, rank)).join(''));
      });
      const mass = (hundredths: bigint) => {
        const base = rational.ratio(hundredths, 100n);
        return answersBy(lawOf(rows, ranks, drawing, Number(cells), base), Number(cells));
      };
      expect(misfit(drawn, mass(105n))).toBeLessThan(4);
      if (rows.length > 0) expect(misfit(drawn, mass(107n))).toBeGreaterThan(6);
    }
  });
});

/** By the three answers alone. */
function answersBy(law: Chances, cells: number): (value: number) => number {
  const chances = new Map<number, number>();
  for (const [output, chance] of law) {
    const [cell, left, right] = output.split(' ').map(Number);
    const answers = Number(`${left}${Math.floor(cell / cells)}${right}`);
    chances.set(answers, (chances.get(answers) ?? 0) + toNumber(chance, 'nearest'));
  }
  return value => chances.get(value) ?? 0;
}
