/**
 * The condition that the theorem on draws with replacement rests on: that, whatever two templates are compared, half-lines of
 * answers are the best events. Here it is looked at for the families it was claimed for, on templates of two draws.
 */
import { upperTail } from '../numerics/index.ts';

/** How entries are distributed, about 0 and on a scale of 1. */
export type DistributionFamily = 'binomial' | 'poisson' | 'normal' | 'cauchy';

export interface Samplability {
  readonly holds: boolean;
  /** Where half-lines see least of what the best events tell. */
  readonly worst: EventDeltas;
}

export interface EventDeltas {
  readonly epsilon: number;
  /** The most that an event of the form "at most a" or "at least a" tells, beyond a factor of e^epsilon. */
  readonly halfLine: number;
  /** The most that any event tells. */
  readonly all: number;
}

/** Answers are released in cells of this width; what lies beyond the last of them on either side is one cell. */
const WIDTH = 1 / 128;
const REACH = 64;

const EPSILONS = [0.01, 0.1, 0.5, 1, 2];

/** A draw of the critical entry, with value 1, and one of another, against two of others; `repeats` allows the same one twice. */
export function samplability(family: DistributionFamily, { repeats }: { readonly repeats: boolean }): Samplability {
  const tail = TAILS[family];
  const drawn = cells(x => tail(x - 1));
  const other = repeats ? cells(x => tail(x / 2)) : cells(tail);
  const each = EPSILONS.map(epsilon => eventDeltas(drawn, other, epsilon));
  const worst = each.reduce((most, next) => (next.all - next.halfLine > most.all - most.halfLine ? next : most));
  return { holds: worst.all - worst.halfLine <= 1e-9, worst };
}

/** P[X > x] of one entry: a fair coin, a Poisson count of mean 1, a normal and a Cauchy variable. */
const TAILS: Readonly<Record<DistributionFamily, (x: number) => number>> = {
  binomial: x => (x < 0 ? 1 : x < 1 ? 0.5 : 0),
  poisson: poissonTail,
  normal: upperTail,
  cauchy: x => (x > 0 ? Math.atan2(1, x) : Math.PI - Math.atan2(1, -x)) / Math.PI,
};

function poissonTail(x: number): number {
  let [tail, mass] = [1, Math.exp(-1)];
  for (let count = 0; count <= x; count++) {
    tail -= mass;
    mass /= count + 1;
  }
  return Math.max(0, tail);
}

function cells(tail: (x: number) => number): Float64Array {
  const borders = Float64Array.from({ length: (2 * REACH) / WIDTH + 1 }, (_, i) => tail((i + 0.5) * WIDTH - REACH));
  const masses = new Float64Array(borders.length + 1);
  masses[0] = 1 - borders[0];
  for (let i = 1; i < borders.length; i++) masses[i] = borders[i - 1] - borders[i];
  masses[borders.length] = borders[borders.length - 1];
  return masses;
}

export function eventDeltas(p: Float64Array, q: Float64Array, epsilon: number): EventDeltas {
  const factor = Math.exp(epsilon);
  let [below, all, lowest, highest] = [0, 0, 0, 0];
  for (let i = 0; i < p.length; i++) {
    const gain = p[i] - factor * q[i];
    all += Math.max(0, gain);
    below += gain;
    lowest = Math.min(lowest, below);
    highest = Math.max(highest, below);
  }
  // "at least a" tells what is left of all when "below a" is taken away
  return { epsilon, all, halfLine: Math.max(highest, below - lowest) };
}
