/** Figures 6, 7, 10 and 12: smooth sensitivities of samples, and the noise that they need. */
import type { Dots, Panel } from '../../figure/index.ts';
import { laplaceGrid, type QuantileRange, rangeOf } from '../distribution.ts';
import { said, withRoom } from '../numbers.ts';
import type { Reproduction, ReproductionRow } from '../reproduction.ts';
import { cellsAt, type PopulationLaw, scalesOf } from './medians.ts';

const EPSILONS = [0.1, 0.5, 1];
/** Of 10,001 people: 101, 1001, and all. */
const SIZES = [101, 1001, 10_001];

interface Measure {
  readonly label: string;
  readonly title: string;
  /** What is measured in a sample, beside the whole population. */
  readonly values: (
    sample: { readonly scales: Float64Array; readonly innerEpsilon: number },
    whole: { readonly scale: number; readonly epsilon: number },
  ) => ArrayLike<number>;
}

/** The scale of the noise is twice the sensitivity, divided by epsilon. */
const RATIO: Measure = {
  label: 'ratio of smooth sensitivities',
  title: 'sensitivity of the sample over that of all',
  values: ({ scales, innerEpsilon }, { scale, epsilon }) =>
    scales.map(each => (each * innerEpsilon) / (scale * epsilon)),
};

const GRID = laplaceGrid(40);

const NOISE: Measure = {
  label: 'noise',
  title: 'noise that is added',
  values: ({ scales }) => Array.from(scales).flatMap(scale => GRID.map(each => scale * each)),
};

const measured = (
  law: PopulationLaw,
  measure: Measure,
  words: Pick<Reproduction, 'name' | 'title' | 'says'> & {
    differs: string;
    gets: (rows: readonly ReproductionRow[]) => string;
  },
): Reproduction => {
  const { differs, gets, ...named } = words;
  const make: Reproduction['make'] = async ({ medians }) => {
    const simulation = await medians(law);
    const rows = EPSILONS.flatMap(epsilon => {
      const cells = cellsAt(simulation, epsilon);
      const whole = { scale: scalesOf(cells[cells.length - 1])[0], epsilon };
      return SIZES.map(size => {
        const cell = cells.find(each => each.size === size) ?? cells[0];
        const range = rangeOf(measure.values({ scales: scalesOf(cell), innerEpsilon: cell.inner.epsilon }, whole));
        return { epsilon, size, ...range };
      });
    });
    return {
      gets: gets(rows),
      differs,
      rows,
      figure: { panels: EPSILONS.map(epsilon => panel(epsilon, rows, measure)) },
    };
  };
  return { ...named, paper: 'HDK22', make };
};

type RangeRow = QuantileRange & { readonly epsilon: number; readonly size: number };

const panel = (epsilon: number, rows: readonly RangeRow[], { label, title }: Measure): Panel => ({
  title: `Epsilon ${epsilon}`,
  subtitle: `${title}: the middle, and 90 of 100 runs`,
  x: { label: 'people in the sample', scale: 'log', domain: [50, 20_000] },
  y: {
    label,
    domain: withRoom(rows.filter(row => row.epsilon === epsilon).flatMap(({ lower, upper }) => [lower, upper])),
  },
  series: [
    {
      kind: 'dots',
      name: `${label} over 1000 runs`,
      points: rows
        .filter(row => row.epsilon === epsilon)
        .map(({ size, lower, middle, upper }) => ({ x: size, y: middle, lower, upper })),
    } satisfies Dots,
  ],
});

const middle = (rows: readonly ReproductionRow[], epsilon: number, size: number): number =>
  Number(rows.find(row => row.epsilon === epsilon && row.size === size)?.middle);

const ratios = (rows: readonly ReproductionRow[]): string =>
  `The median ratio is ${said(middle(rows, 0.1, 1001))} for 1001 people and ${said(middle(rows, 0.1, 101))} for 101 at epsilon 0.1, and ${said(middle(rows, 1, 1001))} and ${said(middle(rows, 1, 101))} at 1.`;

const spread = (rows: readonly ReproductionRow[], epsilon: number, size: number): number =>
  Number(rows.find(row => row.epsilon === epsilon && row.size === size)?.upper);

const noises = (rows: readonly ReproductionRow[]): string =>
  `At epsilon 0.1, 90 of 100 times the noise is below ${said(spread(rows, 0.1, 10_001))} for all people, ${said(spread(rows, 0.1, 1001))} for 1001 and ${said(spread(rows, 0.1, 101))} for 101; at 1 below ${said(spread(rows, 1, 10_001), 2)}, ${said(spread(rows, 1, 1001), 2)} and ${said(spread(rows, 1, 101), 2)}.`;

const DRAWN = 'The number depends on the simulated population, and the paper used another one';

export const lognormalSensitivity: Reproduction = measured('lognormal', RATIO, {
  name: 'paper-5-figure-6',
  title: 'Figure 6: sensitivity of lognormal samples',
  says: 'Smooth sensitivity of samples is larger than that of the population: 1.28 and 3.72 times at epsilon 0.1, 4.24 and 23.30 times at 1.',
  gets: ratios,
  differs: `${DRAWN}: over twelve populations it ranged from 2.7 to 5.1 and from 15 to 28 at epsilon 1.`,
});

export const lognormalNoise: Reproduction = measured('lognormal', NOISE, {
  name: 'paper-5-figure-7',
  title: 'Figure 7: noise on lognormal medians',
  says: 'At epsilon 0.1 samples need far less noise than the population; at 0.5 and 1 that is mostly lost.',
  gets: noises,
  differs: 'Ranges replace violins; the noise is evaluated at evenly spaced quantiles instead of drawn.',
});

export const bimodalSensitivity: Reproduction = measured('bimodal', RATIO, {
  name: 'paper-5-figure-10',
  title: 'Figure 10: sensitivity of bimodal samples',
  says: 'Where the median lies in a gap, most samples are less sensitive than the population.',
  gets: ratios,
  differs: `${DRAWN}.`,
});

export const bimodalNoise: Reproduction = measured('bimodal', NOISE, {
  name: 'paper-5-figure-12',
  title: 'Figure 12: noise on bimodal medians',
  says: 'On the bimodal population samples need less noise at every epsilon.',
  gets: noises,
  differs: 'Ranges replace violins; the noise is evaluated at evenly spaced quantiles instead of drawn.',
});
