/** Which rows of a draw's input belong to it, in memory: the reference that every engine is compared with. */

import { sha256 } from '../../text/index.ts';
import type { DrawnTable } from '../checked-plan.ts';
import { compareText, compareValues, type Value } from '../expressions/value.ts';
import type { Meaning, UnitRow } from './operator.ts';
import type { Membership, UnitNumber } from './schemes/scheme.ts';

type Of<Kind> = Extract<Membership, { readonly kind: Kind }>;
type HashOf = (unit: string) => string;
type Inside = (row: UnitRow) => boolean;
/** The rows that the draw chooses its units of. */
type Population = () => readonly UnitRow[];

export function members(drawn: DrawnTable, { rowsOf, hashOf }: Meaning): readonly UnitRow[] {
  const choose = memberships[drawn.membership.kind] as Choose<Membership['kind']>;
  const inside = choose(
    drawn.membership,
    unit => hashOf(drawn.place, unit),
    () => rowsOf(drawn.population),
  );
  return rowsOf(drawn.input).filter(inside);
}

type Choose<Kind> = (membership: Of<Kind>, hashOf: HashOf, population: Population) => Inside;

const memberships: { readonly [Kind in Membership['kind']]: Choose<Kind> } = {
  interval:
    ({ from, to }, hashOf) =>
    ({ unit }) => {
      const number = numberOf(hashOf(unit));
      return from <= number && number < to;
    },
  strata:
    ({ by, thresholds }, hashOf) =>
    ({ unit, values }) =>
      thresholds.some(({ value, threshold }) => value === values[by] && numberOf(hashOf(unit)) < threshold),
  smallest: ({ number, others }, hashOf, population) => {
    const hashed = [...new Set(population().map(({ unit }) => unit))].map(unit => ({ unit, hash: hashOf(unit) }));
    hashed.sort((one, other) => compareText(one.hash, other.hash) || compareText(one.unit, other.unit));
    return among(hashed.slice(0, howMany(number, hashed.length)), others);
  },
  first: ({ by, descending, size, others }, _hashOf, population) => {
    const ordered = [...new Map(population().map(({ unit, values }) => [unit, { unit, value: values[by] }])).values()];
    ordered.sort((one, other) => inOrder(one.value, other.value, descending) || compareText(one.unit, other.unit));
    return among(ordered.slice(0, howMany({ size }, ordered.length)), others);
  },
  key:
    ({ by, value }) =>
    ({ values }) =>
      values[by] === value,
};

function howMany(number: UnitNumber, units: number): number {
  const { numerator, denominator } = 'rate' in number ? number.rate : { numerator: 0n, denominator: 1n };
  const wanted = 'size' in number ? number.size : (numerator * BigInt(units)) / denominator;
  return wanted < BigInt(units) ? Number(wanted) : units;
}

function among(chosen: readonly { readonly unit: string }[], others: boolean): Inside {
  const units = new Set(chosen.map(({ unit }) => unit));
  return ({ unit }) => units.has(unit) !== others;
}

/** Null last, in either direction. */
function inOrder(one: Value, other: Value, descending: boolean): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  return descending ? compareValues(other, one) : compareValues(one, other);
}

/** Decides who is drawn, on every engine and in memory: SHA-256 in hex digits of the draw's key (64 hex digits), a colon and the unit's id. Its first 16 digits are the unit's number. */
export const drawHash = (key: string, unit: string): string => sha256(`${key}:${unit}`);

/** The number below 2^64 that thresholds are compared with. */
export const numberOf = (hash: string): bigint => BigInt(`0x${hash.slice(0, 16)}`);
