/** Figures 1 and 2: a population, and its mean and median released privately. */

import type { Dots, Panel } from '../../figure/index.ts';
import { medianPlace, printedSmoothNoise, smoothSensitivity } from '../../forecast/smooth/index.ts';
import { densityOf } from '../distribution.ts';
import { said, withRoom } from '../numbers.ts';
import type { Reproduction, ReproductionRow } from '../reproduction.ts';
import { DELTA, populationFrom, SIZE } from './medians.ts';

const EPSILONS = [0.1, 0.5, 1];

/** Laplace noise of scale 1 exceeds this five times of a hundred. */
const REACH = Math.LN10;

const releasedRange = (truth: number, scaleAt: (epsilon: number) => number) =>
  EPSILONS.map(epsilon => {
    const reach = REACH * scaleAt(epsilon);
    return { epsilon, truth, lower: truth - reach, upper: truth + reach };
  });

type ReleasedRange = ReturnType<typeof releasedRange>;

const panel = (title: string, rows: ReleasedRange, subtitle: string): Panel => ({
  title,
  subtitle,
  x: { label: 'epsilon', scale: 'log', domain: [0.05, 2] },
  y: { label: 'released value', domain: withRoom(rows.flatMap(({ lower, upper }) => [lower, upper])) },
  series: [
    {
      kind: 'dots',
      name: '90 of 100 answers lie on the bar, around the true value',
      points: rows.map(({ epsilon, truth, lower, upper }) => ({ x: epsilon, y: truth, lower, upper })),
    } satisfies Dots,
  ],
});

const rowsOf = (statistic: string, rows: ReleasedRange): ReproductionRow[] => rows.map(row => ({ statistic, ...row }));

export const privateMeans: Reproduction = {
  name: 'paper-5-figure-1',
  paper: 'HDK22',
  title: 'Figure 1: private means',
  says: 'Private means of 10,001 values from Beta(2,10) are useful at every epsilon, because one person changes them by at most 1/10,001.',
  make: ({ seed }) => {
    const { sorted } = populationFrom('beta', seed);
    const mean = sorted.reduce((sum, value) => sum + value, 0) / SIZE;
    const rows = releasedRange(mean, epsilon => 1 / (SIZE * epsilon));
    return {
      gets: `At epsilon 0.1 nine of ten answers lie within ${said(rows[0].upper - mean, 2)} of the mean ${said(mean)}.`,
      differs: 'Bars replace violins, and come from the noise distribution instead of 1000 draws.',
      rows: rowsOf('mean', rows),
      figure: {
        panels: [
          {
            title: 'The population',
            subtitle: '10,001 values drawn from Beta(2,10)',
            x: { label: 'value', domain: [0, 1] },
            y: { label: 'density' },
            series: [{ kind: 'line', name: 'density of the population', points: densityOf(sorted, 30) }],
          },
          panel('Private means', rows, 'Laplace noise for the whole range'),
        ],
      },
    };
  },
};

export const privateMedians: Reproduction = {
  name: 'paper-5-figure-2',
  paper: 'HDK22',
  title: 'Figure 2: private medians',
  says: 'With global sensitivity, a private median of values in [0, 1] may be -50 or 100; with smooth sensitivity it is useful.',
  make: ({ seed }) => {
    const { sorted } = populationFrom('beta', seed);
    const place = medianPlace(SIZE);
    const median = sorted[place.lower];
    const scale = (epsilon: number): number => {
      const { alpha, beta } = printedSmoothNoise({ epsilon, delta: DELTA });
      return smoothSensitivity(sorted, place, { min: 0, max: 1, beta }) / alpha;
    };
    const [global, smooth] = [releasedRange(median, epsilon => 1 / epsilon), releasedRange(median, scale)];
    return {
      gets: `At epsilon 0.1 nine of ten answers lie within ${said(global[0].upper - median, 2)} of the median with global sensitivity, and within ${said(smooth[0].upper - median, 2)} with smooth sensitivity.`,
      differs: 'Bars replace violins, and come from the noise distribution instead of 1000 draws.',
      rows: [...rowsOf('global', global), ...rowsOf('smooth', smooth)],
      figure: {
        panels: [
          panel('Global sensitivity', global, 'values lie between 0 and 1'),
          panel('Smooth sensitivity', smooth, `delta ${said(DELTA)}`),
        ],
      },
    };
  },
};
