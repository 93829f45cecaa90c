/** The largest allowance whose charge stays within a limit, found on the price function itself. */

/** Where a price has not grown beyond its limit by now it never will. */
const UNBOUNDED = 2 ** 1000;

/**
 * The greatest x ≥ 0 with price(x) ≤ limit, to the last double; Infinity when the price never exceeds the limit.
 *   Says     the returned x was tried, and price(x) ≤ limit held
 *   Assumes  price(0) = 0 and, but for rounding, a price that does not fall
 *   Rounds   down
 *   Source   bisection
 */
export function largestWithin(limit: number, price: (x: number) => number): number {
  let above = Math.max(limit, Number.MIN_VALUE);
  while (price(above) <= limit) {
    if (above >= UNBOUNDED) return Infinity;
    above *= 2;
  }
  let within = 0;
  while (true) {
    const middle = within + (above - within) / 2;
    if (middle === within || middle === above) return within;
    if (price(middle) <= limit) within = middle;
    else above = middle;
  }
}
