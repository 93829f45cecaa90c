/**
 * How far private quantiles err, as root mean squares in rows and in values, beside the exponential mechanism of the same epsilon
 * and OpenDP on the same candidates: how many times as wide theirs are is the ratio of the errors in rows.
 */
import { drawQuantile, type QuantileDrawing } from '../src/noise/index.ts';
import { rational } from '../src/numerics/index.ts';
import { reproducibleEntropy, systemEntropy, uniform } from '../src/random/index.ts';
import type { Beside, Case } from './measurement.ts';
import { quantilesByOpenDp } from './peers/quantiles.ts';

/** Whether a score suits one table is luck: errors are those of many. */
const TABLES = 20;
const DRAWS = 100;
/** What evaluates every candidate for every draw gets fewer. */
const DRAWS_OF_OTHERS = 20;
const ROWS = 1000;
const HIGH = 1000;
const RANKS = ['0.25', '0.5', '0.75'];

/** Few rows share a value, or many do, the more the lower it is. */
const COLUMNS = {
  uniform: (share: number) => share * HIGH,
  skewed: (share: number) => Math.min(HIGH, -20 * Math.log1p(-share)),
};

interface Setting {
  /** Values in increasing order, table by table. */
  readonly tables: readonly (readonly number[])[];
  readonly rank: string;
  readonly epsilon: string;
}

/** Root mean squares. */
interface Errors {
  readonly rows: number;
  readonly values: number;
}

export const cases: readonly Case[] = Object.entries(COLUMNS).flatMap(([column, valueAt]) =>
  ['0.1', '1'].flatMap(epsilon =>
    RANKS.map((rank): Case => {
      const setting = { tables: tablesOf(valueAt), rank, epsilon };
      const named = (mechanism: string, errors: Errors): Errors => {
        console.error(`${column}, rank ${rank}, epsilon ${epsilon}, ${mechanism}: ${JSON.stringify(errors)}`);
        return errors;
      };
      return {
        name: `${column}, rank ${rank}, epsilon ${epsilon}`,
        work: () => named('permute-and-flip', errorsOf(setting, drawn(setting, 'permute-and-flip'))),
        makes: TABLES * DRAWS,
        promise: 100,
        turns: 1,
        width: found => (found as Errors).rows,
        beside: {
          exponential: () => measured(() => named('exponential', errorsOf(setting, drawn(setting, 'exponential')))),
          opendp: () => {
            const found = quantilesByOpenDp({ ...setting, high: HIGH, draws: DRAWS_OF_OTHERS });
            if (found === undefined) return undefined;
            const width = named('opendp', errorsOf(setting, found.answers)).rows;
            return { seconds: (found.seconds * DRAWS) / DRAWS_OF_OTHERS, width };
          },
        },
      };
    }),
  ),
);

/** Whole numbers with a given quantile function; the same in every run. */
function tablesOf(valueAt: (share: number) => number): number[][] {
  const below = uniform(reproducibleEntropy(17));
  const value = (): number => Math.round(valueAt(below(2 ** 30) / 2 ** 30));
  return Array.from({ length: TABLES }, () => Array.from({ length: ROWS }, value).sort((a, b) => a - b));
}

/** Answers, table by table. */
function drawn({ tables, rank: text, epsilon }: Setting, drawing: QuantileDrawing): number[][] {
  const below = uniform(systemEntropy());
  const rank = rational.fromDecimal(text);
  const others = rank.denominator - rank.numerator;
  const request = {
    low: 0n,
    high: BigInt(HIGH),
    rank,
    epsilon: rational.fromDecimal(epsilon),
    resolution: 1n,
    sensitivity: others > rank.numerator ? others : rank.numerator,
    drawing,
  };
  return tables.map(values => {
    const tallies = [...new Set(values)].map(value => ({
      value: BigInt(value),
      rows: BigInt(values.filter(each => each === value).length),
    }));
    return Array.from({ length: DRAWS }, () => Number(drawQuantile(below, tallies, request)));
  });
}

function errorsOf({ tables, rank }: Setting, answers: readonly (readonly number[])[]): Errors {
  const errors = tables.flatMap((values, table) => {
    const target = Number(rank) * values.length;
    const truth = values[Math.ceil(target) - 1];
    return answers[table].map(answer => {
      const [under, within] = [values.filter(value => value < answer), values.filter(value => value <= answer)];
      return { rows: Math.max(0, under.length - target, target - within.length), values: answer - truth };
    });
  });
  const rootMeanSquare = (by: keyof Errors): number =>
    Math.sqrt(errors.reduce((sum, error) => sum + error[by] ** 2, 0) / errors.length);
  return { rows: rootMeanSquare('rows'), values: rootMeanSquare('values') };
}

function measured(work: () => Errors): Beside {
  const start = performance.now();
  const { rows: width } = work();
  return { seconds: (performance.now() - start) / 1000, width };
}
