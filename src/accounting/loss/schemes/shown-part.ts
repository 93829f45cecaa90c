/** Partitions by tables: few outcomes in every part, or a part that is shown outright. */
import { spanOf } from '../lattice.ts';
import { emptyTail, type LossPair, UNIT } from '../pair.ts';
import { type Atom, type AtomicPair, atomicPair } from '../pairs/atoms.ts';
import { addedUp, eachMultiset, multisets, OUTCOMES_MAX } from '../pairs/multisets.ts';
import { reversed } from '../pairs/reversed.ts';
import { highestOf, type StepBounds } from './scheme.ts';

/**
 * No more than where it is shown which part the unit is in, and no less than where each part only shows whether its loss is
 * large.
 *   Says     H of a mean of pairs is at most the mean of their H: here all are that of one part, beside answers of the other
 *            parts that are the same in both; and no processing of answers raises H
 *   Assumes  as `partitionBounds`
 *   Rounds   as the pair, and the two outcomes by their error
 *   Source   joint convexity; data processing
 */
export function shownBounds(pair: LossPair, parts: number, way: 'remove' | 'add'): StepBounds {
  const tail = emptyTail();
  let [low, high] = [0, Math.max(1, spanOf(pair, 2 ** -10, 1e-6).last * 2 ** -10)];
  for (let i = 0; i < 40; i++) {
    const middle = (low + high) / 2;
    pair.upper(middle, tail);
    if (tail.p > -Math.LN2) low = middle;
    else high = middle;
  }
  pair.upper(high, tail);
  const rest = (logMass: number): number => Math.log(-Math.expm1(logMass));
  const outcomes = [
    { logP: tail.p, logQ: tail.q },
    { logP: rest(tail.p), logQ: rest(tail.q) },
  ];
  const merged = meanOfTable(atomicPair(outcomes, 4 * tail.error + 16 * UNIT), parts);
  const turned = (each: LossPair): LossPair => (way === 'remove' ? each : reversed(each));
  return {
    upper: turned(pair),
    lowers: merged === undefined ? [] : [turned(merged)],
    tight: false,
    highest: highestOf(turned(pair)),
  };
}

/** Few outcomes in all parts together: their mean ratio one by one. P's mass where Q has none stays as it is. */
export function meanOfTable({ logP, logQ, error }: AtomicPair, parts: number): AtomicPair | undefined {
  const possible = Array.from(logQ.keys()).filter(i => logQ[i] > -Infinity);
  if (!(multisets(possible.length, parts) <= OUTCOMES_MAX)) return undefined;
  const ratios = possible.map(i => Math.exp(logP[i] - logQ[i]));
  const infinite = Array.from(logP.keys()).filter(i => logQ[i] === -Infinity);
  const atoms: Atom[] = infinite.map(i => ({ logP: logP[i], logQ: -Infinity }));
  const masses = possible.map(i => logQ[i]);
  eachMultiset(possible.length, parts, (chosen, logWays) => {
    const logMass = logWays + addedUp(chosen, masses);
    atoms.push({ logP: logMass + Math.log(addedUp(chosen, ratios) / parts), logQ: logMass });
  });
  return atomicPair(atoms, error + parts * 8 * UNIT * (1 + Math.log(parts)));
}
