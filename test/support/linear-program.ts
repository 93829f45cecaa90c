/**
 * The largest ratio that two lotteries over samples allow, over every likelihood that changes slowly enough.
 * This is the definition of a price, solved as a linear program: maximise E_to f with E_from f = 1, f ≥ 0 and
 * f(i) ≤ exp(distance(i, j))·f(j). Solved by HiGHS.
 */
import loadHighs from 'highs';
import { invariant } from '../../src/vocabulary/index.ts';

/** The package's types describe its CommonJS build; the module that is loaded here exports the function itself. */
const highs = await (loadHighs as unknown as typeof loadHighs.default)();

interface SlowlyVarying {
  /** Probability of each outcome under the two data sets, in one order. */
  readonly from: readonly number[];
  readonly to: readonly number[];
  readonly distance: (i: number, j: number) => number;
}

/** ln of the optimum: what the linear program says the price is, for this ordered pair. */
export function greatestLogRatio({ from, to, distance }: SlowlyVarying): number {
  const all = from.map((_, i) => i);
  /** A limit that follows from two shorter ones need not be stated. */
  const follows = (i: number, j: number): boolean =>
    all.some(k => {
      const [there, onward] = [distance(i, k), distance(k, j)];
      return there > 0 && onward > 0 && there + onward <= distance(i, j) * (1 + 1e-12);
    });
  const limits = all.flatMap(i =>
    all.filter(j => i !== j && !follows(i, j)).map(j => ` f${i} - ${Math.exp(distance(i, j))} f${j} <= 0`),
  );
  return Math.log(maximise(weighted(to), [` ${weighted(from)} = 1`, ...limits]));
}

/** Solves `Maximize objective Subject To constraints`, all variables at least 0 and, if given, at most `bound`. */
export function maximise(objective: string, constraints: readonly string[], bounds: readonly string[] = []): number {
  const problem = ['Maximize', ` ${objective}`, 'Subject To', ...constraints, 'Bounds', ...bounds, 'End'].join('\n');
  const solution = highs.solve(problem, {
    output_flag: false,
    presolve: 'off',
    small_matrix_value: 1e-12,
    primal_feasibility_tolerance: 1e-10,
    dual_feasibility_tolerance: 1e-10,
  });
  invariant(solution.Status === 'Optimal', `the linear program is solved; it ended ${solution.Status}`);
  return solution.ObjectiveValue;
}

/** A weighted sum of the variables f0, f1, ... in the solver's notation. */
export const weighted = (weights: readonly number[]): string =>
  weights
    .flatMap((weight, i) => (weight === 0 ? [] : [`${weight < 0 ? '-' : '+'} ${Math.abs(weight)} f${i}`]))
    .join(' ');
