/** The first view: one person's answer of round two, and nothing else of them. It is the only one that the paper speaks of. */
import { up } from '../../numerics/index.ts';
import type { Die } from './die.ts';

/**
 * How much one answer of round two tells.
 *   Says     ε = max over v = 0..V of ln((π_v + π_s) / π_v); infinite where some answer is never given without being true
 *   Assumes  the answer of round one is not seen beside it
 *   Rounds   up
 *   Source   [JG17] equations 18-29, with answer 0 among the truths
 */
export const roundTwoEpsilon = ({ sampling, outputs }: Die): number =>
  Math.max(...outputs.map(chance => (chance > 0 ? up.log1p(up.div(sampling, chance)) : Infinity)));
