/**
 * The largest ratio that two lotteries over samples allow, over every likelihood that changes slowly enough.
 * This is the definition of a price, solved as a linear program: maximise E_to f with E_from f = 1, f ≥ 0 and
 * f(i) ≤ exp(distance(i, j))·f(j). Solved by HiGHS.
 */
import loadHighs from 'highs';
import { invariant } from '../../src/vocabulary/index.ts';

/** The package's types describe its CommonJS build; the module that is loaded here exports the function itself. */
const highs = await (loadHighs as unknown as typeof loadHighs.default)();
const { objectiveSense, modelStatus } = highs.constants;

/** One solver for all programs of a test file: making one takes longer than using it. */
const solver = highs.createModel();
solver.options.set({
  output_flag: false,
  presolve: 'off',
  small_matrix_value: 1e-12,
  primal_feasibility_tolerance: 1e-10,
  dual_feasibility_tolerance: 1e-10,
});

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
    all
      .filter(j => i !== j && !follows(i, j))
      .map(j =>
        atMost(
          0,
          new Map([
            [i, 1],
            [j, -Math.exp(distance(i, j))],
          ]),
        ),
      ),
  );
  const mean = { least: 1, most: 1, factors: new Map(from.map((weight, i) => [i, weight])) };
  return Math.log(maximise(to, [mean, ...limits]));
}

/** least ≤ Σ factor·f ≤ most. */
export interface Row {
  readonly least: number;
  readonly most: number;
  readonly factors: ReadonlyMap<number, number>;
}

export const atMost = (most: number, factors: ReadonlyMap<number, number>): Row => ({
  least: -highs.infinity,
  most,
  factors,
});

/** The largest Σ weight·f over 0 ≤ f ≤ ceiling that keeps all rows. */
export function maximise(weights: readonly number[], rows: readonly Row[], ceiling = highs.infinity): number {
  const entries = rows.map(({ factors }) => [...factors].filter(([, factor]) => factor !== 0));
  const starts = [0];
  for (const row of entries) starts.push(starts[starts.length - 1] + row.length);
  solver.passModel({
    numCols: weights.length,
    numRows: rows.length,
    sense: objectiveSense.maximize,
    colCost: weights,
    colLower: weights.map(() => 0),
    colUpper: weights.map(() => ceiling),
    rowLower: rows.map(({ least }) => least),
    rowUpper: rows.map(({ most }) => most),
    matrix: {
      format: 'csr',
      numRows: rows.length,
      numCols: weights.length,
      starts,
      indices: entries.flatMap(row => row.map(([variable]) => variable)),
      values: entries.flatMap(row => row.map(([, factor]) => factor)),
    },
  });
  solver.run();
  const status = solver.getModelStatus();
  invariant(status === modelStatus.optimal, `the linear program is solved; its status is ${status}`);
  return solver.getObjectiveValue();
}
