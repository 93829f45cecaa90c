/** The populations of the fifth paper, and its simulation of private medians on both. */

import { type QuantileSimulation, type SimulationRequest, simulateOnThreads } from '../../forecast/index.ts';
import { type Distribution, type Population, populationOf, valuesOf } from '../../forecast/populations/index.ts';

export type PopulationLaw = 'lognormal' | 'bimodal';

export const SIZE = 10_001;
export const DELTA = 1 / (2 * SIZE);
export const EPSILONS = [0.01, 0.1, 0.5, 1, 3, 5];
const RATES = [0.01, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1];
const RUNS = 1000;

interface Declared {
  readonly distribution: Distribution;
  /** The paper names no bounds for the lognormal law; far values hardly count, unless epsilon is small. */
  readonly bounds: { readonly min: number; readonly max: number };
}

const LAWS: Readonly<Record<PopulationLaw | 'beta', Declared>> = {
  lognormal: { distribution: { kind: 'lognormal', mean: 5, deviation: 0.5 }, bounds: { min: 0, max: 2000 } },
  bimodal: { distribution: { kind: 'bimodal' }, bounds: { min: 0, max: 1 } },
  beta: { distribution: { kind: 'beta', successes: 2, failures: 10 }, bounds: { min: 0, max: 1 } },
};

export const populationFrom = (law: PopulationLaw | 'beta', seed: number): Population =>
  populationOf(valuesOf(LAWS[law].distribution, SIZE, seed), LAWS[law].bounds);

/** The median by smooth sensitivity with the published constants, on samples of a public number of people. */
export const medianRequest = (population: Population, seed: number): SimulationRequest => ({
  scheme: 'fixed-size',
  relation: 'replace-one',
  population,
  quantile: 0.5,
  mechanism: 'smooth-printed',
  privacies: EPSILONS.map(epsilon => ({ epsilon, delta: DELTA })),
  rates: RATES,
  runs: RUNS,
  seed,
});

interface Simulating {
  readonly seed: number;
  readonly runs?: number | undefined;
  readonly progress?: ((part: number) => void) | undefined;
}

export const simulateMedians = (
  law: PopulationLaw,
  { seed, runs = RUNS, progress }: Simulating,
): Promise<QuantileSimulation> =>
  simulateOnThreads({ ...medianRequest(populationFrom(law, seed), seed), runs }, { progress });

type Cell = QuantileSimulation['cells'][number];

/** The mean squared error of a cell. */
export function errorOf({ centres, variances }: Cell, truth: number): number {
  const sum = centres.reduce((total, centre, run) => total + (centre - truth) ** 2 + variances[run], 0);
  return sum / centres.length;
}

export const cellsAt = ({ cells }: QuantileSimulation, epsilon: number): Cell[] =>
  cells.filter(({ privacy }) => privacy.epsilon === epsilon);

/** By run, the scale of the Laplace noise. */
export const scalesOf = ({ variances }: Cell): Float64Array => variances.map(variance => Math.sqrt(variance / 2));
