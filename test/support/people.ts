/** A small table of people for draws: the first letter of a name says the group, the place in the alphabet the rank. */

import { check } from '../../src/plan/check.ts';
import type { CheckedPlan } from '../../src/plan/checked-plan.ts';
import type { RawData, RawRow } from '../../src/plan/operators/operator.ts';
import type { SampleScheme, SplitScheme } from '../../src/plan/operators/schemes/schemes.ts';
import type { PlanTable } from '../../src/plan/plan.ts';
import { definePolicy, loadPolicy } from '../../src/source/index.ts';
import { plan, scan } from './plan-builders.ts';
import type { Part } from './stability-lottery.ts';

const columns = {
  group: { type: 'category', values: ['A', 'B'], perUnit: true },
  rank: { type: 'integer', min: 0, max: 200, perUnit: true },
  place: { type: 'category', values: ['P', 'Q'] },
  open: { type: 'text', perUnit: true },
} as const;

/** Where each row is its own unit, every column is constant in it. */
const plain = {
  group: { type: 'category', values: ['A', 'B'] },
  rank: { type: 'integer', min: 0, max: 200 },
} as const;

const people = definePolicy({
  source: { engine: 'duckdb', path: 'people.duckdb' },
  tables: {
    /** Added and removed people are the neighbours. */
    people: { unit: 'id', rowsPerUnit: 3, columns },
    /** Replaced ones are, and how many there are is public. */
    counted: { unit: 'id', rowsPerUnit: 3, neighbours: 'replace-one', size: 'public', columns },
    /** One row a person is promised; more may come. */
    single: { unit: 'id', rowsPerUnit: 1, columns },
    keyed: { key: 'id', columns: plain },
    unkeyed: { columns: plain },
  },
  budget: { epsilon: 1 },
  ledger: 'sqlite:people.ledger',
});

export const peoplePolicy = await loadPolicy(people);

/**
 * Group A for a to m, B for n to y, none for z; at place P, those named in capitals also at Q. Who is named by two letters with
 * a tilde between them contradicts himself: `c~x` has a row of c's group and x's rank, and one of x's group and c's rank.
 */
export function dataOf(units: Part): RawData {
  const rows = units.flatMap(id =>
    /^.~.$/.test(id) ? [...rowsOf(id, id[0], id[2]), ...rowsOf(id, id[2], id[0])] : rowsOf(id, id[0], id[0]),
  );
  return { people: rows, counted: rows, single: rows, keyed: rows };
}

function rowsOf(id: string, grouped: string, ranked: string): RawRow[] {
  const letter = grouped.toLowerCase();
  const row = {
    id,
    group: letter <= 'm' ? 'A' : letter === 'z' ? null : 'B',
    rank: BigInt(ranked.toLowerCase().charCodeAt(0)),
    place: 'P',
    open: id,
  };
  return letter === grouped ? [row] : [row, { ...row, place: 'Q' }];
}

export const sample = (
  scheme: SampleScheme,
  input: PlanTable = scan('people'),
  name: string | null = null,
): PlanTable => ({
  kind: 'sample',
  input,
  scheme,
  name,
});

export const part = (split: SplitScheme, name: string | null, input: PlanTable = scan('people')): PlanTable => ({
  kind: 'part',
  input,
  split,
  part: name,
  name: null,
});

export const checkedOf = (table: PlanTable): CheckedPlan => check(plan(table), peoplePolicy);
