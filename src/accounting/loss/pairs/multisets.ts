/** Repetitions of a finite mechanism: what matters is only how often each outcome came up. */

/** Workloads with more outcomes than this are looked at on a lattice instead. */
export const OUTCOMES_MAX = 2 ** 18;

/** How many multisets of `count` there are over `kinds`; some number above OUTCOMES_MAX if it is above that. */
export function multisets(kinds: number, count: number): number {
  let product = 1;
  for (let i = 1; i < kinds && product <= OUTCOMES_MAX; i++) product *= (count + i) / i;
  return product;
}

/** Visits every multiset with how often each kind is in it and the logarithm of the number of its orders. */
export function eachMultiset(
  kinds: number,
  count: number,
  visit: (times: readonly number[], logWays: number) => void,
): void {
  const logFactorial = new Float64Array(count + 1);
  for (let i = 2; i <= count; i++) logFactorial[i] = logFactorial[i - 1] + Math.log(i);
  const times: number[] = [];
  const choose = (left: number, logWays: number): void => {
    if (times.length === kinds - 1) {
      visit([...times, left], logWays - logFactorial[left]);
      return;
    }
    for (let n = 0; n <= left; n++) {
      times.push(n);
      choose(left - n, logWays - logFactorial[n]);
      times.pop();
    }
  };
  choose(count, logFactorial[count]);
}
