/** From the law of what was released to what it told: the loss at its worst, or how often it is above what was charged. */

import { EDGE_PARTS, type KeyThreshold } from '../../../src/noise/index.ts';
import { ABSENT, type Law, talliesIn, type Value } from './coordinates.ts';
import * as kernels from './kernels.ts';
import { type Kernel, numberOf } from './kernels.ts';
import type { Component } from './law.ts';
import {
  concentration,
  hockeyStick,
  type Likelihoods,
  largestLoss,
  likelihoodsOf,
  type Pair,
  together,
} from './loss.ts';

/** The loss of the best adversary where nothing may fail. */
export const pureLoss = (components: readonly Component[]): number =>
  components.reduce((sum, component) => sum + largestLoss(pairOf(component)), 0);

/** Whether all laws are such that the loss has a bound: Laplace noise and quantiles, on public groups. */
export const isPure = (components: readonly Component[]): boolean =>
  components.every(({ coordinates }) =>
    coordinates.every(
      ({ law }) =>
        law.kind === 'quantile' ||
        law.kind === 'quantiles' ||
        (law.kind === 'noise' && law.noise.kind === 'discrete-laplace'),
    ),
  );

const pairOf = ({ coordinates, one, other }: Component): Pair => ({
  one,
  other,
  kernels: coordinates.map(({ law, values }) => ratioKernel(law, values)),
});

function ratioKernel(law: Law, values: readonly Value[]): Kernel {
  if (law.kind === 'quantile') return kernels.quantileKernel(values.map(talliesIn), law.law);
  if (law.kind === 'quantiles') return kernels.quantilesKernel(values.map(talliesIn), law.law);
  if (law.kind === 'noise') return kernels.laplaceAtValues(values.map(BigInt), numberOf(law.noise.scale));
  throw new Error('a group that may be hidden has no bounded loss');
}

/** Cells of one number, at most. */
const CELLS_MOST = 120;
const OUTPUTS_MOST = 300_000;

/**
 * How much of one law lies above e^epsilon times the other. What would be too much to enumerate is left out of what the adversary
 * sees, so that this is never above the truth.
 */
export const failureAt = (components: readonly Component[], epsilon: number): number =>
  hockeyStick(visibleOf(components), epsilon);

/** The least rho that bounds what the adversary sees: of all orders the worst. Never above the truth. */
export const rhoOf = (components: readonly Component[]): number => concentration(visibleOf(components));

function visibleOf(components: readonly Component[]): Likelihoods {
  let all: Likelihoods = [[1, 1]];
  for (const component of components) {
    const seen = likelihoodsOf(visiblePair(component));
    if (all.length * seen.length > OUTPUTS_MOST) continue;
    all = together(all, seen);
  }
  return all;
}

function visiblePair({ coordinates, one, other }: Component): Pair {
  const listed = coordinates.map(({ law, values }) => cellsOf(law, values));
  const size = one.points.length + other.points.length;
  const kept: number[] = [];
  let outputs = 1;
  for (const [place, cells] of listed.entries()) {
    if (cells === undefined || outputs * cells.length * size > OUTPUTS_MOST * 4) continue;
    outputs *= cells.length;
    kept.push(place);
  }
  const only = ({ points, weights }: Component['one']) => ({
    points: points.map(point => kept.map(place => point[place])),
    weights,
  });
  return { one: only(one), other: only(other), kernels: kept.map(place => listed[place]!) };
}

/** Probabilities of cells of outputs. */
export function cellsOf(law: Law, values: readonly Value[]): Kernel {
  if (law.kind === 'quantile') return kernels.quantileKernel(values.map(talliesIn), law.law);
  if (law.kind === 'quantiles') return kernels.quantilesKernel(values.map(talliesIn), law.law);
  if (law.kind === 'noise') return kernels.noiseCells(values.map(BigInt), law.noise, CELLS_MOST);
  return groupCells(law, values);
}

/** Hidden, or shown with all its numbers; numbers that would be too many together are left out. */
function groupCells(
  { selection, numbers }: Extract<Law, { readonly kind: 'group' }>,
  values: readonly Value[],
): Kernel {
  const parsed = values.map(value => (value === ABSENT ? undefined : (JSON.parse(value) as Value[])));
  const below = kernels.laplaceBelow(numberOf(selection.noise.scale));
  const hidden = parsed.map(value => (value === undefined ? 1 : hiddenAt(selection, BigInt(value[0]), below)));
  let shown: Float64Array[] = selection.released
    ? shownCounts(selection, parsed)
    : [Float64Array.from(hidden, chance => 1 - chance)];
  for (const [i, law] of numbers.entries()) {
    const texts = [...new Set(parsed.map(value => value?.[i + 1] ?? defaultOf(law)))];
    const cells = texts.length === 1 ? undefined : cellsOf(law, texts);
    if (cells === undefined || shown.length * cells.length > 3000) continue;
    const columns = parsed.map(value => texts.indexOf(value?.[i + 1] ?? defaultOf(law)));
    shown = shown.flatMap(row => cells.map(cell => row.map((chance, j) => chance * cell[columns[j]])));
  }
  return [Float64Array.from(hidden), ...shown];
}

type Selection = Extract<Law, { readonly kind: 'group' }>['selection'];

/** Below the threshold always, and at it but for a chance. */
export function hiddenAt({ threshold, edge }: KeyThreshold, count: bigint, below: (m: number) => number): number {
  const [under, upTo] = [threshold, threshold + 1n].map(end => below(Number(end - count)));
  return under + (1 - edge / EDGE_PARTS) * (upTo - under);
}

/** With its noisy count, which is above the threshold or, with a chance, at it; what is absent has none. */
function shownCounts(
  { noise, threshold, edge }: Selection,
  parsed: readonly (readonly Value[] | undefined)[],
): Float64Array[] {
  const counts = parsed.map(value => BigInt(value?.[0] ?? 0));
  const at = kernels.laplaceBelow(numberOf(noise.scale));
  const onEdge = Float64Array.from(counts, count => {
    const [under, upTo] = [threshold, threshold + 1n].map(end => at(Number(end - count)));
    return (edge / EDGE_PARTS) * (upTo - under);
  });
  const cells = [onEdge, ...kernels.noiseCells(counts, noise, CELLS_MOST, threshold + 1n)];
  return cells.map(cell => cell.map((chance, i) => (parsed[i] === undefined ? 0 : chance)));
}

const defaultOf = ({ kind }: Law): Value => (kind === 'quantile' || kind === 'quantiles' ? '[]' : '0');
