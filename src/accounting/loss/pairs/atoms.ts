/** Two tables of probabilities over the same outcomes: randomized response, discrete noise, worst cases of a guarantee. */
import { type LossPair, type Tail, UNIT, write } from '../pair.ts';

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
  /** Bounds the error of those logarithms, beyond the eight units of each logarithm that are always granted. */
  readonly error: number;
  /** Where the losses end if outcomes go on beyond the table, with next to no mass. */
  readonly ends: Ends | undefined;
}

interface Ends {
  readonly lowest: number;
  readonly highest: number;
}

export const isAtomic = (pair: object): pair is AtomicPair => 'kind' in pair && pair.kind === 'atoms';

export const atom = (p: number, q: number): Atom => ({ logP: Math.log(p), logQ: Math.log(q) });

/** `error` bounds the error of the given logarithms, beyond eight units of each. */
export function atomicPair(outcomes: readonly Atom[], error = 2 * UNIT, ends?: Ends): AtomicPair {
  const atoms = outcomes
    .filter(({ logP, logQ }) => logP > -Infinity || logQ > -Infinity) // their losses could not be compared
    .sort((a, b) => a.logP - a.logQ - (b.logP - b.logQ));
  return sortedPair(
    Float64Array.from(atoms, ({ logP }) => logP),
    Float64Array.from(atoms, ({ logQ }) => logQ),
    error,
    ends,
  );
}

/** The same from tables that are already in increasing order of loss; outcomes that neither gives are left out. */
export function sortedPair(allP: Float64Array, allQ: Float64Array, error: number, ends?: Ends): AtomicPair {
  const [logP, logQ, losses] = givenOutcomes(allP, allQ);
  const above = { p: runningSums(logP, 'down'), q: runningSums(logQ, 'down') };
  const lazily = { below: undefined as { p: Float64Array; q: Float64Array } | undefined };
  const below = () => {
    lazily.below ??= { p: runningSums(logP, 'up'), q: runningSums(logQ, 'up') };
    return lazily.below;
  };
  const firstFinite = firstIndex(losses, -Infinity, true);
  const firstInfinite = firstIndex(losses, Infinity, false);
  const someFinite = firstFinite < firstInfinite;
  const sumError = error + UNIT * (24 + GRANTED * Math.log(logP.length + 1));
  const revealing = { p: 0, q: 0, error: 0 };
  writeSums(revealing, above.p[firstInfinite], above.q[firstInfinite], sumError);
  return {
    kind: 'atoms',
    logP,
    logQ,
    error,
    ends,
    lowest: ends?.lowest ?? (someFinite ? losses[firstFinite] : 0),
    highest: ends?.highest ?? (someFinite ? losses[firstInfinite - 1] : 0),
    infinite: Math.min(1, Math.exp(revealing.p) * (1 + revealing.error + 2 * UNIT)),
    minusInfinite: logQ.subarray(0, firstFinite).reduce((sum, log) => sum + Math.exp(log), 0),
    upper(t, into) {
      const index = firstIndex(losses, t, true);
      writeSums(into, above.p[index], above.q[index], sumError);
    },
    lower(t, into) {
      const index = firstIndex(losses, t, false);
      writeSums(into, below().p[index], below().q[index], sumError);
    },
  };
}

/** The outcomes that either gives, and their losses. In plain loops: there may be millions. */
function givenOutcomes(allP: Float64Array, allQ: Float64Array): readonly [Float64Array, Float64Array, Float64Array] {
  const [logP, logQ, losses] = [allP, allQ, allP].map(({ length }) => new Float64Array(length));
  let count = 0;
  for (let i = 0; i < allP.length; i++) {
    if (!(allP[i] > -Infinity || allQ[i] > -Infinity)) continue;
    logP[count] = allP[i];
    logQ[count] = allQ[i];
    losses[count++] = allP[i] - allQ[i];
  }
  return [logP.subarray(0, count), logQ.subarray(0, count), losses.subarray(0, count)];
}

/** Units of each logarithm by which it may err: a logarithm of -700 is not known any better. */
const GRANTED = 8;

/**
 * Errors in proportion to the logarithms of n terms make one of GRANTED·(|ln sum| + ln n) units of their sum's: the
 * mean of the terms' logarithms exceeds that of the sum by their entropy. Compensated sums add next to nothing.
 */
function writeSums(into: Tail, p: number, q: number, error: number): void {
  const depth = Math.max(p === -Infinity ? 0 : -p, q === -Infinity ? 0 : -q, 0);
  write(into, p, q, error + (GRANTED + 2) * UNIT * depth);
}

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
