/** All that is known of a mechanism is a guarantee: the pairs that are worst among everything that keeps it. */
import { logSumExp } from '../../../numerics/index.ts';
import type { ApproximateGuarantee } from '../../../vocabulary/index.ts';
import { type LossPair, UNIT } from '../pair.ts';
import { type Atom, type AtomicPair, atomicPair } from './atoms.ts';
import { chainUnder, type Moved } from './line.ts';

/** Longer chains are bounded as one guarantee: their exact pair would have as many outcomes. */
const HOPS_MAX = 1024;

/**
 * The worst two data sets that lie so many added or removed units apart.
 *   Says     one change takes an event's chance from y to at most F(y) = min(A·y + δ, 1 - (1-y-δ)/A, 1), A = exp ε; k changes
 *            take it to F(F(...y)), which is concave, so it is the trade-off of one pair, with losses (2i-k)·ε. Distributions
 *            with these very chances are k steps of a mechanism that keeps the guarantee. k = 1: randomized response
 *   Assumes  the guarantee holds between all neighbours, and nothing else is known
 *   Rounds   nothing, up to 1024 changes; beyond, up, as `grouped`
 *   Source   [KOV15] Theorem 3.1 for one change; two outcomes decide every divergence, so F composes
 */
export function worstPair(guarantee: ApproximateGuarantee, changes = 1): LossPair {
  if (changes > HOPS_MAX) return worstPair(grouped(guarantee, changes));
  const { epsilon, delta } = guarantee;
  const steep = steepSteps(guarantee, changes);
  const infinite = infiniteMass(guarantee, changes, steep);
  const logDistance = Math.log(delta + (1 - delta) * Math.tanh(epsilon / 2));
  const outcomes: Atom[] = [
    { logP: Math.log(infinite), logQ: -Infinity },
    { logP: -Infinity, logQ: Math.log(infinite) },
  ];
  const both = (logLess: number, loss: number): void => {
    outcomes.push({ logP: logLess + loss, logQ: logLess }, { logP: logLess, logQ: logLess + loss });
  };
  if (2 * steep === changes) outcomes.push({ logP: Math.log1p(-infinite), logQ: Math.log1p(-infinite) });
  else if (2 * steep > changes) {
    const { most } = growths(guarantee, steep);
    const logEnd = Math.log1p(-delta * most) - steep * epsilon - Math.log1p(Math.exp(-epsilon));
    both(logEnd, (2 * steep - changes) * epsilon);
    for (let i = steep - 1; 2 * i > changes; i--) both(logDistance - i * epsilon, (2 * i - changes) * epsilon);
    const middle = logDistance - (changes / 2) * epsilon;
    if (changes % 2 === 0) outcomes.push({ logP: middle, logQ: middle });
  }
  const pair = atomicPair(outcomes, UNIT * (8 + changes * (4 + epsilon)));
  const highest = Math.max(0, 2 * steep - changes) * epsilon;
  // as they were given, not as logarithms give them back
  return { ...pair, lowest: -highest, highest, infinite, minusInfinite: infinite };
}

/**
 * Mixtures of the laws of one chain, each a change further: those of `worstPair`, all on one line.
 *   Says     the chances F(F(...y)) of half-lines; cell i holds the events that i changes multiply by A and all others
 *            divide by it, so j changes give it exp((2·min(i,j) - j)·ε) times its mass before them
 *   Assumes  no delta; the guarantee holds between all neighbours, and nothing else is known
 *   Rounds   nothing; undefined beyond 1024 changes
 *   Source   see `worstPair`
 */
export function chainMixtures(
  epsilon: number,
  first: readonly Moved[],
  second: readonly Moved[],
  infinite = 0,
): AtomicPair | undefined {
  const { start, changes } = chainUnder(first, second);
  if (changes > HOPS_MAX) return undefined;
  const logTurn = -epsilon - Math.log1p(Math.exp(-epsilon));
  const logDistance = Math.log(Math.tanh(epsilon / 2));
  const outcomes: Atom[] = [{ logP: Math.log(infinite), logQ: -Infinity }];
  for (let cell = 0; cell <= changes; cell++) {
    const logWidth =
      changes === 0
        ? 0
        : cell === 0
          ? logTurn + epsilon
          : cell < changes
            ? logDistance - cell * epsilon
            : logTurn - (changes - 1) * epsilon;
    const logMass = (mixture: readonly Moved[]): number =>
      logSumExp(
        mixture.map(({ weight, units }) => {
          const moved = units - start;
          return Math.log(weight) + logWidth + (2 * Math.min(cell, moved) - moved) * epsilon;
        }),
      );
    outcomes.push({ logP: logMass(first), logQ: logMass(second) });
  }
  const terms = first.length + second.length;
  return atomicPair(outcomes, UNIT * (16 + 4 * terms + changes * (4 + 2 * epsilon)));
}

/** Sums of exp(j·ε) over j below `steps`, and the same with those below steps - 1 added. */
function growths({ epsilon }: ApproximateGuarantee, steps: number): { plain: number; most: number } {
  const plain = (n: number): number => (epsilon === 0 ? n : Math.expm1(n * epsilon) / Math.expm1(epsilon));
  return { plain: plain(steps), most: plain(steps) + plain(steps - 1) };
}

/** How many of the changes multiply the chance of some event by A, one after the other. */
function steepSteps(guarantee: ApproximateGuarantee, changes: number): number {
  if (guarantee.delta === 0) return changes;
  let steps = 1;
  while (steps < changes && guarantee.delta * growths(guarantee, steps + 1).most < 1) steps++;
  return steps;
}

/** F(F(...0)), rounded up. */
function infiniteMass(guarantee: ApproximateGuarantee, changes: number, steep: number): number {
  const { epsilon, delta } = guarantee;
  if (delta === 0 || changes === 1) return delta;
  const raised = 1 + UNIT * (16 + changes * (8 + 2 * epsilon));
  if (steep === changes) return Math.min(1, delta * growths(guarantee, changes).plain * raised);
  let chance = 0;
  for (let i = 0; i < changes; i++)
    chance = Math.min(
      1,
      Math.exp(epsilon) * chance + delta,
      -Math.expm1(-epsilon) + (chance + delta) * Math.exp(-epsilon),
    );
  return Math.min(1, chance * raised);
}

/**
 * Groups under an (epsilon, delta) guarantee, as a guarantee.
 *   Says     k changes cost (k·epsilon, delta·(exp(k·epsilon) - 1)/(exp(epsilon) - 1))
 *   Assumes  the guarantee holds between all neighbours
 *   Rounds   delta up, by a few units
 *   Source   [Vadhan17] Lemma 2.2
 */
export function grouped({ epsilon, delta }: ApproximateGuarantee, units: number): ApproximateGuarantee {
  // written so that large costs overflow to Infinity, never to NaN
  const growth =
    epsilon === 0 ? units : Math.exp((units - 1) * epsilon) * (Math.expm1(-units * epsilon) / Math.expm1(-epsilon));
  const failure = units === 1 || delta === 0 ? delta : delta * growth * (1 + 8 * UNIT * (1 + units * epsilon));
  return { epsilon: units * epsilon, delta: Math.min(1, failure) };
}

/**
 * The worst replaced unit where replacing is known to cost less than removing and adding.
 *   Says     P and R within exp(r) of each other and within A = exp(e) of a common Q: the largest P-mass of loss r is
 *            u = min(1/(1+exp(-r)), (1-1/A)/(1-exp(-r))), its mirror image has loss -r and the rest loss 0; this is worst at
 *            every epsilon, and reached
 *   Assumes  r <= 2e; no delta
 *   Rounds   nothing
 *   Source   a linear program over three likelihoods, whose corners are the loss r, -r and 0
 */
export function worstSubstitution(epsilon: number, replace: number): LossPair {
  if (replace === 2 * epsilon) return worstPair({ epsilon, delta: 0 }, 2);
  // equal to exp(r) <= 2A - 1, without overflow: then two outcomes are enough
  if (Math.exp(replace - epsilon) + Math.exp(-epsilon) <= 2) return worstPair({ epsilon: replace, delta: 0 });
  const revealing = Math.expm1(-epsilon) / Math.expm1(-replace);
  const logRevealing = Math.log(revealing);
  const rest = Math.log(Math.max(0, 1 - revealing * (1 + Math.exp(-replace))));
  const pair = atomicPair(
    [
      { logP: logRevealing, logQ: logRevealing - replace },
      { logP: logRevealing - replace, logQ: logRevealing },
      { logP: rest, logQ: rest },
    ],
    UNIT * (16 + replace),
  );
  return { ...pair, lowest: -replace, highest: replace };
}

/**
 * One unit replaced by another under a coin, where a guarantee for added units is all that is known.
 *   Says     order events by the chance y that they have without the unit: with it that is at most F(y), with the other one at
 *            least 1 - F(1-y) (F of `worstPair`); mixtures with these chances are worst at every epsilon, and reached
 *   Assumes  the coin is independent of everything else; the guarantee holds in both directions
 *   Rounds   nothing
 *   Source   two outcomes decide every divergence; both chances are the best for their side at every y
 */
export function worstSampledSubstitution(guarantee: ApproximateGuarantee, rate: number): LossPair {
  const { epsilon, delta } = guarantee;
  const outcomes: Atom[] = [
    { logP: Math.log(rate * delta), logQ: -Infinity },
    { logP: -Infinity, logQ: Math.log(rate * delta) },
  ];
  const drawn = (ratio: number): number => Math.log1p(rate * (ratio - 1));
  for (const { width, up, down } of halfLineCells(guarantee))
    outcomes.push({ logP: Math.log(width) + drawn(up), logQ: Math.log(width) + drawn(down) });
  return atomicPair(outcomes, UNIT * (32 + 2 * epsilon));
}

/** A stretch of chances without the unit; the ratios of those with it, and with its opposite, to them. */
export interface HalfLineCell {
  readonly width: number;
  readonly up: number;
  readonly down: number;
}

/** Slopes of F(y) and 1 - F(1-y) (F of `worstPair`) between 0 and 1, by increasing y. */
export function halfLineCells({ epsilon, delta }: ApproximateGuarantee): HalfLineCell[] {
  const turn = ((1 - delta) * Math.exp(-epsilon)) / (1 + Math.exp(-epsilon));
  const [grown, shrunk] = [Math.exp(epsilon), Math.exp(-epsilon)];
  if (delta < turn)
    // widths next to 1 are those next to 0: differences from 1 would lose a small delta
    return [
      { width: delta, up: grown, down: 0 },
      { width: turn - delta, up: grown, down: shrunk },
      { width: middleWidth(epsilon, delta), up: shrunk, down: shrunk },
      { width: turn - delta, up: shrunk, down: grown },
      { width: delta, up: 0, down: grown },
    ].filter(({ width }) => width > 0);
  const slopeAt = (y: number): number => (y < turn ? grown : y < 1 - delta ? shrunk : 0);
  const cuts = [0, delta, turn, 1 - turn, 1 - delta, 1].sort((a, b) => a - b);
  return cuts.slice(1).flatMap((to, i) => {
    const middle = (to + cuts[i]) / 2;
    return to > cuts[i] ? [{ width: to - cuts[i], up: slopeAt(middle), down: slopeAt(1 - middle) }] : [];
  });
}

/** 1 - 2·turn, without cancellation. */
const middleWidth = (epsilon: number, delta: number): number => (1 - delta) * Math.tanh(epsilon / 2) + delta;
