/** Draws with replacement: a unit may be drawn several times, so it counts like a group of random size. */
import { binomialLogMass } from '../../../numerics/index.ts';
import type { Base } from '../mechanism.ts';
import { type LossPair, write } from '../pair.ts';
import { reversed } from '../pairs/reversed.ts';
import { coinDelta, joined } from '../profile.ts';
import { lossUnderCoin, underCoin } from './coin.ts';
import { mirrored } from './fixed-pairs.ts';
import { highestOf, type NeighbourChange, reached, type StepBounds } from './scheme.ts';
import { labelled } from './symmetric.ts';

/** Draws of one unit that are less likely than this together are counted as if they revealed everything. */
const RARE = 1e-30;

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
 *   Says     add-remove: a coin of rate h = 1-(1-1/(n+1))^m over k replaced units, k ~ Binomial(m, 1/(n+1)) given k >= 1,
 *            as a labelled mixture; where laws lie on a line the mixture itself (see `LawsOnLine`), which is reached.
 *            replace-one, with 1/n: a coin over two alternatives, drawn k times each: apart from nothing like that
 *            mixture, apart from each other like the labelled one. Pure: m·ln(1+(exp r - 1)/n)
 *   Assumes  n public (replace-one), or that of the smaller data set (add-remove)
 *   Rounds   up; very many draws of one unit count as infinite loss
 *   Source   [BBG18] Theorems 2 and 10; [CGST24] Corollary 4.7
 */
export function withReplacementBounds(
  base: Base,
  { size, of }: { size: number; of: number },
  way: NeighbourChange,
): StepBounds {
  const replacing = way === 'replace' || way === 'replace-back';
  const times = timesDrawn(size, replacing ? of : of + 1);
  const { rate } = times;
  const mixture = mixtureOf(base, times);
  // what is counted as infinite loss for safety is not certain to be one
  const certain = times.rest > 0 ? mixtureOf(base, { ...times, rest: 0 }) : mixture;
  if (!replacing) {
    if (mixture !== undefined && certain !== undefined) {
      const worst = reached(turned(underCoin(mixture, rate), way));
      return certain === mixture ? worst : { ...worst, lowers: [turned(underCoin(certain, rate), way)] };
    }
    const coin = turned(underCoin(groupsOf(base, times), rate), way);
    return { upper: coin, lowers: [turned(seenOf(base, rate), way)], tight: false, highest: highestOf(coin) };
  }
  const groups = groupsOf(base, times);
  const delta = (epsilon: number): number => coinDelta(mixture ?? groups, groups, rate, epsilon);
  const highest = size * lossUnderCoin(highestOf(base.replaced(1)), 1 / of);
  const onesided = certain === undefined ? seenOf(base, rate) : underCoin(certain, rate);
  const drawn = times.draws.map(({ times: units, weight }) => ({ weight, units }));
  return {
    upper: joined(delta, delta, highest),
    lowers: [onesided, reversed(onesided), ...mirrored(base, [{ weight: 1 - rate, units: 0 }, ...drawn])],
    tight: false,
    highest,
  };
}

const turned = (pair: LossPair, way: NeighbourChange): LossPair => (way === 'remove' ? pair : reversed(pair));

/** The unit drawn k times, k shown: as revealing as k replaced units. */
function groupsOf(base: Base, { draws, rest, rate }: Times): LossPair {
  const groups = draws.map(({ times, weight }) => ({ weight: weight / rate, pair: base.replaced(times) }));
  return labelled(rest > 0 ? [...groups, { weight: rest / rate, pair: everything }] : groups);
}

/** The unit drawn k times, k not shown, where the laws of groups lie on a line: a replaced unit is two steps away. */
const mixtureOf = ({ line }: Base, { draws, rest, rate }: Times): LossPair | undefined =>
  line?.mixture(
    draws.map(({ times, weight }) => ({ units: 2 * times, weight: weight / rate })),
    rest / rate,
  );

/** A question that tells only whether the unit was drawn at all. */
const seenOf = (base: Base, rate: number): LossPair =>
  underCoin(base.shift === undefined ? base.replaced(1) : base.added(1), rate);
