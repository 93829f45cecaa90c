/** A forecast, for people: which rate is best and by how much, then the errors side by side. */

import type { Forecast, QuantileForecast, RateForecast } from '../forecast/index.ts';
import type { ApproximateGuarantee } from '../vocabulary/index.ts';
import { asGiven } from './digits.ts';
import type { ForecastData } from './forecast-data.ts';
import { table } from './table.ts';

type AnyForecast = Forecast | QuantileForecast;

export const describeForecast = (
  found: AnyForecast,
  privacy: ApproximateGuarantee,
  looked: readonly ForecastData[],
): string =>
  [
    verdict(found),
    table([HEADER, ...found.rates.map(row)]),
    [meaning(privacy), ...simulationText(found), ...looked.flatMap(lookedText)].join('\n'),
  ].join('\n\n');

const HEADER = ['rate', 'epsilon inside', 'error from sampling', 'from noise', 'total'];

const row = ({ rate, innerEpsilon, samplingVariance, bias, noiseVariance, mse }: RateForecast): string[] => [
  percent(rate),
  few(innerEpsilon),
  few(Math.hypot(Math.sqrt(samplingVariance), bias)),
  few(Math.sqrt(noiseVariance)),
  few(Math.sqrt(mse)),
];

function verdict(found: AnyForecast): string {
  const { best, full, gain, rates } = found;
  const whole = few(Math.sqrt(full.mse));
  if (gain > 1) {
    const sure = 'significant' in found && !found.significant ? ' The difference may be due to chance.' : '';
    return `Best: a sample of ${percent(best.rate)}, standard error ${few(Math.sqrt(best.mse))}, against ${whole} without sampling.${sure}`;
  }
  const never = rates.every(({ rate, gainsImpossible }) => rate === 1 || gainsImpossible === true);
  return `Best: no sampling, standard error ${whole}.${never ? ' No sample at these rates can do better.' : ''}`;
}

const meaning = ({ epsilon, delta }: ApproximateGuarantee): string =>
  `Errors are standard errors. Every row would charge the population epsilon ${asGiven(epsilon)}${delta > 0 ? ` and delta ${asGiven(delta)}` : ''}; nothing was charged.`;

function simulationText(found: AnyForecast): string[] {
  if (!('runs' in found)) return [];
  const relative = found.best.standardError / found.best.mse;
  return [
    `Simulated: ${found.runs} runs; the squared error at the best rate is accurate to ${few(100 * relative)} % (one standard error).`,
  ];
}

const lookedText = ({ population: { sorted, min, max, clamped }, missing, fromData }: ForecastData): string[] => [
  ...(fromData
    ? [`Not private: this forecast read ${sorted.length} values. Only the custodian of the data may see it.`]
    : []),
  ...(clamped > 0 ? [`Values clamped to ${asGiven(min)} to ${asGiven(max)}: ${clamped}.`] : []),
  ...(missing > 0 ? [`Rows without a number, left out: ${missing}.`] : []),
];

const percent = (rate: number): string => `${few(100 * rate)} %`;

/** Forecasts are no bounds: four digits, to the nearest. */
const few = (value: number): string => asGiven(Number(value.toPrecision(4)));
