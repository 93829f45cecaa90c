/** People who never were, drawn from a law that somebody supposes, between public bounds. */
import { type Distribution, type Population, populationOf, valuesOf } from '../../forecast/index.ts';

export interface Supposed {
  readonly law: Distribution;
  readonly size: number;
  readonly seed: number;
  readonly bounds: { readonly min: number; readonly max: number };
}

export const supposedPopulation = ({ law, size, seed, bounds }: Supposed): Population =>
  populationOf(valuesOf(law, size, seed), bounds);
