/** What the service says of one count at several sampling rates: its price, and how far it errs. */
import type { Api } from '../api.ts';

export interface AskCurve {
  /** The price without a sample. */
  readonly whole: number;
  readonly rates: readonly { readonly rate: number; readonly epsilon: number; readonly deviation: number }[];
}

const RATES = [0.05, 0.1, 0.2, 0.25, 0.5, 0.75, 1];
/** Of 200 patients 60 have diabetes. */
const STATISTIC = { kind: 'count', share: 0.3 };
const DESIGN = { population: 200, scheme: 'bernoulli', relation: 'add-remove', mechanism: 'discrete-laplace' };

/** The same noise at every rate, scaled up with the sample. */
export async function askCurve(api: Api): Promise<AskCurve> {
  const [prices, forecast] = await Promise.all([
    api.priceRates({ operator: 'bernoulli', cost: { epsilon: 1, replace: 1 }, rates: RATES }),
    api.forecast({ statistic: STATISTIC, ...DESIGN, epsilon: 1, delta: 0, rates: RATES }),
  ]);
  const noise = forecast.full.noiseVariance;
  const rates = prices.rates.map(({ rate, epsilon }, place) => ({
    rate,
    epsilon,
    deviation: Math.sqrt(forecast.rates[place].samplingVariance + noise / rate ** 2),
  }));
  return { whole: rates[rates.length - 1].epsilon, rates };
}
