/** Discrete Laplace and discrete Gaussian noise on integers: one atom for every outcome that tells the two data sets apart. */
import { refuse } from '../../../vocabulary/index.ts';
import { UNIT } from '../pair.ts';
import { type Atom, type AtomicPair, atomicPair } from './atoms.ts';

/** More atoms than this would not fit the memory that the accountant promises. */
const ATOMS_MAX = 2 ** 20;

const tooWide = (name: string, instead: string): never =>
  refuse(
    'value_out_of_range',
    `${name} has more than ${ATOMS_MAX} distinguishable outcomes. Use ${instead}, which is as private at this scale.`,
  );

/** Noise of mass tanh(a/2)·exp(-a|x|), moved by `shift`: the outcomes at and beyond both ends share one loss. */
export function discreteLaplace(parameter: number, shift: number): AtomicPair {
  if (!(shift < ATOMS_MAX)) return tooWide('discrete-laplace', 'laplace with scale 1/parameter');
  const logCentre = Math.log(Math.tanh(parameter / 2));
  const logEnd = -Math.log1p(Math.exp(-parameter));
  const outcomes: Atom[] = [
    { logP: logEnd, logQ: logEnd - parameter * shift },
    { logP: logEnd - parameter * shift, logQ: logEnd },
  ];
  for (let x = 1; x < shift; x++)
    outcomes.push({ logP: logCentre - parameter * (shift - x), logQ: logCentre - parameter * x });
  return atomicPair(outcomes, 8 * UNIT);
}

/** How far out atoms are kept, in standard deviations: beyond it lies less than 1e-350 of the mass. */
const REACH = 40;

/**
 * Noise of mass proportional to exp(-x^2/(2 sigma^2)), moved by `shift`. Losses are unbounded: the ends are open.
 * A Renyi order moves the outcomes that matter out to order·shift.
 */
export function discreteGaussian(sigma: number, shift: number, order: number): AtomicPair {
  const reach = Math.ceil(REACH * sigma + order * shift);
  if (!(2 * reach < ATOMS_MAX)) return tooWide('discrete-gaussian', 'gaussian with noiseMultiplier sigma');
  const exponent = (x: number): number => -(x * x) / (2 * sigma * sigma);
  let total = 1;
  for (let x = reach; x >= 1; x--) total += 2 * Math.exp(exponent(x));
  const logTotal = Math.log(total);
  const outcomes: Atom[] = [];
  for (let x = -reach; x <= reach + shift; x++)
    outcomes.push({ logP: exponent(x - shift) - logTotal, logQ: exponent(x) - logTotal });
  return atomicPair(outcomes, 16 * UNIT, { lowest: -Infinity, highest: Infinity });
}
