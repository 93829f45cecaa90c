/** Table 1: up to which epsilon sampling pays, concluded from forecasts alone. */
import { forecast, simulate } from '../../forecast/index.ts';
import { said } from '../numbers.ts';
import type { Reproduction, ReproductionRow } from '../reproduction.ts';
import { EPSILONS, errorOf, medianRequest, type PopulationLaw, populationFrom, SIZE } from './medians.ts';

/** Each conclusion must hold for several populations: one alone may be lucky. */
const POPULATIONS = 8;
const RUNS = 60;
const RATES = [0.01, 0.1, 0.3, 0.5, 0.7, 0.9, 1];

interface Gain {
  readonly epsilon: number;
  readonly least: number;
  readonly most: number;
}

/** How many times smaller the error is at the best rate, over all populations. */
function medianGains(law: PopulationLaw, seed: number): Gain[] {
  const simulations = Array.from({ length: POPULATIONS }, (_, i) => {
    const population = populationFrom(law, seed + i);
    return simulate({ ...medianRequest(population, seed), rates: RATES, runs: RUNS });
  });
  return EPSILONS.map(epsilon => {
    const gains = simulations.map(({ cells, truth }) => {
      const errors = cells.filter(({ privacy }) => privacy.epsilon === epsilon).map(cell => errorOf(cell, truth));
      return errors[errors.length - 1] / Math.min(...errors);
    });
    return { epsilon, least: Math.min(...gains), most: Math.max(...gains) };
  });
}

/** Means of values between 0 and 1, from nearly constant to as different as can be. */
function meanGains(): Gain[] {
  return EPSILONS.map(epsilon => {
    const gains = [1e-6, 0.01, 0.25].map(
      variance =>
        forecast({
          scheme: 'fixed-size',
          relation: 'replace-one',
          population: SIZE,
          epsilon,
          delta: 0,
          mechanism: 'laplace',
          statistic: { kind: 'mean', mean: 0.5, variance, min: 0, max: 1 },
        }).gain,
    );
    return { epsilon, least: Math.min(...gains), most: Math.max(...gains) };
  });
}

/** Less than a part in a hundred is no reason to throw data away. */
const WORTHWHILE = 1.01;

function concluded(parameter: string, gains: readonly Gain[], printed: string): ReproductionRow {
  const paying = gains.filter(({ least }) => least >= WORTHWHILE).map(({ epsilon }) => epsilon);
  const unsure = gains.filter(({ least, most }) => least < WORTHWHILE && most >= WORTHWHILE);
  return {
    parameter,
    printed,
    'gains in every population': paying.length === 0 ? 'none' : `epsilon up to ${Math.max(...paying)}`,
    'in some':
      unsure.length === 0
        ? 'none'
        : unsure.map(({ epsilon, most }) => `${epsilon} (${said(most, 2)} times)`).join(', '),
    'largest gain': said(Math.max(...gains.map(({ most }) => most)), 3),
  };
}

export const conclusions: Reproduction = {
  name: 'paper-5-table-1',
  paper: 'HDK22',
  title: 'Table 1: when sampling pays',
  says: 'No gains for means; for the lognormal median gains up to epsilon 0.1, for the bimodal one up to 3.',
  make: ({ seed }) => {
    const rows = [
      concluded('mean, any values', meanGains(), 'no gains'),
      concluded('median, lognormal', medianGains('lognormal', seed), 'gains for epsilon up to 0.1'),
      concluded('median, bimodal', medianGains('bimodal', seed), 'gains for epsilon up to 3'),
    ];
    const found = rows.map(row => row['gains in every population']);
    return {
      gets: `Over ${POPULATIONS} populations each, forecasts conclude: means ${found[0]}, lognormal ${found[1]}, bimodal ${found[2]}.`,
      differs:
        'At epsilon 0.5, some lognormal populations gain and others do not, which a single population cannot show.',
      rows,
    };
  },
};
