/** The error to expect at each sampling rate, and the rate where it is least: before anything is spent, or even asked. */
import { type ApproximateGuarantee, refuse } from '../vocabulary/index.ts';
import { checkDesign, type Design, drawnAt, innerAt, piecesOf } from './design.ts';
import { gainsImpossible } from './impossibility.ts';
import { type AdditiveMechanism, noiseVariance } from './noise-variance.ts';
import { leastBetween } from './search.ts';
import {
  checkStatistic,
  isDefined,
  type NoisyPart,
  noisyParts,
  type Statistic,
  samplingVariance,
  substitutionRatioOf,
} from './statistic.ts';

/** A statistic with assumptions about the population, and what may be charged. */
export interface ForecastRequest extends Design, ApproximateGuarantee {
  readonly statistic: Statistic;
  readonly mechanism: AdditiveMechanism;
  /** Default: some rates from 0.01 to 1, and the best between any of them. */
  readonly rates?: readonly number[] | undefined;
}

/** The error at one sampling rate: all parts are squares, in the units of the statistic. */
export interface RateForecast {
  readonly rate: number;
  readonly innerEpsilon: number;
  readonly innerDelta: number;
  readonly samplingVariance: number;
  /** The mean error of a simulation, its square is a part of `mse`; 0 in closed form. */
  readonly bias: number;
  readonly noiseVariance: number;
  readonly mse: number;
  /** By the test that needs no simulation; null where it does not apply. */
  readonly gainsImpossible: boolean | null;
}

/** Errors by rate, the best of them, and the error without sampling. */
export interface Forecast<Rate extends RateForecast = RateForecast> {
  readonly rates: readonly Rate[];
  readonly best: Rate;
  /** Without sampling. */
  readonly full: Rate;
  /** How many times as large the error of the full population is. */
  readonly gain: number;
}

const USUAL_RATES = [0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1];

/** From one in a hundred to everybody, as far as that is anybody. */
export const usualRates = (population: number): number[] => USUAL_RATES.filter(rate => rate * population >= 1);

/** The usual rates at which every piece of the sample has the statistic. */
const possibleRates = (request: ForecastRequest): number[] =>
  usualRates(request.population).filter(rate =>
    piecesOf(request, drawnAt(request, rate)).every(({ drawn }) => isDefined(request.statistic, drawn)),
  );

/** The error of a count, sum, mean, variance or histogram at each sampling rate, in closed form. */
export function forecast(request: ForecastRequest): Forecast {
  checkDesign(request);
  checkPrivacy(request);
  checkStatistic(request.statistic);
  const at = (rate: number): RateForecast => atRate(request, rate);
  const rates = checkRates(request.rates ?? possibleRates(request)).map(at);
  const full = rates.find(({ rate }) => rate === 1) ?? at(1);
  const candidates = request.rates === undefined ? [...rates, leastBetween(rates, at)] : rates;
  return concluded(rates, candidates, full);
}

export function concluded<Rate extends RateForecast>(
  rates: readonly Rate[],
  candidates: readonly Rate[],
  full: Rate,
): Forecast<Rate> {
  const best = candidates.reduce((least, one) => (one.mse < least.mse ? one : least), full);
  return Object.freeze({ rates, best, full, gain: full.mse / best.mse });
}

export function checkPrivacy({ epsilon, delta }: ApproximateGuarantee): void {
  if (!(epsilon > 0 && epsilon < Infinity))
    refuse('value_out_of_range', `Epsilon must be a finite number above 0; it is ${epsilon}.`);
  if (!(delta >= 0 && delta < 1)) refuse('value_out_of_range', `Delta must be at least 0 and below 1; it is ${delta}.`);
}

/** In increasing order, each once. */
export function checkRates(rates: readonly number[]): number[] {
  if (rates.length >= 1) return [...new Set(rates)].sort((a, b) => a - b);
  return refuse('value_out_of_range', 'At least one rate is needed; none was given.');
}

function atRate(request: ForecastRequest, wanted: number): RateForecast {
  const { statistic, mechanism, epsilon } = request;
  const drawn = drawnAt(request, wanted);
  const inner = innerAt(request, drawn, request, substitutionRatioOf(statistic));
  const pieces = piecesOf(request, drawn);
  const sampling = pieces.reduce((sum, piece) => sum + samplingVariance(statistic, piece.design, piece.drawn), 0);
  const noise = pieces.reduce(
    (sum, piece) => sum + noiseOf(noisyParts(statistic, piece.design, piece.drawn), mechanism, inner),
    0,
  );
  return {
    rate: drawn.rate,
    innerEpsilon: inner.epsilon,
    innerDelta: inner.delta,
    samplingVariance: sampling,
    bias: 0,
    noiseVariance: noise,
    mse: sampling + noise,
    gainsImpossible: isImpossible(request, sampling, (request.part ?? 1) * epsilon, inner.epsilon),
  };
}

function noiseOf(
  parts: readonly NoisyPart[],
  mechanism: AdditiveMechanism,
  { epsilon, delta }: ApproximateGuarantee,
): number {
  const share = { epsilon: epsilon / parts.length, delta: delta / parts.length };
  return parts.reduce(
    (sum, { sensitivity, slope, entries }) =>
      // what the statistic does not move with needs no noise to be known
      slope === 0 ? sum : sum + entries * slope ** 2 * noiseVariance(mechanism, sensitivity, share),
    0,
  );
}

/** The test speaks of Laplace noise on one number: not of strata, cells, or what is made of several. */
function isImpossible(request: ForecastRequest, sampling: number, epsilon: number, innerEpsilon: number) {
  const all = { rate: 1, size: request.population };
  const [whole, ...others] = noisyParts(request.statistic, request, all);
  if (request.strata !== undefined || request.mechanism !== 'laplace' || others.length > 0 || whole.entries > 1)
    return null;
  if (!(innerEpsilon > epsilon)) return true;
  const sensitivity = whole.sensitivity.sum * whole.slope;
  return gainsImpossible({ samplingVariance: sampling, sensitivity, epsilon, innerEpsilon });
}
