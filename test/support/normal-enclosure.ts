/** Enclosures of the upper tail of the standard normal and of its logarithm. */
import { type Rational, rational } from '../../src/numerics/index.ts';
import {
  add,
  around,
  type Enclosure,
  exactly,
  expEnclosure,
  fixed,
  logEnclosure,
  logOf,
  multiply,
  negate,
} from './enclosure.ts';
import { pi } from './fixed-point.ts';

const places = 200;
const half = rational.ratio(1n, 2n);

export function upperTailEnclosure(z: Rational): Enclosure {
  if (z.numerator < 0n) return add(exactly(rational.one), negate(upperTailEnclosure(rational.negate(z))));
  return far(z) ? multiply(densityEnclosure(z), millsEnclosure(z)) : nearTail(z);
}

export const logUpperTailEnclosure = (z: Rational): Enclosure =>
  far(z) ? add(logDensityEnclosure(z), logOf(millsEnclosure(z))) : logOf(upperTailEnclosure(z), 160);

const far = (z: Rational): boolean => z.numerator >= 2n * z.denominator;

const minusHalfSquare = (z: Rational): Rational => rational.negate(rational.mul(half, rational.mul(z, z)));

/** 1/sqrt(2π): the integer root of 2^(2·places)/(2π). */
const densityAtZero = (): Enclosure => around(squareRoot((1n << BigInt(3 * places)) / (2n * pi(places))), places, 16n);

const densityEnclosure = (z: Rational): Enclosure => multiply(densityAtZero(), expEnclosure(minusHalfSquare(z), 170));

const logDensityEnclosure = (z: Rational): Enclosure =>
  add(exactly(minusHalfSquare(z)), {
    lower: logEnclosure(densityAtZero().lower).lower,
    upper: logEnclosure(densityAtZero().upper).upper,
  });

/** tail/density = 1/(z + 1/(z + 2/(z + 3/...))): cut off after an even and an odd number of steps it lies on either side. */
function millsEnclosure(z: Rational): Enclosure {
  const ends = [mills(z, 600), mills(z, 601)];
  const [lower, upper] = ends[0] < ends[1] ? ends : [ends[1], ends[0]];
  return { lower: around(lower, places).lower, upper: around(upper, places).upper };
}

/** Each step shrinks the rounding of the one before and adds a unit: at most `depth` units in all. */
function mills(z: Rational, depth: number): bigint {
  const here = fixed(z, places);
  let below = here;
  for (let step = depth; step > 0; step--) below = here + (BigInt(step) << BigInt(2 * places)) / below;
  return (1n << BigInt(2 * places)) / below;
}

/** 1/2 - density·(z + z³/3 + z⁵/(3·5) + ...). */
function nearTail(z: Rational): Enclosure {
  const unit = 1n << BigInt(places);
  const square = fixed(rational.mul(z, z), places);
  let sum = 0n;
  let term = fixed(z, places);
  for (let odd = 3n; term !== 0n; odd += 2n) {
    sum += term;
    term = (term * square) / unit / odd;
  }
  return add(exactly(half), negate(multiply(densityEnclosure(z), around(sum, places))));
}

function squareRoot(x: bigint): bigint {
  let root = 1n << BigInt(Math.ceil(x.toString(2).length / 2));
  for (let next = (root + x / root) / 2n; next < root; next = (root + x / root) / 2n) root = next;
  return root;
}
