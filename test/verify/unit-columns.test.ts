/** What both implementations know of a person's numbers before any row is read: the ranges that charges rest on. */
import { expect, test } from 'vitest';
import { rational } from '../../src/numerics/index.ts';
import { check, type PlanTable, type UnitAggregate } from '../../src/plan/index.ts';
import { loadPolicy } from '../../src/source/index.ts';
import { columnKnown } from '../../src/verify/ranges.ts';
import { unitColumns } from '../../src/verify/unit-columns.ts';
import { Refusal } from '../../src/vocabulary/index.ts';
import { column, plan, scan } from '../support/plan-builders.ts';

const COLUMNS = {
  age: { type: 'integer', min: 18, max: 120, perUnit: true },
  debt: { type: 'integer', min: -90, max: -10 },
  change: { type: 'integer', min: -7, max: 12 },
  cost: { type: 'number', min: 0, max: 100, step: 0.25 },
  any: { type: 'integer' },
} as const;

const ROWS = 3;
const policy = await loadPolicy({
  source: { engine: 'duckdb', path: 'none.duckdb' },
  tables: { visits: { unit: 'id', rowsPerUnit: ROWS, columns: COLUMNS } },
  budget: { epsilon: 1 },
  ledger: 'sqlite:none.ledger',
});

const columns = new Map(
  Object.entries(COLUMNS).map(([name, { type, ...more }]) => {
    const given: { min?: number; max?: number; step?: number } = more;
    const [min, max, step] = [given.min, given.max, given.step].map(each => each?.toString() ?? null);
    return [name, columnKnown({ type, min, max, step, values: null, perUnit: 'perUnit' in more })] as const;
  }),
);

const CLAMPS: readonly UnitAggregate['clamp'][] = [
  null,
  { low: '0', high: '5000' },
  { low: '-3.3', high: '40.1' },
  { low: '200', high: '300' },
  { low: '-1000000000000000000000', high: '1000000000000000000000' },
];

const KINDS = ['sum', 'mean', 'min', 'max', 'countValues'] as const;

test('the same ranges, constant in a person, for every number of every column and clamp', () => {
  let compared = 0;
  for (const below of [scan('visits'), gathered(scan('visits'), [], Object.keys(COLUMNS))])
    for (const kind of KINDS)
      for (const name of below.kind === 'scan' ? Object.keys(COLUMNS) : ['age'])
        for (const clamp of CLAMPS) {
          const table = gathered(below, [
            { kind, name: 'x', of: column(name), clamp },
            { kind: 'count', name: 'n', clamp },
          ]);
          const expected = knownTo(table);
          if (expected === undefined) continue;
          const found = unitColumns(table as never, columns, below.kind === 'scan' ? ROWS : 1);
          expect([...found].map(([of, { span, perUnit }]) => ({ of, ...span, perUnit }))).toEqual(expected);
          compared += 1;
        }
  expect(compared).toBeGreaterThan(100);
});

function gathered(input: PlanTable, aggregates: readonly UnitAggregate[], kept: readonly string[] = []): PlanTable {
  return { kind: 'perUnit', input, columns: kept.filter(name => name === 'age'), aggregates };
}

/** As the plan has it; undefined where it is refused. */
function knownTo(table: PlanTable) {
  try {
    return check(plan(table), policy).input.schema.map(({ name, domain, perUnit }) => {
      if (!('step' in domain)) throw new Error('numbers are made of numbers');
      const { low, high, step } = domain;
      const times = (steps: bigint) => rational.mul(rational.ratio(steps), step);
      return { of: name, low: times(low), high: times(high), step, perUnit };
    });
  } catch (refusal) {
    if (refusal instanceof Refusal) return undefined;
    throw refusal;
  }
}
