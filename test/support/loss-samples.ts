/**
 * What sampled mechanisms truly reveal on small data: every sample with its exact probability, every answer with its.
 * A unit is written `a1:+1`: who it is, and what it contributes to a sum.
 */
import type { LossPair } from '../../src/accounting/loss/pair.ts';
import { deltaOf } from '../../src/accounting/loss/pair.ts';
import { upperDelta } from '../../src/accounting/loss/profile.ts';
import type { StepBounds } from '../../src/accounting/loss/schemes/scheme.ts';
import { upperTail } from '../../src/numerics/index.ts';
import { epsilons, hockeyStick, type Table, turned } from './loss-tables.ts';
import type { Outcome, Part, Scheme } from './stability-lottery.ts';

/** The probabilities of a finite mechanism's answers on each part of an outcome. */
export type Answers = (outcome: Outcome) => readonly number[];

const contribution = (unit: string): number => Number(unit.split(':')[1]);
const sumOf = (part: Part): number => part.reduce((sum, unit) => sum + contribution(unit), 0);

/** A sum with noise given by its upper tail, seen through cells whose ends are `edges`: never more than the noise reveals. */
function noisySum(tail: (x: number) => number, edges: readonly number[]): Answers {
  const known = new Map<number, number[]>();
  return ([sample]) => {
    const sum = sumOf(sample);
    const answers = known.get(sum) ?? cells(tail, edges, sum);
    known.set(sum, answers);
    return answers;
  };
}

function cells(tail: (x: number) => number, edges: readonly number[], centre: number): number[] {
  // symmetric noise: the smaller tail of the two keeps its digits
  const between = (from: number, to: number): number => (from > 0 ? tail(from) - tail(to) : tail(-to) - tail(-from));
  return [-Infinity, ...edges].map((from, i) => between(from - centre, (edges[i] ?? Infinity) - centre));
}

/** Integers with weights exp(-parameter·|x|): beyond all sums their tail is geometric, so the ends lose nothing. */
export const discreteLaplaceSum = (parameter: number, reach: number): Answers => {
  const tail = (x: number): number => {
    if (x === Infinity) return 0;
    const least = Math.ceil(x);
    const share = Math.exp(-parameter);
    return least > 0 ? share ** least / (1 + share) : 1 - share ** (1 - least) / (1 + share);
  };
  return noisySum(tail, halves(reach));
};

const halves = (reach: number): number[] => Array.from({ length: 2 * reach }, (_, i) => i - reach + 0.5);

const fine = (reach: number, width: number): number[] =>
  Array.from({ length: Math.ceil((2 * reach) / width) }, (_, i) => -reach + i * width);

export const gaussianSum = (sigma: number): Answers =>
  noisySum(x => upperTail(x / sigma), fine(10 * sigma + 4, sigma / 64));

export const laplaceSum = (scale: number): Answers =>
  noisySum(x => (x > 0 ? 0.5 * Math.exp(-x / scale) : 1 - 0.5 * Math.exp(x / scale)), fine(6, scale / 64));

/** Answers from one table where the unit is in the sample, from another where it is not. */
export const membership =
  (unit: string, inside: readonly number[], outside: readonly number[]): Answers =>
  ([sample]) =>
    sample.includes(unit) ? inside : outside;

/** Independent answers on every part of an outcome. */
export const onEveryPart =
  (answers: Answers): Answers =>
  parts =>
    parts
      .map(part => answers([part]))
      .reduce<readonly number[]>((all, next) => all.flatMap(p => next.map(q => p * q)), [1]);

/** The two distributions of answers that two data sets give. */
export function tableOf(scheme: Scheme, answers: Answers, one: Part, other: Part): Table {
  const [p, q] = [one, other].map(units => {
    const sum: number[] = [];
    for (const { outcome, probability } of scheme(units))
      answers(outcome).forEach((mass, i) => {
        sum[i] = (sum[i] ?? 0) + probability * mass;
      });
    return sum;
  });
  return p.map((mass, i) => [mass, q[i]]);
}

const VALUES = [-1, 0, 1];

/** All ways in which `count` units can contribute -1, 0 or 1, whoever they are. */
export function crowds(count: number, values: readonly number[] = VALUES): Part[] {
  if (count === 0) return [[]];
  return values.flatMap((value, i) => crowds(count - 1, values.slice(i)).map(rest => [`a${count}:${value}`, ...rest]));
}

/** Tables of all data sets with one unit more, in the direction of removal; `turned` they are the addition's. */
export const removals = (scheme: Scheme, answers: Answers, count: number): Table[] =>
  crowds(count).flatMap(others => VALUES.map(value => tableOf(scheme, answers, [...others, `x:${value}`], others)));

export const additions = (scheme: Scheme, answers: Answers, count: number): Table[] =>
  removals(scheme, answers, count).map(turned);

/** Tables of all data sets of `count` units of which one is replaced. */
export const replacements = (scheme: Scheme, answers: Answers, count: number): Table[] =>
  crowds(count - 1).flatMap(others =>
    VALUES.flatMap(one =>
      VALUES.map(other => tableOf(scheme, answers, [...others, `x:${one}`], [...others, `y:${other}`])),
    ),
  );

/** How far from the data a bound that claims to be reached, and an example, may lie; tables of cells are not the whole. */
interface Room {
  readonly reached?: number;
  readonly below?: number;
}

/** What is wrong with bounds, given every true table: empty where the bounds hold. */
export function faults(
  { upper, lowers, tight }: StepBounds,
  tables: readonly Table[],
  { reached = 1e-12, below = 1e-12 }: Room = {},
): string[] {
  const worst = epsilons.map(epsilon => Math.max(...tables.map(table => hockeyStick(table, epsilon))));
  return [
    ...epsilons.flatMap((epsilon, i) => {
      const bound = upperDelta(upper, epsilon);
      if (!(worst[i] <= bound + 1e-12)) return [`at ${epsilon} the data reach ${worst[i]} above ${bound}`];
      return tight && !(worst[i] >= bound - reached) ? [`at ${epsilon} no data reach ${bound}, only ${worst[i]}`] : [];
    }),
    ...lowers.flatMap((lower, i) =>
      tables.some(table => liesBelow(lower, table, below)) ? [] : [`example ${i} is below no data`],
    ),
  ];
}

const liesBelow = (lower: LossPair, table: Table, room: number): boolean =>
  epsilons.every(epsilon => deltaOf(lower, epsilon).lower <= hockeyStick(table, epsilon) + room);

/** How much of what is possible the examples reach, at one epsilon: a lower bound of 0 would be true and useless. */
export const reach = ({ lowers }: StepBounds, tables: readonly Table[], epsilon: number): number =>
  Math.max(...lowers.map(lower => deltaOf(lower, epsilon).lower)) /
  Math.max(...tables.map(table => hockeyStick(table, epsilon)));
