/** How many of so many units are in a sample. */
import { invariant } from '../../vocabulary/index.ts';
import { partOfUnits } from '../rate.ts';
import type { Chance, UnitFraction, UnitsOf } from './chance.ts';

/** A law on whole numbers with one peak, told by the ratios of neighbouring probabilities. */
export interface CountLaw {
  readonly least: number;
  readonly most: number;
  readonly peak: number;
  readonly mean: number;
  readonly variance: number;
  /** P(x + 1)/P(x), for x from `least` to below `most`. */
  readonly next: (x: number) => number;
}

/** The law of those in the sample, of `units` in the population that are asked about. */
export function drawnUnits({ rate, exactly, share }: Chance, units: number): CountLaw {
  if (exactly !== undefined) return hypergeometric(exactly, Math.min(units, exactly.of));
  if (share !== undefined) return certain(sharedBy(share, units));
  invariant(rate !== null, 'units are counted where their chance is known');
  return binomial(rate, units);
}

function binomial(rate: number, units: number): CountLaw {
  return {
    least: 0,
    most: units,
    peak: Math.min(units, Math.floor((units + 1) * rate)),
    mean: units * rate,
    variance: units * rate * (1 - rate),
    next: x => ((units - x) / (x + 1)) * (rate / (1 - rate)),
  };
}

/** `size` of `of` are drawn, and `units` of `of` are asked about. */
function hypergeometric({ size, of }: UnitsOf, units: number): CountLaw {
  const others = of - units;
  const [least, most] = [Math.max(0, size - others), Math.min(size, units)];
  const mean = (size * units) / of;
  return {
    least,
    most,
    peak: Math.min(most, Math.max(least, Math.floor(((size + 1) * (units + 1)) / (of + 2)))),
    mean,
    variance: mean * (others / of) * ((of - size) / Math.max(1, of - 1)),
    next: x => ((units - x) / (x + 1)) * ((size - x) / (others - size + x + 1)),
  };
}

const certain = (x: number): CountLaw => ({ least: x, most: x, peak: x, mean: x, variance: 0, next: () => 0 });

function sharedBy({ rate, others }: UnitFraction, units: number): number {
  const size = partOfUnits(rate, units);
  return others ? units - size : size;
}
