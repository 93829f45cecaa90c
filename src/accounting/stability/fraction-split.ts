/** The fraction p of the units at random, rounded down, to part one, the rest to part two. */
import { up } from '../../numerics/index.ts';
import type { Cost } from '../../vocabulary/index.ts';
import { amplify, amplifyAbove } from './amplification.ts';
import { checkCost, checkRate } from './arguments.ts';
import { charge } from './charge.ts';

export interface FractionSplit {
  readonly rate: number;
  /** What is spent on the fraction, and on the rest. */
  readonly costs: readonly [Cost, Cost];
}

/**
 * One unit more enters part two, or makes part one grow by a unit that may come from part two.
 *   Says     e ⇒ max(e2 + ln(1 + p(e^r1 − 1)), e1 + ln(1 + (1 − 1/ceil(1/p))(e^r2 − 1)));
 *            r ⇒ max(r2, r2 + ln((1 − p + p·e^r1) / (1 − p + p·e^r2))); p = 0 and p = 1 leave one part
 *   Assumes  floor(p·|D|) units uniformly without replacement; the size of the data is secret
 *   Rounds   up; approached as the data grows
 *   Source   derived (corrects [EAS16] section 4.4); checked by linear program
 */
export function fractionSplit({ rate, costs }: FractionSplit): Cost {
  checkRate('rate of the first part', rate);
  const [first, rest] = costs.map(checkCost);
  if (rate === 0) return charge(rest.epsilon, rest.replace);
  if (rate === 1) return charge(first.epsilon, first.replace);
  const growth = Math.ceil(up.div(1, rate));
  const stays = up.add(rest.epsilon, amplify(rate, first.replace));
  const grows = up.add(first.epsilon, amplify(up.div(growth - 1, growth), rest.replace));
  const replaced = first.replace > rest.replace ? amplifyAbove(rest.replace, rate, first.replace) : rest.replace;
  return charge(Math.max(stays, grows), replaced);
}
