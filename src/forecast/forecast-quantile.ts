/** The error of a private median or other quantile at each sampling rate, by simulation, with its own uncertainty. */

import { upperTailQuantile } from '../numerics/index.ts';
import type { ApproximateGuarantee } from '../vocabulary/index.ts';
import { drawnAt } from './design.ts';
import { concluded, type Forecast, type RateForecast, usualRates } from './forecast.ts';
import type { SimulatedSetting, SimulationRequest } from './simulation.ts';
import { simulateOnThreads, type ThreadControl } from './threads.ts';

/** A population, a quantile, what may be charged, and the number of runs. */
export interface QuantileForecastRequest extends Omit<SimulationRequest, 'privacies' | 'rates'>, ApproximateGuarantee {
  /** Default: some rates from 0.01 to 1, and the best between any of them. */
  readonly rates?: readonly number[] | undefined;
}

export interface SimulatedRate extends RateForecast {
  /** Of `mse`: by how much another simulation might differ. */
  readonly standardError: number;
}

/** Simulated errors by rate, and their accuracy. */
export interface QuantileForecast extends Forecast<SimulatedRate> {
  /** The quantile of the whole population, which the errors are errors of. */
  readonly truth: number;
  readonly runs: number;
  /** Whether the best rate is better than no sampling beyond chance, though it was chosen as the best of several. */
  readonly significant: boolean;
}

/** The error of a median or other quantile at each sampling rate, simulated on all cores. */
export async function forecastQuantile(
  request: QuantileForecastRequest,
  watching: ThreadControl = {},
): Promise<QuantileForecast> {
  const { epsilon, delta, population } = request;
  const rates = request.rates ?? usualRates(population.sorted.length);
  const first = [...rates, 1];
  const share = request.rates === undefined ? first.length / (first.length + BETWEEN) : 1;
  const simulated = await simulateOnThreads(
    { ...request, privacies: [{ epsilon, delta }], rates: first },
    { ...watching, progress: part => watching.progress?.(share * part) },
  );
  const { truth, cells } = simulated;
  const rest = { ...watching, progress: (part: number) => watching.progress?.(share + (1 - share) * part) };
  const searched = request.rates === undefined ? await searchedCells(request, cells, truth, rest) : [];
  const { rates: forecasts, ...found } = concludedCells([...cells, ...searched], truth);
  const asked = new Set(rates.map(rate => drawnAt({ ...request, population: population.sorted.length }, rate).rate));
  return Object.freeze({
    rates: forecasts.slice(0, cells.length).filter(({ rate }) => asked.has(rate)),
    ...found,
    truth,
    runs: request.runs,
  });
}

/** So many more rates are looked at. */
const BETWEEN = 8;

/** The same runs at rates between the neighbours of the best one. */
async function searchedCells(
  request: QuantileForecastRequest,
  cells: readonly SimulatedSetting[],
  truth: number,
  watching: ThreadControl,
) {
  const losses = cells.map(cell => averageOf(lossesOf(cell, truth)));
  const best = losses.indexOf(Math.min(...losses));
  const [low, high] = [Math.max(0, best - 1), Math.min(cells.length - 1, best + 1)].map(place => cells[place].rate);
  const step = Math.log(high / low) / (BETWEEN + 1);
  const rates = Array.from({ length: BETWEEN }, (_, place) => low * Math.exp(step * (place + 1)));
  const { epsilon, delta } = request;
  return (await simulateOnThreads({ ...request, privacies: [{ epsilon, delta }], rates }, watching)).cells;
}

/** What cells of one privacy say: rates, the best of them, and whether it is better than everybody beyond chance. */
export function concludedCells(
  cells: readonly SimulatedSetting[],
  truth: number,
): Forecast<SimulatedRate> & { readonly significant: boolean } {
  const forecasts = cells.map(cell => rateOf(cell, truth));
  const full = cells.findIndex(({ rate }) => rate === 1);
  const forecast = concluded(forecasts, forecasts, forecasts[full]);
  const best = forecasts.indexOf(forecast.best);
  return {
    ...forecast,
    significant: best !== full && isBetter(lossesOf(cells[best], truth), lossesOf(cells[full], truth), cells.length),
  };
}

/** The expected squared error of each run. */
const lossesOf = ({ centres, variances }: SimulatedSetting, truth: number): Float64Array =>
  centres.map((centre, run) => (centre - truth) ** 2 + variances[run]);

const averageOf = (numbers: Float64Array): number => numbers.reduce((sum, one) => sum + one, 0) / numbers.length;

function varianceOf(numbers: Float64Array): number {
  const average = averageOf(numbers);
  return numbers.reduce((sum, one) => sum + (one - average) ** 2, 0) / (numbers.length - 1);
}

/** Run by run, for both were drawn alike; with 95 % confidence for all that were compared together. */
function isBetter(one: Float64Array, other: Float64Array, compared: number): boolean {
  const differences = other.map((loss, run) => loss - one[run]);
  const uncertainty = Math.sqrt(varianceOf(differences) / differences.length);
  return averageOf(differences) > upperTailQuantile(0.05 / compared) * uncertainty;
}

function rateOf(cell: SimulatedSetting, truth: number): SimulatedRate {
  const losses = lossesOf(cell, truth);
  const misses = cell.centres.map(centre => centre - truth);
  return {
    rate: cell.rate,
    innerEpsilon: cell.inner.epsilon,
    innerDelta: cell.inner.delta,
    samplingVariance: varianceOf(misses),
    bias: averageOf(misses),
    noiseVariance: averageOf(cell.variances),
    mse: averageOf(losses),
    gainsImpossible: null,
    standardError: Math.sqrt(varianceOf(losses) / losses.length),
  };
}
