/** What a sample adds to telling: how the units of a group were drawn, and what is known of how many there are. */
import { type Rational, toNumber } from '../numerics/index.ts';
import {
  type Chance,
  chanceOf,
  countsIn,
  expectedWithin,
  isAbove,
  isSigned,
  type Noisy,
  type Sampled,
  type SamplingDesign,
  sampledRankError,
} from '../plan/estimates/index.ts';
import type { CheckedAggregate, CheckedPlan, EngineStatistic, GroupResult } from '../plan/index.ts';

/** Noise for one statistic, or one of its bins, that an aggregate makes so many statements of. */
export type ReleaseStatistic = (wanted: {
  readonly statistic: number;
  readonly exact: bigint;
  readonly statements: number;
  readonly bin?: number | undefined;
  readonly sampled: Drawn | undefined;
}) => Noisy;

/** All of it but what the release knows. */
type Drawn = Omit<Sampled, 'noise' | 'probability' | 'lot'>;

/** As many as may be expected in the sample at most; null where nothing public or paid for tells. */
interface Crowd {
  readonly units: number | null;
  readonly rows: number | null;
}

/** The statistics of one group, with all that chance has to do with them. */
export interface GroupStatistics {
  /** Undefined where there is no chance but noise. */
  readonly chance: Chance | undefined;
  readonly rowsPerUnit: number;
  release(statistic: number, exact: bigint, statements: number, bin?: number): Noisy;
  most(): Crowd;
  /** A number of rows or units that is in the question anyway is within its noise. */
  mayBeEmpty(): boolean;
}

interface Setting {
  readonly checked: CheckedPlan;
  readonly sampling: SamplingDesign;
  readonly group: GroupResult;
  readonly release: ReleaseStatistic;
}

export function chancesOf({ checked, sampling, group, release }: Setting): GroupStatistics {
  const chance = chanceOf(sampling, group.key);
  // of a group
  const rowsPerUnit = Number(checked.rowsPerGroup ?? checked.rowsPerUnit);
  const drawnAs = (place: number): Drawn | undefined =>
    chance && { chance, rowsPerUnit, ...unitBounds(checked.statistics[place], rowsPerUnit) };
  const counted = (place: number): Noisy =>
    release({ statistic: place, exact: group.results[place] as bigint, statements: 1, sampled: drawnAs(place) });
  const countPlaces = countsIn(checked);
  const mostOf = (): Crowd => {
    const counts = countPlaces.map(place => ({
      kind: checked.statistics[place].kind,
      most: expectedWithin(counted(place))[1],
    }));
    const units = [sampling.unitsMost ?? Infinity, ...counts.map(count => count.most)];
    const rows = counts.filter(({ kind }) => !isOfUnits(kind)).map(count => count.most);
    const unitsMost = Math.min(...units);
    return { units: known(unitsMost), rows: known(Math.min(unitsMost * rowsPerUnit, ...rows)) };
  };
  let crowd: Crowd | undefined;
  const most = (): Crowd => {
    crowd ??= mostOf();
    return crowd;
  };
  return {
    chance,
    rowsPerUnit,
    most,
    mayBeEmpty: () => countPlaces.some(place => !isAbove(counted(place), 0)),
    release: (statistic, exact, statements, bin) => {
      const sampled = drawnAs(statistic);
      const signed = sampled !== undefined && isSigned(checked.statistics[statistic]);
      return release({
        statistic,
        exact,
        statements,
        bin,
        sampled: signed ? { ...sampled, ...squaresOf(sampled, most()) } : sampled,
      });
    },
  };
}

const known = (number: number): number | null => (number < Infinity ? number : null);

const isOfUnits = (kind: EngineStatistic['kind']): boolean => kind === 'units' || kind === 'shown';

/** What one unit adds to a statistic, or to one of its bins. */
function unitBounds(statistic: EngineStatistic, rowsPerUnit: number): Pick<Sampled, 'low' | 'high' | 'whole'> {
  const whole = statistic.resolution === 1n;
  if (isOfUnits(statistic.kind)) return { low: 0, high: 1, whole };
  if (statistic.kind !== 'total' && statistic.kind !== 'weighted') return { low: 0, high: rowsPerUnit, whole };
  const { low, high } = statistic as Extract<EngineStatistic, { readonly low: bigint }>;
  return { low: rowsPerUnit * Math.min(0, Number(low)), high: rowsPerUnit * Math.max(0, Number(high)), whole };
}

/** A unit with a rows adds at most a rows' worth: its square is at most k times that of one row, for each of them. */
function squaresOf({ low, high, rowsPerUnit }: Drawn, { units, rows }: Crowd): Pick<Drawn, 'squaresMost'> {
  if (units === null || rows === null) return {};
  return { squaresMost: Math.max(-low, high) ** 2 * Math.min(units, rows / rowsPerUnit) };
}

/** Statements that must all hold for an interval to hold: of each statistic, or in a sample of each ratio to the rows. */
export function statementsOf({ uses, moments }: CheckedAggregate, { chance }: GroupStatistics): number {
  if (chance === undefined) return uses.length;
  // what was bought tells of all of them at once
  return moments === undefined ? Math.max(1, uses.length - 1) : 1;
}

/** Half of the misses are left to noise and half to sampling. */
export function rankErrorOf(
  { chance, rowsPerUnit, most }: GroupStatistics,
  rank: Rational,
  missed: (probability: number) => number,
): number | null {
  if (chance === undefined) return missed(0.05);
  const { rows } = most();
  if (rows === null) return null;
  return sampledRankError({
    chance,
    rowsPerUnit,
    probability: 0.025,
    rank: toNumber(rank, 'nearest'),
    missed: missed(0.025),
    rowsMost: rows,
  });
}
