/** A forecast, for people: which rate is best and by how much, then the errors side by side. */
import type { Forecast, ForecastRequest, RateForecast } from '../forecast/index.ts';
import { asGiven } from './digits.ts';
import { table } from './table.ts';

export const describeForecast = (found: Forecast, request: ForecastRequest): string =>
  [verdict(found), table([HEADER, ...found.rates.map(row)]), meaning(request)].join('\n\n');

const HEADER = ['rate', 'epsilon inside', 'error by sampling', 'by noise', 'in all'];

const row = ({ rate, innerEpsilon, samplingVariance, noiseVariance, mse }: RateForecast): string[] => [
  percent(rate),
  few(innerEpsilon),
  few(Math.sqrt(samplingVariance)),
  few(Math.sqrt(noiseVariance)),
  few(Math.sqrt(mse)),
];

function verdict({ best, full, gain, rates }: Forecast): string {
  if (gain > 1)
    return `Best is a sample of ${percent(best.rate)}: a standard error of ${few(Math.sqrt(best.mse))}, where the whole population has ${few(Math.sqrt(full.mse))}.`;
  const never = rates.every(({ rate, gainsImpossible }) => rate === 1 || gainsImpossible === true);
  return `Best is no sampling: a standard error of ${few(Math.sqrt(full.mse))}.${never ? ' No sample at these rates can do better.' : ''}`;
}

const meaning = ({ epsilon, delta }: ForecastRequest): string =>
  `Errors are standard errors. Every row charges the population epsilon ${asGiven(epsilon)}${delta > 0 ? ` and delta ${asGiven(delta)}` : ''}; nothing was charged now.`;

const percent = (rate: number): string => `${few(100 * rate)} %`;

/** Forecasts are no bounds: four digits, to the nearest. */
const few = (value: number): string => asGiven(Number(value.toPrecision(4)));
