/** Groups that are not public are shown only when so many rows or units are in them that no single unit decides it. */
import { down, type Rational, rational, toNumber, up } from '../numerics/index.ts';
import { invariant, refuse } from '../vocabulary/index.ts';
import { laplaceNoise, type Noise } from './calibration.ts';

/** How one unit may spread what is counted of it over keys: whole ones alone. */
export interface KeySpread {
  /** The most of a unit in all its keys together. */
  readonly most: bigint;
  /** The most of it in one key. */
  readonly perKey: bigint;
  /** All of it is in one key, whichever that is. */
  readonly oneKey: boolean;
}

export interface KeyThreshold {
  readonly noise: Noise;
  /** A key is shown, with its noisy count, when that is above this; when it is just this, with a chance. */
  readonly threshold: bigint;
  /** So many of `EDGE_PARTS`. */
  readonly edge: number;
}

/** What the chance of a key at the threshold is a whole number of. */
export const EDGE_PARTS = 2 ** 30;

/** The least noisy count that is shown in any case. */
export const surelyShown = ({ threshold, edge }: Pick<KeyThreshold, 'threshold' | 'edge'>): bigint =>
  edge === EDGE_PARTS ? threshold : threshold + 1n;

interface KeySelection {
  readonly spread: KeySpread;
  /** The most that one unit changes all counts together, under the relation that is protected. */
  readonly sensitivity: bigint;
  readonly epsilon: Rational;
  readonly delta: number;
}

/**
 * Keys and their counts by noise and threshold, one mechanism.
 *   Says     with noise of scale s/epsilon on the count of each key, releasing the keys whose noisy counts are above t, and with
 *            chance c those at t, with these counts, costs (epsilon, delta): delta is the most, over all ways to spread a unit over
 *            keys that nobody else has, of 1 - prod (1 - T(t - a)) over its counts a, where T(m) = q^m·(q + c(1 - q))/(1 + q) and
 *            q = e^(-epsilon/s)
 *   Assumes  a unit adds whole numbers to keys, at most `perKey` to one and `most` to all, and one unit more, less or replaced
 *            changes all counts together by at most s; t is above `perKey`, and delta is at most 1 - q, so that hiding a key
 *            tells no more than its noise
 *   Rounds   delta up, the threshold to the least whole number that keeps it, the chance at it down to 2^-30: whole counts alone
 *            would leave up to 1 - q of delta unused
 *   Source   derived; [KKMN09] and [DVGM22] for units that count once; the coin is thrown after the noise, and looks at nothing
 *            else; all spreads enumerated, in both directions
 */
export function keySelection({ spread, sensitivity, epsilon, delta }: KeySelection): KeyThreshold {
  if (!(delta > 0))
    return refuse(
      'delta_needed',
      'Groups not listed in advance need a delta above 0 (partition selection). Group by a public column, or give --delta.',
    );
  const noise = laplaceNoise(sensitivity, epsilon);
  const decay = rational.div(epsilon, rational.ratio(sensitivity));
  const allowed = Math.min(delta, -up.expm1(-toNumber(decay, 'down')));
  const keeps = (threshold: bigint, edge = EDGE_PARTS): boolean => keyDelta(spread, decay, threshold, edge) <= allowed;
  let low = spread.perKey;
  let step = 1n;
  while (!keeps(low + step)) step *= 2n;
  let high = low + step;
  low += step / 2n;
  while (high - low > 1n) {
    const middle = (high + low) / 2n;
    if (keeps(middle)) high = middle;
    else low = middle;
  }
  const edge = low > spread.perKey ? mostKept(parts => keeps(low, parts)) : 0;
  return edge > 0 ? { noise, threshold: low, edge } : { noise, threshold: high, edge: EDGE_PARTS };
}

/** The largest number of parts that keeps delta: none, or fewer than all. */
function mostKept(keeps: (parts: number) => boolean): number {
  let [kept, most] = [0, EDGE_PARTS];
  while (most - kept > 1) {
    const middle = Math.floor((kept + most) / 2);
    if (keeps(middle)) kept = middle;
    else most = middle;
  }
  return kept;
}

/** The delta of a threshold, rounded up: that of the worst spread. `decay` is epsilon/s. */
export function keyDelta(spread: KeySpread, decay: Rational, threshold: bigint, edge = EDGE_PARTS): number {
  invariant(threshold > spread.perKey, 'noise alone decides which keys are shown');
  const [slow, fast] = [toNumber(decay, 'down'), toNumber(decay, 'up')];
  const both = down.add(1, down.exp(-fast));
  // of q^m·(q + c(1 - q)): what is above the threshold, and the part of what is at it
  const chance = edge / EDGE_PARTS;
  const above = Math.min(1, up.add(chance, up.mul(1 - chance, up.exp(-slow))));
  const logHidden = (count: bigint): number => {
    const power = up.exp(-down.mul(slow, toNumber(rational.ratio(threshold - count), 'down')));
    return down.log1p(-up.div(up.mul(above, power), both));
  };
  const hidden = worstSpreads(spread).map(parts =>
    parts.map(({ count, keys }) => down.mul(toNumber(rational.ratio(keys), 'up'), logHidden(count))).reduce(down.add),
  );
  return -down.expm1(Math.min(...hidden));
}

interface Part {
  readonly count: bigint;
  /** So many keys get it. */
  readonly keys: bigint;
}

/**
 * Of all spreads one of these is the worst. -ln(1 - T(t - a)) is convex in a: at a given number of keys, counts between 1 and the most
 * of a key are best moved to these ends; and on the way from one more key of the most to the next, what is gained is convex too.
 */
function worstSpreads({ most, perKey, oneKey }: KeySpread): readonly (readonly Part[])[] {
  if (oneKey) return [[{ count: most < perKey ? most : perKey, keys: 1n }]];
  const [full, rest] = [most / perKey, most % perKey];
  const blocks = { count: perKey, keys: full };
  const spreads = [
    [{ count: 1n, keys: most }],
    [blocks, { count: rest, keys: 1n }],
    [blocks, { count: 1n, keys: rest }],
  ];
  return spreads.map(parts => parts.filter(({ count, keys }) => count > 0n && keys > 0n));
}
