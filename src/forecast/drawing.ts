/**
 * Samples of a sorted population, sorted without sorting. Every unit has an arrival: smaller rates take those who arrive
 * earlier, so that the samples of one run lie in each other and rates are compared on equal terms.
 */
import { type Entropy, uniform } from '../random/index.ts';
import type { ForecastScheme } from './design.ts';

export interface Sampler {
  /** Throws the dice anew. */
  next(): void;
  /** The sample at a rate, as a view that holds until the next call. */
  sampleAt(drawn: { readonly rate: number; readonly size: number }): Float64Array;
}

export function openSampler(scheme: ForecastScheme, sorted: Float64Array, entropy: Entropy): Sampler {
  if (scheme === 'with-replacement') return withReplacement(sorted, entropy);
  return scheme === 'bernoulli' ? byCoins(sorted, entropy) : withoutReplacement(sorted, entropy);
}

/** Arrivals are a random order: whoever is among the first n is in the sample of n. */
function withoutReplacement(sorted: Float64Array, entropy: Entropy): Sampler {
  const below = uniform(entropy);
  const arrivals = Uint32Array.from(sorted, (_, place) => place);
  const sample = new Float64Array(sorted.length);
  return {
    next() {
      for (let place = arrivals.length - 1; place > 0; place--) {
        const other = below(place + 1);
        const arrival = arrivals[place];
        arrivals[place] = arrivals[other];
        arrivals[other] = arrival;
      }
    },
    sampleAt({ size }) {
      let taken = 0;
      for (let place = 0; place < arrivals.length; place++) {
        sample[taken] = sorted[place];
        taken += arrivals[place] < size ? 1 : 0;
      }
      return sample.subarray(0, taken);
    },
  };
}

/** Arrivals are independent: coins of any rate are thrown by one draw. */
function byCoins(sorted: Float64Array, { word }: Entropy): Sampler {
  const arrivals = new Uint32Array(sorted.length);
  const sample = new Float64Array(sorted.length);
  return {
    next() {
      for (let place = 0; place < arrivals.length; place++) arrivals[place] = word();
    },
    sampleAt({ rate }) {
      const threshold = rate * 2 ** 32;
      let taken = 0;
      for (let place = 0; place < arrivals.length; place++) {
        sample[taken] = sorted[place];
        taken += arrivals[place] < threshold ? 1 : 0;
      }
      return sample.subarray(0, taken);
    },
  };
}

/** Each draw chooses anybody; the sample of n are the first n draws, counted by place. */
function withReplacement(sorted: Float64Array, entropy: Entropy): Sampler {
  const below = uniform(entropy);
  const draws = new Uint32Array(sorted.length);
  const times = new Uint32Array(sorted.length);
  const sample = new Float64Array(sorted.length);
  return {
    next() {
      for (let draw = 0; draw < draws.length; draw++) draws[draw] = below(sorted.length);
    },
    sampleAt({ size }) {
      times.fill(0);
      for (let draw = 0; draw < size; draw++) times[draws[draw]] += 1;
      let taken = 0;
      for (let place = 0; place < times.length; place++)
        for (let time = 0; time < times[place]; time++) sample[taken++] = sorted[place];
      return sample.subarray(0, taken);
    },
  };
}
