/** The largest amount whose charge stays within a limit, found with few trials: each one prices a whole lineage. */
import { type Rational, rational, toNumber } from '../../numerics/index.ts';
import { invariant } from '../../vocabulary/index.ts';
import { greatest, least, toPlaces } from './exact-amounts.ts';

/** An amount that was tried. */
interface Trial {
  readonly amount: Rational;
  /** The logarithm of its charge over the limit: at most 0 within, positive above. Prices of samples are steep without it. */
  readonly excess: number;
}

interface Search {
  readonly limit: Rational;
  /** Not tried further than this: the price has no limit then. */
  readonly most: Rational;
  readonly charge: (amount: Rational) => Rational;
}

/** The amount is found to so many parts of itself. Charges are computed in doubles: looking closer finds their rounding. */
const CLOSENESS = rational.ratio(1n, 2n ** 44n);
const FINEST = rational.ratio(1n, 10n ** 18n);

/** How far the first trials leap. */
const STRIDE = rational.ratio(4n);

/** After so many trials the ends must be four times closer; where the charge is no smooth line, the middle is tried. */
const PATIENCE = 3;

/**
 * From the limit outwards.
 *   Says     the returned amount was tried, and its charge is at most the limit
 *   Assumes  a charge that is 0 at 0 and, but for rounding, does not fall
 *   Rounds   down, to 18 decimals; the limit itself where it is charged in full
 *   Source   false position with the Illinois rule, and bisection
 */
export function largestAmount({ limit, most, charge }: Search): Rational {
  invariant(limit.numerator > 0n, 'a limit is above 0');
  const attempt = (amount: Rational): Trial => ({
    amount,
    excess: Math.log1p(toNumber(rational.div(rational.sub(charge(amount), limit), limit), 'up')),
  });
  let within: Trial = { amount: rational.zero, excess: -Infinity };
  let above = attempt(limit);
  while (above.excess <= 0) {
    if (rational.compare(above.amount, most) >= 0) return above.amount;
    [within, above] = [above, attempt(least(rational.mul(above.amount, STRIDE), most))];
  }
  let farthest = Infinity;
  let wasWithin: boolean | undefined;
  for (let trial = 0; ; trial++) {
    const gap = toNumber(rational.sub(above.amount, within.amount), 'up');
    const isSlow = trial % PATIENCE === 0 && gap > farthest / 4;
    if (trial % PATIENCE === 0) farthest = gap;
    const amount = between(within, above, isSlow);
    if (amount === undefined) return within.amount;
    const next = attempt(amount);
    const isWithin = next.excess <= 0;
    // an end that stays twice counts half, so that the line soon falls on its other side
    const weight = isWithin === wasWithin ? 0.5 : 1;
    if (isWithin) [within, above] = [next, { ...above, excess: weight * above.excess }];
    else [within, above] = [{ ...within, excess: weight * within.excess }, next];
    wasWithin = isWithin;
  }
}

/** Where the line through both ends meets the limit, or their middle; none where the ends are as close as it gets. */
function between(within: Trial, above: Trial, isSlow: boolean): Rational | undefined {
  const gap = rational.sub(above.amount, within.amount);
  const step = greatest(FINEST, rational.mul(above.amount, CLOSENESS));
  if (rational.compare(gap, step) <= 0) return undefined;
  const isLine = !isSlow && within.excess > -Infinity;
  const share = isLine ? within.excess / (within.excess - above.excess) : 0.5;
  const met = rational.add(within.amount, rational.mul(gap, rational.fromNumber(share)));
  const inside = least(greatest(met, rational.add(within.amount, step)), rational.sub(above.amount, step));
  const amount = toPlaces(inside, 'down');
  return rational.compare(amount, within.amount) > 0 ? amount : undefined;
}
