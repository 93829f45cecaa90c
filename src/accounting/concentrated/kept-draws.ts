/** What a question costs in concentrated privacy that is asked of a sample or part which is kept for more questions. */
import { down, type Rational, rational, up } from '../../numerics/index.ts';
import { amplify, tilt } from '../stability/amplification.ts';
import { pureRho } from './pure-rho.ts';

/** A table on the way from the base, with what was spent on it so far. */
export type KeptTable =
  /** A coin of its own for every unit. */
  | { readonly rate: number; readonly spent: number }
  /** A part of a random split, and the parts beside it. */
  | { readonly rate: number; readonly spent: number; readonly beside: readonly PartBeside[] };

export interface PartBeside {
  readonly rate: number;
  readonly spent: number;
}

/**
 * With what chance a unit is in a part, after everything that was told.
 *   Says     a coin: b·e^E/(1 - b + b·e^E); part j of a random split: b_j·e^(E_j)/(b_j·e^(E_j) + Σ b_i·e^(-E_i) + the rest), over the
 *            other parts; a way through several of them: the product
 *   Assumes  coins and numbers of units are independent; E counts all that was spent on a table, with what it was passed
 *   Rounds   up
 *   Source   derived: given everybody else's draws, answers favour a table by at most e^E, and speak against it by no more
 */
export const chanceInside = (draws: readonly KeptTable[]): number =>
  draws.reduce((chance, draw) => Math.min(1, up.mul(chance, chanceIn(draw))), 1);

function chanceIn(draw: KeptTable): number {
  if (!('beside' in draw)) return tilt(draw.rate, draw.spent);
  const { rate, spent, beside } = draw;
  if (rate === 0) return 0;
  const rest = beside.reduce((left, part) => down.sub(left, part.rate), down.sub(1, rate));
  const elsewhere = beside.reduce(
    (sum, part) => down.add(sum, down.mul(part.rate, down.exp(-part.spent))),
    Math.max(0, rest),
  );
  return Math.min(1, up.div(1, down.add(1, down.div(down.mul(elsewhere, down.exp(-spent)), rate))));
}

/**
 * One question on a kept table.
 *   Says     with p the chance to be inside by now, a question of epsilon e there is `pureRho` of ln(1 + p(e^e - 1)); the sum over
 *            all questions, in any order on any tables, is concentrated privacy
 *   Assumes  added or removed units; every table on the way is drawn by unit coins or is a part of a random split; questions without
 *            a delta; never the increments of prices, whose sum of squares may be far too small
 *   Rounds   up, to 18 decimals
 *   Source   derived from `fittingSide` with everybody else's draws as hidden variable; enumerated on small trees
 */
export const keptRho = (draws: readonly KeptTable[], epsilon: number): Rational =>
  pureRho(rational.fromNumber(amplify(chanceInside(draws), epsilon)));
