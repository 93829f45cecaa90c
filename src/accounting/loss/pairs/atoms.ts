/** Two tables of probabilities over the same outcomes: randomized response, discrete noise, worst cases of a guarantee. */
import { type LossPair, UNIT, write } from '../pair.ts';

/** One outcome, by the logarithms of its two probabilities. */
export interface Atom {
  readonly logP: number;
  readonly logQ: number;
}

export interface AtomicPair extends LossPair {
  readonly kind: 'atoms';
  /** Logarithms of the outcomes' probabilities, in increasing order of loss; infinite losses included. */
  readonly logP: Float64Array;
  readonly logQ: Float64Array;
  /** Bounds the error of those logarithms. */
  readonly error: number;
}

export const isAtomic = (pair: object): pair is AtomicPair => 'kind' in pair && pair.kind === 'atoms';

export const atom = (p: number, q: number): Atom => ({ logP: Math.log(p), logQ: Math.log(q) });

/** `error` bounds the error of the given logarithms. */
export function atomicPair(outcomes: readonly Atom[], error = 2 * UNIT): AtomicPair {
  const atoms = outcomes
    .filter(({ logP, logQ }) => logP > -Infinity || logQ > -Infinity)
    .sort((a, b) => a.logP - a.logQ - (b.logP - b.logQ));
  return sortedPair(
    Float64Array.from(atoms, ({ logP }) => logP),
    Float64Array.from(atoms, ({ logQ }) => logQ),
    error,
  );
}

/** The same from tables that are already in increasing order of loss. */
export function sortedPair(logP: Float64Array, logQ: Float64Array, error: number): AtomicPair {
  const losses = logP.map((p, i) => p - logQ[i]);
  const above = { p: runningSums(logP, 'down'), q: runningSums(logQ, 'down') };
  const lazily = { below: undefined as { p: Float64Array; q: Float64Array } | undefined };
  const below = () => {
    lazily.below ??= { p: runningSums(logP, 'up'), q: runningSums(logQ, 'up') };
    return lazily.below;
  };
  const firstFinite = firstIndex(losses, -Infinity, true);
  const firstInfinite = firstIndex(losses, Infinity, false);
  const someFinite = firstFinite < firstInfinite;
  return {
    kind: 'atoms',
    logP,
    logQ,
    error,
    lowest: someFinite ? losses[firstFinite] : 0,
    highest: someFinite ? losses[firstInfinite - 1] : 0,
    infinite: Math.exp(above.p[firstInfinite]),
    minusInfinite: logQ.subarray(0, firstFinite).reduce((sum, log) => sum + Math.exp(log), 0),
    upper(t, into) {
      const index = firstIndex(losses, t, true);
      write(into, above.p[index], above.q[index], error + SUM_ERROR);
    },
    lower(t, into) {
      const index = firstIndex(losses, t, false);
      write(into, below().p[index], below().q[index], error + SUM_ERROR);
    },
  };
}

/** Error of a compensated sum and its logarithm, whatever the number of terms. */
const SUM_ERROR = 24 * UNIT;

/**
 * Logarithms of the sums of masses from one end: sums[i] holds all before i (up) or all from i on (down).
 * Compensated (Kahan), and rescaled as larger masses arrive, so that a sum begun at 1e-400 is as accurate as one begun at 1.
 */
function runningSums(logMasses: Float64Array, direction: 'up' | 'down'): Float64Array {
  const count = logMasses.length;
  const sums = new Float64Array(count + 1).fill(-Infinity);
  let [scale, sum, lost] = [-Infinity, 0, 0];
  for (let step = 0; step < count; step++) {
    const mass = logMasses[direction === 'up' ? step : count - 1 - step];
    if (mass > scale + 30) {
      const factor = scale === -Infinity ? 0 : Math.exp(scale - mass);
      sum *= factor;
      lost *= factor;
      scale = mass;
    }
    if (mass > -Infinity) {
      const term = Math.exp(mass - scale) - lost;
      const next = sum + term;
      lost = next - sum - term;
      sum = next;
    }
    sums[direction === 'up' ? step + 1 : count - 1 - step] = sum > 0 ? scale + Math.log(sum) : -Infinity;
  }
  return sums;
}

/** First index whose loss is above t (strictly), or at least t. */
function firstIndex(losses: Float64Array, t: number, strictly: boolean): number {
  let low = 0;
  let high = losses.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (strictly ? losses[middle] <= t : losses[middle] < t) low = middle + 1;
    else high = middle;
  }
  return low;
}
