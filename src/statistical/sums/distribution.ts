/** What is known of every entry of a sum: its distribution, the same for all. Only those with a variance can hide an entry. */
import { refuse } from '../../vocabulary/index.ts';

export interface Normal {
  readonly kind: 'normal';
  readonly mean: number;
  readonly deviation: number;
}

export interface Laplace {
  readonly kind: 'laplace';
  readonly mean: number;
  readonly scale: number;
}

export interface Uniform {
  readonly kind: 'uniform';
  readonly from: number;
  readonly to: number;
}

export interface PoissonDistribution {
  readonly kind: 'poisson';
  readonly mean: number;
}

/** Finitely many values with their weights: mixtures of Bernoulli entries, and the values of a column. */
export interface Mixture {
  readonly kind: 'mixture';
  readonly values: readonly WeighedValue[];
}

export interface WeighedValue {
  readonly value: number;
  /** Weights are shares of their sum. */
  readonly weight: number;
}

export type SmoothDistribution = Normal | Laplace | Uniform;
export type CountedDistribution = PoissonDistribution | Mixture;
/** The distribution of the entries of a sum. */
export type EntryDistribution = SmoothDistribution | CountedDistribution;

export const isSmooth = (distribution: EntryDistribution): distribution is SmoothDistribution =>
  distribution.kind !== 'poisson' && distribution.kind !== 'mixture';

export function checkDistribution(distribution: EntryDistribution): void {
  if (distribution.kind === 'mixture') checkValues(distribution.values);
  else checkSpread(...spreadOf(distribution));
}

/** Where a distribution lies, and how wide it is. */
function spreadOf(
  distribution: SmoothDistribution | PoissonDistribution,
): [what: string, place: number, spread: number] {
  switch (distribution.kind) {
    case 'normal':
      return ['standard deviation', distribution.mean, distribution.deviation];
    case 'laplace':
      return ['scale', distribution.mean, distribution.scale];
    case 'uniform':
      return ['width', distribution.from, distribution.to - distribution.from];
    case 'poisson':
      return ['mean', 0, distribution.mean];
  }
}

function checkSpread(what: string, place: number, spread: number): void {
  if (!(Number.isFinite(place) && spread > 0 && spread < Infinity))
    refuse(
      'value_out_of_range',
      `The ${what} of the entries must be positive and finite; distributions without a finite variance are not supported.`,
    );
}

/** Weights below this share of their sum would be lost among the others. */
const WEIGHT_MIN = 1e-12;

function checkValues(values: readonly WeighedValue[]): void {
  const total = values.reduce((sum, { weight }) => sum + weight, 0);
  if (!values.every(({ value, weight }) => Number.isFinite(value) && weight >= WEIGHT_MIN * total && total < Infinity))
    refuse('value_out_of_range', 'Values of a mixture must be finite, and their weights positive and comparable.');
  if (!(new Set(values.map(({ value }) => value)).size > 1))
    refuse('value_out_of_range', 'A mixture needs at least two values, because entries without variance hide nothing.');
}
