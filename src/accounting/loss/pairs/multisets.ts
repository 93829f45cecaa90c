/** Repetitions of a finite mechanism: what matters is only how often each outcome came up. */

/** Workloads with more outcomes than this are looked at on a lattice instead. */
export const OUTCOMES_MAX = 2 ** 18;

/** How many multisets of `count` there are over `kinds`; some number above OUTCOMES_MAX if it is above that. */
export function multisets(kinds: number, count: number): number {
  let product = 1;
  for (let i = 1; i < kinds && product <= OUTCOMES_MAX; i++) product *= (count + i) / i;
  return product;
}

/** A kind that is in a multiset, and how often. */
export type KindChosen = readonly [kind: number, times: number];

/**
 * Visits every multiset with the kinds in it and the logarithm of the number of its orders. It goes as deep as a multiset has different
 * kinds: of ten thousand outcomes there may be one.
 */
export function eachMultiset(
  kinds: number,
  count: number,
  visit: (chosen: readonly KindChosen[], logWays: number) => void,
): void {
  const logFactorial = new Float64Array(count + 1);
  for (let i = 2; i <= count; i++) logFactorial[i] = logFactorial[i - 1] + Math.log(i);
  const chosen: KindChosen[] = [];
  const choose = (from: number, left: number, logWays: number): void => {
    if (left === 0) {
      visit(chosen, logWays);
      return;
    }
    for (let kind = from; kind < kinds; kind++)
      // the last kind takes what is left
      for (let n = kind === kinds - 1 ? left : 1; n <= left; n++) {
        chosen.push([kind, n]);
        choose(kind + 1, left - n, logWays - logFactorial[n]);
        chosen.pop();
      }
  };
  choose(0, count, logFactorial[count]);
}

/** What the outcomes of a multiset add up to. */
export const addedUp = (chosen: readonly KindChosen[], each: ArrayLike<number>): number =>
  chosen.reduce((sum, [kind, times]) => sum + times * each[kind], 0);
