/** What a question releases, number by number: which law each of them has, and its exact value in one outcome of all draws. */
import { thresholdOf } from '../../../src/answer/selection.ts';
import { type KeyThreshold, type Noise, noiseFor } from '../../../src/noise/index.ts';
import { type PricedMechanism, placesOf } from '../../../src/plan/costs/index.ts';
import type { ValueCount } from '../../../src/plan/expressions/index.ts';
import type { CheckedPlan, GroupResult } from '../../../src/plan/index.ts';
import { combinations } from '../../../src/plan/operators/index.ts';
import type { QuantileLaw, QuantilesLaw } from './kernels.ts';

/** The law of one released number, or of a group that may not be shown at all. */
export type Law =
  | { readonly kind: 'noise'; readonly noise: Noise }
  | { readonly kind: 'quantile'; readonly law: QuantileLaw }
  | { readonly kind: 'quantiles'; readonly law: QuantilesLaw }
  | {
      readonly kind: 'group';
      /** `released`: whoever sees the group sees the noisy count that it was shown by. */
      readonly selection: KeyThreshold & { readonly released: boolean };
      readonly numbers: readonly Law[];
    };

/** Exact values as text: digits, tallies, or for a group that may be hidden a list of the number of its units and all else. */
export type Value = string;

export interface Coordinate {
  readonly name: string;
  readonly law: Law;
  readonly value: Value;
}

/** A private group that no row is in. */
export const ABSENT: Value = 'absent';

/** One released number of a group: its law, and how its exact value is read from the group's results. */
interface Reading {
  readonly law: Law;
  readonly read: (results: GroupResult['results'] | undefined) => Value;
}

/** From the results of one outcome to everything that the question tells of it. */
export type ReleaseCoordinates = (groups: readonly GroupResult[]) => Coordinate[];

export function coordinateReader(checked: CheckedPlan, mechanisms: readonly PricedMechanism[]): ReleaseCoordinates {
  const readings = readingsOf(checked, mechanisms);
  if (checked.grouping.kind !== 'private') {
    const names = [...combinations(checked.grouping.keys)].map(nameOf);
    return groups => {
      const found = new Map(groups.map(group => [nameOf(group.key), group.results]));
      return names.flatMap(name =>
        readings.map(({ law, read }, i) => ({ name: `${name} ${i}`, law, value: read(found.get(name)) })),
      );
    };
  }
  const selection = selectionOf(checked, mechanisms);
  const law: Law = { kind: 'group', selection, numbers: readings.map(each => each.law) };
  return groups =>
    groups.map(({ key, results }) => ({
      name: nameOf(key),
      law,
      value: JSON.stringify([String(results[selection.statistic]), ...readings.map(({ read }) => read(results))]),
    }));
}

const nameOf = (key: GroupResult['key']): string =>
  JSON.stringify(key.map(part => (typeof part === 'bigint' ? `${part}n` : part)));

function selectionOf({ aggregates }: CheckedPlan, mechanisms: readonly PricedMechanism[]) {
  const priced = mechanisms.find(({ mechanism }) => mechanism.kind === 'selection')!;
  const { statistic } = priced.mechanism;
  return { ...thresholdOf(priced), statistic, released: aggregates.some(({ uses }) => uses.includes(statistic)) };
}

function readingsOf({ statistics }: CheckedPlan, mechanisms: readonly PricedMechanism[]): Reading[] {
  return mechanisms.flatMap((priced): Reading[] => {
    const { mechanism, share, sensitivity } = priced;
    const place = mechanism.statistic;
    const statistic = statistics[place];
    if (mechanism.kind === 'selection') return [];
    if (mechanism.kind === 'quantile') {
      const { low, high } = statistic as Extract<typeof statistic, { readonly low: bigint }>;
      const law = { low, high, rank: mechanism.rank, epsilon: share.epsilon, sensitivity, drawing: mechanism.drawing };
      return [{ law: { kind: 'quantile', law }, read: results => talliesText(results?.[place]) }];
    }
    if (mechanism.kind === 'quantiles') {
      const levels = mechanisms.flatMap(({ mechanism: level, share: { epsilon } }) =>
        level.kind === 'quantiles' && level.statistic === place ? [{ epsilon, draws: level.draws }] : [],
      );
      // all levels are one release, told with the first
      if (levels[0].draws !== mechanism.draws) return [];
      const { low, high } = statistic as Extract<typeof statistic, { readonly low: bigint }>;
      const law = { low, high, levels, sensitivity, drawing: mechanism.drawing };
      return [{ law: { kind: 'quantiles', law }, read: results => talliesText(results?.[place]) }];
    }
    const law: Law = { kind: 'noise', noise: noiseFor(priced) };
    if (statistic.kind !== 'values')
      return placesOf(mechanism).map(each => ({ law, read: results => String(results?.[each] ?? 0n) }));
    // bins of a histogram, or ranges that bounds are found in
    return Array.from({ length: Number(statistic.high - statistic.low) + 1 }, (_, bin) => ({
      law,
      read: results => String(tallies(results?.[place]).find(({ value }) => value === BigInt(bin))?.rows ?? 0n),
    }));
  });
}

const tallies = (result: bigint | readonly ValueCount[] | undefined): readonly ValueCount[] =>
  typeof result === 'object' ? result : [];

const talliesText = (result: bigint | readonly ValueCount[] | undefined): Value =>
  JSON.stringify(tallies(result).map(({ value, rows }) => [String(value), String(rows)]));

export const talliesIn = (value: Value): ValueCount[] =>
  (JSON.parse(value) as [string, string][]).map(([at, rows]) => ({ value: BigInt(at), rows: BigInt(rows) }));
