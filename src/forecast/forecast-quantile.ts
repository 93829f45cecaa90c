/** The error of a private median or other quantile at each sampling rate, by simulation, with its own uncertainty. */
import { upperTailQuantile } from '../numerics/index.ts';
import type { Privacy } from './design.ts';
import { concluded, type Forecast, type RateForecast, usualRates } from './forecast.ts';
import { gainsImpossible } from './impossibility.ts';
import type { Cell, SimulationRequest } from './simulation.ts';
import { simulateOnThreads, type Watching } from './threads.ts';

export interface QuantileForecastRequest extends Omit<SimulationRequest, 'privacies' | 'rates'>, Privacy {
  /** Without them, some from one in a hundred to everybody, and the best between any of them. */
  readonly rates?: readonly number[] | undefined;
}

export interface SimulatedRate extends RateForecast {
  /** Of `mse`: by how much another simulation might differ. */
  readonly standardError: number;
}

export interface QuantileForecast extends Forecast<SimulatedRate> {
  /** The quantile of the whole population, which the errors are errors of. */
  readonly truth: number;
  readonly runs: number;
  /** Whether the best rate is better than no sampling beyond chance, though it was chosen as the best of several. */
  readonly significant: boolean;
}

export async function forecastQuantile(
  request: QuantileForecastRequest,
  watching: Watching = {},
): Promise<QuantileForecast> {
  const { epsilon, delta, population } = request;
  const rates = request.rates ?? usualRates(population.sorted.length);
  const simulated = await simulateOnThreads(
    { ...request, privacies: [{ epsilon, delta }], rates: [...rates, 1] },
    watching,
  );
  const { truth } = simulated;
  const shown = rates.includes(1) ? simulated.cells : simulated.cells.slice(0, -1);
  const searched = request.rates === undefined ? await searchedCells(request, simulated.cells, truth) : [];
  return concludedCells(request, { truth, shown, candidates: [...simulated.cells, ...searched] });
}

/** Rates looked at between the neighbours of the best one. */
const BETWEEN = 8;

/** The same runs at rates around the best one; there is nothing to look for where no sampling is best. */
async function searchedCells(request: QuantileForecastRequest, cells: readonly Cell[], truth: number) {
  const losses = cells.map(cell => averageOf(lossesOf(cell, truth)));
  const best = losses.indexOf(Math.min(...losses));
  const [low, high] = [Math.max(0, best - 1), Math.min(cells.length - 1, best + 1)].map(place => cells[place].rate);
  const step = Math.log(high / low) / (BETWEEN + 1);
  const rates = Array.from({ length: BETWEEN }, (_, place) => low * Math.exp(step * (place + 1)));
  const { epsilon, delta } = request;
  return (await simulateOnThreads({ ...request, privacies: [{ epsilon, delta }], rates })).cells;
}

interface Found {
  readonly truth: number;
  readonly shown: readonly Cell[];
  /** The last of those simulated first is the full population. */
  readonly candidates: readonly Cell[];
}

function concludedCells(request: QuantileForecastRequest, { truth, shown, candidates }: Found): QuantileForecast {
  const told = new Map(candidates.map(cell => [cell, rateOf(request, cell, truth)]));
  const at = (cell: Cell): SimulatedRate => told.get(cell) ?? rateOf(request, cell, truth);
  const full = candidates.find(({ rate }) => rate === 1) ?? candidates[0];
  const forecast = concluded(shown.map(at), candidates.map(at), at(full));
  const best = candidates.find(cell => at(cell) === forecast.best) ?? full;
  return Object.freeze({
    ...forecast,
    truth,
    runs: request.runs,
    significant: best !== full && isBetter(lossesOf(best, truth), lossesOf(full, truth), candidates.length),
  });
}

/** The expected squared error of each run. */
const lossesOf = ({ centres, variances }: Cell, truth: number): Float64Array =>
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

function rateOf(request: QuantileForecastRequest, cell: Cell, truth: number): SimulatedRate {
  const losses = lossesOf(cell, truth);
  const misses = cell.centres.map(centre => centre - truth);
  const sampling = varianceOf(misses);
  const { epsilon, mechanism, population } = request;
  return {
    rate: cell.rate,
    innerEpsilon: cell.inner.epsilon,
    innerDelta: cell.inner.delta,
    samplingVariance: sampling,
    bias: averageOf(misses),
    noiseVariance: averageOf(cell.variances),
    mse: averageOf(losses),
    gainsImpossible:
      mechanism === 'laplace' && cell.inner.epsilon > epsilon
        ? gainsImpossible({
            samplingVariance: sampling,
            sensitivity: population.max - population.min,
            epsilon,
            innerEpsilon: cell.inner.epsilon,
          })
        : null,
    standardError: Math.sqrt(varianceOf(losses) / losses.length),
  };
}
