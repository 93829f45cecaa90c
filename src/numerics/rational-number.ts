/** The double nearest to a rational, or the nearest on one side: correctly rounded over the whole range. */
import { invariant } from '../vocabulary/index.ts';
import type { Rational } from './rational.ts';

export type RoundingDirection = 'up' | 'down' | 'nearest';

export function toNumber({ numerator, denominator }: Rational, direction: RoundingDirection): number {
  if (numerator === 0n) return 0;
  if (numerator > 0n) return positive(numerator, denominator, direction);
  return -positive(-numerator, denominator, opposite[direction]);
}

const opposite = { up: 'down', down: 'up', nearest: 'nearest' } as const satisfies Record<
  RoundingDirection,
  RoundingDirection
>;

function positive(numerator: bigint, denominator: bigint, direction: RoundingDirection): number {
  const places = binaryPlaces(numerator, denominator);
  const scaled = numerator << BigInt(Math.max(places, 0));
  const divisor = denominator << BigInt(Math.max(-places, 0));
  const floor = scaled / divisor;
  const significand = floor + (roundsUp(floor, scaled - floor * divisor, divisor, direction) ? 1n : 0n);
  // two steps, for 2^-places alone may lie outside the range; both are exact
  const half = Math.trunc(places / 2);
  const value = Number(significand) * 2 ** -half * 2 ** (half - places);
  return value === Infinity && direction === 'down' ? Number.MAX_VALUE : value;
}

/** Binary places behind the point that leave 53 bits before it, fewer where doubles are subnormal. */
function binaryPlaces(numerator: bigint, denominator: bigint): number {
  const guess = 53 - (bitLength(numerator) - bitLength(denominator));
  const places = tooLong(numerator, denominator, guess) ? guess - 1 : guess;
  invariant(!tooLong(numerator, denominator, places), 'a quotient of n and m bits has n - m or n - m + 1 bits');
  return Math.min(places, 1074);
}

const tooLong = (numerator: bigint, denominator: bigint, places: number): boolean =>
  places >= 0 ? numerator << BigInt(places) >= denominator << 53n : numerator >= denominator << BigInt(53 - places);

function roundsUp(floor: bigint, remainder: bigint, divisor: bigint, direction: RoundingDirection): boolean {
  if (direction !== 'nearest') return direction === 'up' && remainder > 0n;
  const twice = 2n * remainder;
  return twice > divisor || (twice === divisor && floor % 2n === 1n);
}

const bitLength = (x: bigint): number => {
  const hexadecimal = x.toString(16);
  return 4 * (hexadecimal.length - 1) + (32 - Math.clz32(Number.parseInt(hexadecimal[0], 16)));
};
