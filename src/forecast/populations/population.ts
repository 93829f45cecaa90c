/** Populations to simulate on: sorted, and within public bounds. */
import { refuse } from '../../vocabulary/index.ts';

/** The values of a population, sorted, between public bounds. */
export interface Population {
  readonly sorted: Float64Array;
  readonly min: number;
  readonly max: number;
  /** Values that lay outside the bounds and were moved to them. */
  readonly clamped: number;
}

export interface ValueBounds {
  readonly min: number;
  readonly max: number;
}

/** A population of these values; those outside the bounds are clamped and counted. */
export function populationOf(values: Iterable<number>, { min, max }: ValueBounds): Population {
  if (!(max > min && max - min < Infinity))
    return refuse('value_out_of_range', `Values need finite bounds, the smaller first; they are ${min} and ${max}.`);
  const sorted = Float64Array.from(values);
  if (sorted.length < 2)
    return refuse('table_empty', `A forecast needs at least 2 values; there are ${sorted.length}.`);
  let clamped = 0;
  for (let place = 0; place < sorted.length; place++) {
    const value = sorted[place];
    if (Number.isNaN(value)) return refuse('type_mismatch', 'A value is not a number.');
    if (value >= min && value <= max) continue;
    sorted[place] = Math.min(Math.max(value, min), max);
    clamped += 1;
  }
  return Object.freeze({ sorted: sorted.sort(), min, max, clamped });
}
