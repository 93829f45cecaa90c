/** Discrete Laplace and discrete Gaussian noise on integers: one atom for every outcome that tells the two data sets apart. */
import { logSumExp } from '../../../numerics/index.ts';
import { refuse } from '../../../vocabulary/index.ts';
import { UNIT } from '../pair.ts';
import { type Atom, type AtomicPair, atomicPair } from './atoms.ts';
import type { GaussianComponent } from './gaussian.ts';

/** More atoms than this would not fit the memory that the accountant promises. */
const ATOMS_MAX = 2 ** 20;

const tooWide = (name: string, instead: string): never =>
  refuse(
    'value_out_of_range',
    `${name} has more than ${ATOMS_MAX} distinguishable outcomes. Use ${instead}, which is as private at this scale.`,
  );

/** ln of a mixture's mass, by the logarithm of the mass that each component gives. */
const blended = (mixture: readonly GaussianComponent[], logMass: (shift: number) => number): number =>
  mixture.length === 1 && mixture[0].weight === 1
    ? logMass(mixture[0].shift)
    : logSumExp(mixture.map(({ weight, shift }) => Math.log(weight) + logMass(shift)));

const error = (first: readonly GaussianComponent[], second: readonly GaussianComponent[]): number =>
  UNIT * (8 + 4 * (first.length + second.length));

/** Where the shifts of two mixtures lie. */
function rangeOf(
  first: readonly GaussianComponent[],
  second: readonly GaussianComponent[],
): { low: number; high: number } {
  const shifts = [...first, ...second].map(({ shift }) => shift);
  return { low: Math.min(...shifts), high: Math.max(...shifts) };
}

/** Noise of mass tanh(a/2)·exp(-a|x|), moved by `shift`. */
export const discreteLaplace = (parameter: number, shift: number): AtomicPair =>
  discreteLaplaceMixtures(parameter, [{ weight: 1, shift }], [UNMOVED]);

const UNMOVED: GaussianComponent = { weight: 1, shift: 0 };

/** The same noise, moved by one mixture of shifts or by another: the outcomes at and beyond both ends share one loss. */
export function discreteLaplaceMixtures(
  parameter: number,
  first: readonly GaussianComponent[],
  second: readonly GaussianComponent[],
  infinite = 0,
): AtomicPair {
  const { low, high } = rangeOf(first, second);
  if (!(high - low < ATOMS_MAX)) return tooWide('discrete-laplace', 'laplace with scale 1/parameter');
  const logCentre = Math.log(Math.tanh(parameter / 2));
  const logEnd = -Math.log1p(Math.exp(-parameter));
  const outcomes: Atom[] = [{ logP: Math.log(infinite), logQ: -Infinity }];
  const add = (logMass: (shift: number) => number): void => {
    outcomes.push({ logP: blended(first, logMass), logQ: blended(second, logMass) });
  };
  add(shift => logEnd - parameter * (shift - low));
  for (let x = low + 1; x < high; x++) add(shift => logCentre - parameter * Math.abs(x - shift));
  if (high > low) add(shift => logEnd - parameter * (high - shift));
  return atomicPair(outcomes, error(first, second));
}

/** How far out atoms are kept, in standard deviations: beyond it lies less than 1e-350 of the mass. */
const REACH = 40;

/** Noise of mass proportional to exp(-x^2/(2 sigma^2)), moved by `shift`. */
export const discreteGaussian = (sigma: number, shift: number, order: number): AtomicPair =>
  discreteGaussianMixtures({ sigma, order }, [{ weight: 1, shift }], [UNMOVED]);

/**
 * The same noise, moved by one mixture of shifts or by another. Losses go on beyond the table.
 * A Renyi order moves the outcomes that matter out to order·shift.
 */
export function discreteGaussianMixtures(
  { sigma, order }: { sigma: number; order: number },
  first: readonly GaussianComponent[],
  second: readonly GaussianComponent[],
  infinite = 0,
): AtomicPair {
  const { low, high } = rangeOf(first, second);
  const reach = Math.ceil(REACH * sigma + order * (high - low));
  if (!(2 * reach < ATOMS_MAX)) return tooWide('discrete-gaussian', 'gaussian with noiseMultiplier sigma');
  const exponent = (x: number): number => -(x * x) / (2 * sigma * sigma);
  let total = 1;
  for (let x = reach; x >= 1; x--) total += 2 * Math.exp(exponent(x));
  const logTotal = Math.log(total);
  const outcomes: Atom[] = [{ logP: Math.log(infinite), logQ: -Infinity }];
  for (let x = low - reach; x <= high + reach; x++) {
    const logMass = (shift: number): number => exponent(x - shift) - logTotal;
    outcomes.push({ logP: blended(first, logMass), logQ: blended(second, logMass) });
  }
  const beyond = [outermost(first, second, 1), outermost(first, second, -1)];
  const pair = atomicPair(outcomes, error(first, second) + 8 * UNIT);
  const ends = { lowest: Math.min(pair.lowest, ...beyond), highest: Math.max(pair.highest, ...beyond) };
  return atomicPair(outcomes, error(first, second) + 8 * UNIT, ends);
}

/** Where the loss goes far up (1) or down (-1) the line: the component that lies farthest there outweighs all others. */
function outermost(first: readonly GaussianComponent[], second: readonly GaussianComponent[], sign: 1 | -1): number {
  const [one, other] = [first, second].map(mixture =>
    mixture.reduce((far, next) => (sign * next.shift > sign * far.shift ? next : far)),
  );
  if (one.shift !== other.shift) return sign * one.shift > sign * other.shift ? Infinity : -Infinity;
  return Math.log(one.weight / other.weight);
}
