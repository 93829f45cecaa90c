/** Lower bounds by example: data sets chosen so that the answer is a mixture of moved laws, cut into bins where they have no outcomes. */
import { laplaceLogUpperTail, logSubExp, logUpperTail } from '../../../numerics/index.ts';
import type { Base } from '../mechanism.ts';
import type { LossPair } from '../pair.ts';
import { type Atom, atomicPair } from '../pairs/atoms.ts';
import type { Moved } from '../pairs/line.ts';

const BINS = 2 ** 13;

/**
 * The pair of two mixtures of moved laws: outcome by outcome, or continuous noise through bins of the output.
 *   Says     the divergence of the binned mixtures is at most that of the mechanism
 *   Assumes  `first` and `second` describe two neighbouring data sets of the mechanism with these laws
 *   Rounds   down: binning is post-processing
 *   Source   data processing inequality
 */
export function example(base: Base, first: readonly Moved[], second: readonly Moved[]): LossPair[] {
  if (base.shift === undefined) return [base.between?.(first, second) ?? []].flat();
  const { noise, perUnit } = base.shift;
  const logTail = noise === 'normal' ? logUpperTail : (x: number): number => laplaceLogUpperTail(x, 1);
  const centres = [...first, ...second].map(({ units }) => units * perUnit);
  const reach = noise === 'normal' ? 14 : 60;
  const [low, high] = [Math.min(...centres) - reach, Math.max(...centres) + reach];
  const edge = (i: number): number => (i === 0 ? -Infinity : i === BINS ? Infinity : low + ((high - low) * i) / BINS);
  const atoms: Atom[] = [];
  for (let i = 0; i < BINS; i++) {
    const mass = (mixture: readonly Moved[]): number =>
      Math.log(
        mixture.reduce((sum, { weight, units }) => {
          const [from, to] = [edge(i) - units * perUnit, edge(i + 1) - units * perUnit];
          return (
            sum +
            weight *
              Math.exp(from > 0 ? logSubExp(logTail(from), logTail(to)) : logSubExp(logTail(-to), logTail(-from)))
          );
        }, 0),
      );
    atoms.push({ logP: mass(first), logQ: mass(second) });
  }
  return [atomicPair(atoms, 1e-12)];
}

/** A unit that pushes one way against a unit that pushes the other, around answers that do not move. */
export function mirrored(base: Base, mixture: readonly Moved[]): LossPair[] {
  return example(
    base,
    mixture,
    mixture.map(({ weight, units }) => ({ weight, units: -units })),
  );
}
