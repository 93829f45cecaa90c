/**
 * What the error will be at each sampling rate, and which rate is best: before anything is spent.
 * Forecasts are for planning; what they suppose of the data is said by whoever asks.
 */
export type { Design, Privacy, Scheme } from './design.ts';
export { type Forecast, type ForecastRequest, forecast, type RateForecast } from './forecast.ts';
export { gainsImpossible, largestSamplingShare, meanNoiseRatio } from './impossibility.ts';
export type { AdditiveMechanism } from './noise-variance.ts';
export type { Statistic } from './statistic.ts';
