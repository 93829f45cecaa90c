/** Several statistics of one sample: their errors added up by weight, and the rate that is best for all of them together. */
import { refuse } from '../vocabulary/index.ts';
import { concluded, type Forecast, type RateForecast } from './forecast.ts';

/** A forecast for a share of what may be spent inside, and the weight of its squared error. */
export interface Weighted {
  readonly weight: number;
  readonly forecast: Forecast;
}

/** Adds up the errors of several statistics of one sample by weight. */
export function weightedForecast(members: readonly Weighted[]): Forecast {
  const [first] = members;
  if (first === undefined) return refuse('value_out_of_range', 'A set needs at least one statistic; it has none.');
  for (const { weight } of members)
    if (!(weight > 0 && weight < Infinity))
      refuse('value_out_of_range', `A weight must be a finite number above 0; it is ${weight}.`);
  const rates = first.forecast.rates.map(({ rate }) => rate);
  for (const { forecast } of members)
    if (forecast.rates.length !== rates.length || forecast.rates.some(({ rate }, place) => rate !== rates[place]))
      refuse('value_out_of_range', 'Statistics of one sample must have the same population and the same rates.');
  const shown = rates.map((_, place) =>
    added(members.map(({ weight, forecast }) => ({ weight, at: forecast.rates[place] }))),
  );
  const full = added(members.map(({ weight, forecast }) => ({ weight, at: forecast.full })));
  return concluded(shown, shown, full);
}

/** What may be spent inside is that of all together. */
function added(members: readonly { readonly weight: number; readonly at: RateForecast }[]): RateForecast {
  const sum = (of: (at: RateForecast) => number): number =>
    members.reduce((total, { weight, at }) => total + weight * of(at), 0);
  return {
    rate: members[0].at.rate,
    innerEpsilon: members.reduce((total, { at }) => total + at.innerEpsilon, 0),
    innerDelta: members.reduce((total, { at }) => total + at.innerDelta, 0),
    samplingVariance: sum(at => at.samplingVariance),
    bias: Math.sqrt(sum(at => at.bias ** 2)),
    noiseVariance: sum(at => at.noiseVariance),
    mse: sum(at => at.mse),
    gainsImpossible: members.every(({ at }) => at.gainsImpossible === true) || null,
  };
}
