/** A simulated forecast as the work of a job: on threads, so that questions are not kept waiting, and of bounded size. */
import { forecastQuantile, type QuantileForecastRequest } from '../../forecast/index.ts';
import { naturalBounds, readDistribution } from '../../forecast/populations/index.ts';
import { refuse } from '../../vocabulary/index.ts';
import type { Compute } from '../computing/computing.ts';
import type { JobOrder } from './job.ts';

export interface QuantileOrder extends Omit<QuantileForecastRequest, 'population'> {
  /** A law, as it is written on the command line. */
  readonly distribution: string;
  readonly population: number;
  readonly min?: number | undefined;
  readonly max?: number | undefined;
}

/** Two jobs at once, and the questions of others beside them. */
const THREADS = 2;
/** Values that are drawn before the simulation begins. */
const POPULATION_MOST = 100_000;
/** Values looked at in all: about a minute of one core. */
const VALUES_MOST = 4e9;

/** Checks what can be checked before anybody waits for it. */
export function quantileWork(order: QuantileOrder, compute: Compute): JobOrder<'quantile-forecast'>['work'] {
  const { distribution, population: size, min, max, ...request } = order;
  const law = readDistribution(distribution);
  const bounds = { min: min ?? naturalBounds(law)?.min, max: max ?? naturalBounds(law)?.max };
  const { min: least, max: most } = bounds;
  if (least === undefined || most === undefined)
    return refuse('body_invalid', 'This distribution is unbounded. Give min and max, the public bounds of the values.');
  checkSize(order);
  return async ({ signal, progress }) => {
    progress('simulating people', 0);
    const supposed = { law, size, seed: order.seed, bounds: { min: least, max: most } };
    const population = await compute('supposedPopulation', supposed);
    const watching = { signal, threads: THREADS, progress: (part: number) => progress('simulating', part) };
    const found = await forecastQuantile({ ...request, population }, watching);
    return { ...found, clamped: population.clamped };
  };
}

function checkSize({ population, runs, rates }: QuantileOrder): void {
  const values = population * runs * (rates?.length ?? USUAL_RATES);
  if (population <= POPULATION_MOST && values <= VALUES_MOST) return;
  refuse(
    'specification_too_large',
    `Over HTTP a simulation may have at most ${POPULATION_MOST} units, and ${VALUES_MOST} as units times runs times rates. Use sortition forecast, which has no such limit.`,
  );
}

/** As many as are looked at where none are named, with those between the best of them. */
const USUAL_RATES = 22;
