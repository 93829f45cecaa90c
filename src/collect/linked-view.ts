/** The second view: both answers of one person, linked. Whoever has it reads the truth of everybody who was sampled. */
import type { Die } from './die.ts';

/**
 * The chance that both answers together betray the truth.
 *   Says     δ = π_s at every ε: who moves from 0 to v has the value v, and moves with probability π_s
 *   Assumes  a true answer other than 0 is possible
 *   Rounds   nothing
 *   Source   derived: the outcome (0, v) has probability π_s if v is true and 0 otherwise; (0, 0) has no more than
 *            π_0 + π_s against π_0
 */
export const linkedDelta = ({ sampling }: Die): number => sampling;
