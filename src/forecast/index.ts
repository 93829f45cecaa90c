/**
 * What the error will be at each sampling rate, and which rate is best: before anything is spent.
 * Forecasts are for planning; what they suppose of the data is said by whoever asks.
 */
export { type Design, schemes, throwsCoins } from './design.ts';
export { type Forecast, type ForecastRequest, forecast, type RateForecast } from './forecast.ts';
export { forecastQuantile, type QuantileForecast, type QuantileForecastRequest } from './forecast-quantile.ts';
export { largestSamplingShare, meanNoiseRatio } from './impossibility.ts';
export type { AdditiveMechanism } from './noise-variance.ts';
export type { QuantileMechanism } from './quantile-mechanism.ts';
export { type QuantileSimulation, type SimulationRequest, simulate } from './simulation.ts';
export type { Statistic } from './statistic.ts';
export { simulateOnThreads } from './threads.ts';
export { type Weighted, weightedForecast } from './weighted.ts';
