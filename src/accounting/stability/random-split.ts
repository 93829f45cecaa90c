/**
 * Every unit goes to part j with probability b_j, independently: a partition that prices unequal spending
 * below its maximum.
 */
import { down, up } from '../../numerics/index.ts';
import { type Cost, refuse } from '../../vocabulary/index.ts';
import { greatest, sum } from './amounts.ts';
import { checkCost, checkRate, checkSome } from './arguments.ts';
import { charge } from './charge.ts';
import { logMeanExp, type WeightedExponent } from './log-mean.ts';

/** One part, and what is spent on it. */
export interface RandomPart {
  readonly rate: number;
  readonly cost: Cost;
}

/** A part whose rate is known from both sides: what no part receives is a difference, and rounded. */
interface Share extends Cost {
  readonly lower: number;
  readonly upper: number;
}

/**
 * Every unit draws its part; units that draw none are not asked about.
 *   Says     e ⇒ ln Σ b_j·e^(e_j);  r ⇒ ln max over T of
 *            [Σ_T b_j·e^(e_j) + Σ_notT b_j·e^(r_j−e_j)] / [Σ_T b_j·e^(e_j−r_j) + Σ_notT b_j·e^(−e_j)], both reached
 *   Assumes  one draw per unit, independent, with fresh secret randomness; rates that sum to at most 1
 *   Rounds   up
 *   Source   derived (sharpens [EAS16] Theorem 4.8); checked by linear program
 */
export function randomSplit({ parts }: { readonly parts: readonly RandomPart[] }): Cost {
  const shares = checkParts(parts).filter(share => share.upper > 0);
  const epsilon = logMeanExp(shares.map(({ lower, upper, epsilon }) => ({ lower, upper, exponent: epsilon })));
  return charge(epsilon, replacedUnit(shares));
}

/** The parts and the one that spends nothing. Decimal rates that sum to 1 may exceed it by a rounding: `down` forgives it. */
function checkParts(parts: readonly RandomPart[]): Share[] {
  checkSome('part', parts);
  const shares = parts.map(({ rate, cost }) => {
    checkRate('rate of a part', rate);
    return { lower: rate, upper: rate, ...checkCost(cost) };
  });
  const least = parts.reduce((sum, { rate }) => down.add(sum, rate), 0);
  const most = sum(parts.map(({ rate }) => rate));
  if (least <= 1) {
    const rest = { lower: Math.max(down.sub(1, most), 0), upper: up.sub(1, least), epsilon: 0, replace: 0 };
    return [...shares, rest];
  }
  return refuse('value_out_of_range', `The rates of the parts must sum to at most 1; they sum to ${most}.`);
}

/**
 * The ratio is a mean of e^(r_j) whose weights an attacker moves between b·e^(−e) and b·e^(e−r): it is largest when
 * the parts with the largest r have the large weights, so only sets T of that form are tried.
 */
function replacedUnit(shares: readonly Share[]): number {
  const ordered = [...shares].sort((a, b) => b.replace - a.replace);
  return greatest(ordered.map((_, last) => logMeanExp(tilted(ordered, last))));
}

/** Weights for T = the parts up to `last`, all divided by the largest exponential so that none overflows. */
function tilted(ordered: readonly Share[], last: number): WeightedExponent[] {
  const shifts = ordered.map(({ epsilon, replace }, j) => (j <= last ? [epsilon, replace] : [0, epsilon]));
  const most = shifts.reduce((high, [plus, minus]) => Math.max(high, plus - minus), -Infinity);
  return ordered.map(({ lower, upper, replace }, j) => {
    const [plus, minus] = shifts[j];
    return {
      lower: down.mul(lower, down.exp(down.sub(down.sub(plus, minus), most))),
      upper: up.mul(upper, up.exp(up.sub(up.sub(plus, minus), most))),
      exponent: replace,
    };
  });
}
