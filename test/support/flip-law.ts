/**
 * The law of permute-and-flip in closed form: choices come at uniform times, and choice c is taken at time t if its coin fell heads
 * and no other one's did that came before. That is p_c times the integral over t of the product of 1 - p_s·t over all others.
 */
import { type Rational, rational, toNumber } from '../../src/numerics/index.ts';

/** How likely each choice is, given the probabilities of the coins, of which one at least is 1. */
export const flipLaw = (coins: readonly Rational[]): Rational[] =>
  coins.map((coin, c) => {
    const others = coins.filter((_, s) => s !== c);
    return rational.mul(coin, integral(others.reduce(timesOneLess, [rational.one])));
  });

/** The same for coins that are doubles, each rounded only in the end. */
export const flipChances = (coins: readonly number[]): number[] =>
  flipLaw(coins.map(rational.fromNumber)).map(chance => toNumber(chance, 'nearest'));

/** A polynomial, by its coefficients from the constant on, times 1 - coin·t. */
const timesOneLess = (polynomial: readonly Rational[], coin: Rational): Rational[] =>
  [...polynomial, rational.zero].map((coefficient, power) =>
    power === 0 ? coefficient : rational.sub(coefficient, rational.mul(coin, polynomial[power - 1])),
  );

/** From 0 to 1. */
const integral = (polynomial: readonly Rational[]): Rational =>
  polynomial
    .map((coefficient, power) => rational.div(coefficient, rational.ratio(BigInt(power) + 1n)))
    .reduce(rational.add);
