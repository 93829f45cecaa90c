/** Figures 3, 4 and 5: what a sample may spend, how much chance it may add, and why means never gain. */
import { inversePrice } from '../../accounting/index.ts';
import type { Line } from '../../figure/index.ts';
import { largestSamplingShare, meanNoiseRatio } from '../../forecast/index.ts';
import { evenly, geometrically, said } from '../numbers.ts';
import type { Reproduction, ReproductionRow } from '../reproduction.ts';

const PEOPLE = 10_000;

/** What may be spent on a sample so that everybody is charged epsilon: ln(1 + (e^epsilon - 1)/rate). */
const innerEpsilon = (rate: number, epsilon: number): number =>
  inversePrice({
    operator: 'fixed-size',
    size: Math.round(rate * PEOPLE),
    of: PEOPLE,
    epsilon,
    relation: 'replace-one',
  }).replace;

const RATES = [0.001, 0.002, 0.005, 0.01, 0.02, ...evenly(0.04, 1, 49)];

/** One line for each epsilon. */
const lines = (epsilons: readonly number[], rows: readonly ReproductionRow[], value: string): Line[] =>
  epsilons.map(epsilon => ({
    kind: 'line',
    name: `epsilon ${epsilon}`,
    points: rows.filter(row => row.epsilon === epsilon).map(row => ({ x: Number(row.rate), y: Number(row[value]) })),
  }));

export const amplification: Reproduction = {
  name: 'paper-5-figure-3',
  paper: 'HDK22',
  title: 'Figure 3: amplification',
  says: 'For a charge of epsilon 1, a 1 % sample may spend 5.15.',
  make: () => {
    const epsilons = [0.1, 0.5, 1];
    const rows = epsilons.flatMap(epsilon =>
      RATES.map(rate => ({ epsilon, rate, innerEpsilon: innerEpsilon(rate, epsilon) })),
    );
    return {
      gets: `A 1 % sample may spend ${said(innerEpsilon(0.01, 1))}.`,
      differs: 'None.',
      rows,
      figure: {
        panels: [
          {
            title: 'What may be spent on a sample',
            subtitle: 'so that the whole population is charged epsilon',
            x: { label: 'sampling rate', domain: [0, 1] },
            y: { label: 'epsilon inside the sample', domain: [0, 8] },
            series: lines(epsilons, rows, 'innerEpsilon'),
          },
        ],
      },
    };
  },
};

export const samplingShare: Reproduction = {
  name: 'paper-5-figure-4',
  paper: 'HDK22',
  title: 'Figure 4: room for sampling variance',
  says: 'If the sampling variance is 60 % of the noise variance, gains need a rate below 16.77 % at epsilon 3 and 61.4 % at 0.1.',
  make: () => {
    const epsilons = [0.01, 0.1, 0.5, 1, 3];
    const share = (rate: number, epsilon: number): number => largestSamplingShare(epsilon, innerEpsilon(rate, epsilon));
    const rows = epsilons.flatMap(epsilon => RATES.map(rate => ({ epsilon, rate, share: share(rate, epsilon) })));
    // 1 - (epsilon/inner)^2 = 0.6, turned round
    const rateAt = (epsilon: number): number => Math.expm1(epsilon) / Math.expm1(epsilon / Math.sqrt(0.4));
    return {
      gets: `The rates are ${said(100 * rateAt(3), 4)} % and ${said(100 * rateAt(0.1), 3)} %.`,
      differs: 'None.',
      rows,
      figure: {
        panels: [
          {
            title: 'How large the sampling variance may be',
            subtitle: 'as a share of the noise variance without sampling, at the same sensitivity',
            x: { label: 'sampling rate', domain: [0, 1] },
            y: { label: 'q', domain: [0, 1] },
            series: lines(epsilons, rows, 'share'),
          },
        ],
      },
    };
  },
};

/** Equation (8) as it is written: the subtraction in it loses the digits that decide. */
const naiveRatio = (rate: number, epsilon: number): number =>
  ((rate * Math.log(1 + (1 / rate) * (Math.exp(epsilon) - 1))) / epsilon) ** 2;

export const meanNoise: Reproduction = {
  name: 'paper-5-figure-5',
  paper: 'HDK22',
  title: 'Figure 5: noise of means',
  says: 'Below some tiny epsilon, such as 0.0003, the noise on a sample mean is smaller than that on the mean of all.',
  make: () => {
    const rate = 0.1;
    const rows = geometrically(1e-10, 1e-6, 160).map(epsilon => ({
      epsilon,
      rate,
      exact: meanNoiseRatio(rate, epsilon) - 1,
      naive: naiveRatio(rate, epsilon) - 1,
    }));
    const ratios = [0.01, 0.1, 1].flatMap(epsilon =>
      RATES.map(each => ({ epsilon, rate: each, ratio: meanNoiseRatio(each, epsilon) })),
    );
    const above = rows.filter(({ naive }) => naive >= 0).length;
    return {
      gets: `The ratio is below 1 at every epsilon and rate, at epsilon 0.0003 and rate 0.9 by ${said(1 - meanNoiseRatio(0.9, 0.0003), 2)}; computed as printed, rounding lifts it to 1 or above for ${above} of ${rows.length} values of epsilon below 1e-6.`,
      differs:
        'A ratio of 1 is never reached: ln(1 + tx)/t falls in t, so the noise on a sample mean is always larger, and means never gain. The figure in the paper can only show the tolerance and rounding of its solver.',
      rows,
      figure: {
        panels: [
          {
            title: 'Noise variance of all over that of a sample',
            subtitle: 'below 1 the sample needs more noise',
            x: { label: 'sampling rate', domain: [0, 1] },
            y: { label: 'ratio', domain: [0, 1.1] },
            series: lines([0.01, 0.1, 1], ratios, 'ratio'),
          },
          {
            title: 'Why it seems to reach 1',
            subtitle: 'ratio minus 1 at rate 0.1, in double precision',
            x: { label: 'epsilon', scale: 'log' },
            y: { label: 'millionths', domain: [-10, 10] },
            series: [
              {
                kind: 'dots',
                name: 'equation (8) as printed',
                points: rows.map(row => ({ x: row.epsilon, y: 1e6 * row.naive })),
              },
              {
                kind: 'line',
                name: 'the same without loss of digits',
                points: rows.map(row => ({ x: row.epsilon, y: 1e6 * row.exact })),
              },
            ],
          },
        ],
      },
    };
  },
};
