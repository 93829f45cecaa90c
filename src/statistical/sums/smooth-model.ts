/** Sums of entries that have a density: normal, Laplace, uniform. */
import { refuse } from '../../vocabulary/index.ts';
import { binomialLaw } from '../law.ts';
import type { SmoothDistribution } from './distribution.ts';
import { type SmoothLaw, smoothLaw } from './smooth-law.ts';
import {
  type Coefficient,
  fixedSum,
  newGrid,
  type SmoothSum,
  smoothTable,
  type TransformGrid,
} from './smooth-table.ts';
import { type Fineness, onceWorld, type SumModel } from './world.ts';

/** What may lie beyond a period. */
const BEYOND = 1e-18;

const POINTS: Readonly<Record<Fineness, number>> = { fine: 2 ** 15, coarse: 2 ** 12 };

export function smoothModel(
  distribution: SmoothDistribution,
  { lower, upper }: { lower: number; upper: number },
): SumModel {
  const law = smoothLaw(distribution);
  const gridFor = (radius: number, fineness: Fineness): { grid: TransformGrid; reach: number } =>
    gridOf(upper - lower, radius, POINTS[fineness]);
  const radiusOf = (count: number): number => reachOf(slope => law.logMoment(slope) - slope * law.mean, count, law);
  return {
    values: undefined,
    logConcave: true,
    sizeMin: law.least + 1,
    everything(entries, fineness) {
      checkCount(law, entries - 1);
      const { grid, reach } = gridFor(radiusOf(entries - 1), fineness);
      const moving = smoothTable(fixedSum(law, entries - 1, 2 * BEYOND), 0, grid);
      return onceWorld(1, moving, undefined, reach);
    },
    subset(size, rate, fineness) {
      checkCount(law, size - 1);
      const { grid, reach } = gridFor(radiusOf(size), fineness);
      const moving = smoothTable(fixedSum(law, size - 1, 2 * BEYOND), 0, grid);
      const still = smoothTable(fixedSum(law, size, 2 * BEYOND), law.mean - lower, grid);
      return onceWorld(rate, moving, still, reach);
    },
    draws: () =>
      refuse(
        'sampling_unsupported',
        'Sums of draws with replacement are supported only for entries on a common step. Sample without replacement or by poisson.',
      ),
    coins(entries, rate) {
      const others = entries - 1;
      const drawn = (slope: number): number =>
        Math.log1p(rate * Math.expm1(law.logMoment(slope))) - slope * rate * law.mean;
      const { grid, reach } = gridFor(reachOf(drawn, others, law), 'fine');
      const sum = coinSum(law, others, rate);
      return onceWorld(rate, smoothTable(sum, 0, grid), smoothTable(sum, -lower, grid), reach);
    },
  };
}

/** The most cells that a table has: more take longer than anybody waits. */
const POINTS_MAX = 2 ** 20;

/** A range is a power of two of cells, so that halves of it are whole cells whatever the size of the sample. */
function gridOf(range: number, radius: number, atLeast: number): { grid: TransformGrid; reach: number } {
  // a narrow range needs narrow cells: one of them at least
  const points = Math.max(atLeast, 2 ** Math.ceil(Math.log2((2 * radius) / range)));
  const reach = 2 ** Math.floor(Math.log2((range * points) / (2 * radius)));
  if (points <= POINTS_MAX && reach <= POINTS_MAX) return { grid: newGrid(range / reach, points), reach };
  return refuse(
    'value_out_of_range',
    points > POINTS_MAX
      ? 'The range of an entry is too narrow compared with the sum of the others. Widen it, or use fewer entries.'
      : 'The range of an entry is so wide that the sum of the others hides nothing. Narrow it.',
  );
}

function checkCount({ least }: SmoothLaw, others: number): void {
  if (!(others >= least))
    refuse('value_out_of_range', `Sums of this distribution need at least ${least + 1} entries, in a sample as well.`);
}

/**
 * How far a sum may lie from its mean, all but BEYOND of it on either side.
 *   Says     P[S − E >= a] <= exp(n·K(s) − s·a) for every s > 0, and likewise below
 *   Assumes  K(s) is ln E exp(s·(X−EX)) of one entry
 *   Rounds   up: any s gives a bound, and the best of some is taken
 *   Source   Chernoff's bound
 */
export function reachOf(logMoment: (slope: number) => number, count: number, { deviation }: SmoothLaw): number {
  const reach = (sign: 1 | -1): number => {
    let least = Infinity;
    for (let unit = 2 ** -12; unit < 64; unit *= 1.1) {
      const slope = (sign * unit) / (deviation * Math.sqrt(count));
      const bound = (count * logMoment(slope) - Math.log(BEYOND)) / Math.abs(slope);
      if (bound < least) least = bound;
    }
    return least;
  };
  return 1.001 * Math.max(reach(1), reach(-1));
}

/** The sum over entries that coins draw, less its mean. Draws of very few have no smooth density: they are left out. */
function coinSum(law: SmoothLaw, others: number, rate: number): SmoothSum {
  const drawn = binomialLaw(others, rate);
  const few = Array.from(drawn.masses.subarray(0, Math.max(0, law.least - drawn.first)), (mass, i) => ({
    mass,
    count: drawn.first + i,
  }));
  const centre = others * rate * law.mean;
  return {
    coefficient(frequency): Coefficient {
      const own = law.transform(frequency, 1);
      const angle = frequency * law.mean;
      const [x, y] = [1 - rate + rate * own * Math.cos(angle), rate * own * Math.sin(angle)];
      const size = Math.exp(others * Math.log(Math.hypot(x, y)));
      const turns = others * Math.atan2(y, x);
      let real = size * Math.cos(turns - frequency * centre);
      let imaginary = size * Math.sin(turns - frequency * centre);
      for (const { mass, count } of few) {
        const part = mass * law.transform(frequency, count);
        real -= part * Math.cos(count * angle - frequency * centre);
        imaginary -= part * Math.sin(count * angle - frequency * centre);
      }
      const doubt = (size + 1e-30) * 2 ** -50 * (8 + Math.abs(turns) + Math.abs(frequency * centre) + others ** 0.5);
      return { real, imaginary, doubt: doubt + few.reduce((sum, { mass }) => sum + mass, 0) * 2 ** -48 };
    },
    beyond: (frequency, weight) => law.beyond(frequency, law.least, weight),
    lost: 2 * BEYOND + few.reduce((sum, { mass }) => sum + mass, drawn.outside) * (1 + drawn.error),
  };
}
