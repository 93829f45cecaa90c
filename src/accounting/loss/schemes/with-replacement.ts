/** Draws with replacement: a unit may be drawn several times, so it counts like a group of random size. */
import { binomialLogMass } from '../../../numerics/index.ts';
import type { Base } from '../mechanism.ts';
import { type LossPair, write } from '../pair.ts';
import { gaussianMixture } from '../pairs/gaussian.ts';
import { reversed } from '../pairs/reversed.ts';
import { lossUnderCoin, underCoin } from './coin.ts';
import { mirrored } from './fixed-pairs.ts';
import { highestOf, reached, type StepBounds, type Way } from './scheme.ts';
import { labelled, symmetric } from './symmetric.ts';

/** Draws of one unit that are less likely than this together are counted as if they revealed everything. */
const RARE = 1e-40;

interface Times {
  /** How often the unit is drawn, once or more, and how likely that is. */
  readonly draws: readonly { readonly times: number; readonly weight: number }[];
  readonly rest: number;
  /** The chance of being drawn at all. */
  readonly rate: number;
}

function timesDrawn(size: number, of: number): Times {
  const draws: { times: number; weight: number }[] = [];
  const mean = size / of;
  let rest = 0;
  for (let times = 1; times <= size; times++) {
    const weight = Math.exp(binomialLogMass(size, 1 / of, times));
    if (times > mean && weight < RARE) {
      rest = 2 * weight; // the masses fall by more than half from here on
      break;
    }
    if (weight > 0) draws.push({ times, weight });
  }
  return { draws, rest, rate: -Math.expm1(size * Math.log1p(-1 / of)) };
}

/** Reveals everything. */
const everything: LossPair = {
  lowest: 0,
  highest: 0,
  infinite: 1,
  minusInfinite: 1,
  upper: (_, into) => write(into, 0, -Infinity, 0),
  lower: (_, into) => write(into, -Infinity, 0, 0),
};

/**
 * m draws with replacement out of n.
 *   Says     replace-one, epsilon >= 0: a coin of rate h = 1-(1-1/n)^m over the labelled mixture of k replaced
 *            units, k ~ Binomial(m, 1/n) given k >= 1. add-remove: the same with 1/(n+1); for Gaussian noise the
 *            mixture of shifts itself, which is reached. Pure: m·ln(1+(exp r - 1)/n)
 *   Assumes  n public (replace-one), or that of the smaller data set (add-remove)
 *   Rounds   up; very many draws of one unit count as infinite loss
 *   Source   [BBG18] Theorem 10; [CGST24] Corollary 4.7
 */
export function withReplacementBounds(base: Base, { size, of }: { size: number; of: number }, way: Way): StepBounds {
  const replacing = way === 'replace' || way === 'replace-back';
  const { draws, rest, rate } = timesDrawn(size, replacing ? of : of + 1);
  const shift = base.shift;
  const mixture =
    shift?.noise === 'normal'
      ? gaussianMixture(
          [
            { shift: 0, weight: 1 - rate },
            ...draws.map(({ times, weight }) => ({ shift: 2 * times * shift.perUnit, weight })),
          ],
          rest,
        )
      : undefined;
  if (!replacing && mixture !== undefined) return reached(way === 'remove' ? mixture : reversed(mixture));
  const groups = draws.map(({ times, weight }) => ({ weight: weight / rate, pair: base.replaced(times) }));
  const parts = rest > 0 ? [...groups, { weight: rest / rate, pair: everything }] : groups;
  const coin = underCoin(labelled(parts), rate);
  const seen = underCoin(shift === undefined ? base.replaced(1) : base.added(1), rate);
  const examples = [...(mixture === undefined ? [] : [mixture, reversed(mixture)]), seen, reversed(seen)];
  const highest = size * lossUnderCoin(highestOf(base.replaced(1)), 1 / of);
  if (!replacing)
    return {
      upper: way === 'remove' ? coin : reversed(coin),
      lowers: way === 'remove' ? [seen] : [reversed(seen)],
      tight: false,
      highest: way === 'remove' ? highestOf(coin) : highestOf(reversed(coin)),
    };
  const drawn = [{ weight: 1 - rate, units: 0 }, ...draws.map(({ times, weight }) => ({ weight, units: times }))];
  return { upper: symmetric(coin), lowers: [...examples, ...mirrored(base, drawn)], tight: false, highest };
}
