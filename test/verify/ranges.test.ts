/** The checker of a plan and the verifier of its charge know the same public range of every expression, each by its own road. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rational } from '../../src/numerics/index.ts';
import { check, type Plan } from '../../src/plan/index.ts';
import { loadPolicy } from '../../src/source/index.ts';
import { columnKnown, known } from '../../src/verify/ranges.ts';
import { tables } from '../engines/hospital.ts';
import { randomExpressions } from '../engines/random-plan.ts';

const policy = await loadPolicy({
  source: { engine: 'duckdb', path: 'visits.parquet' },
  tables,
  budget: { epsilon: 1 },
  ledger: 'sqlite:none.ledger',
});

const columns = new Map(
  Object.entries(tables.people.columns as Record<string, Record<string, unknown>>).map(([name, column]) => [
    name,
    columnKnown({
      type: column.type,
      min: column.min === undefined ? null : column.type === 'timestamp' ? momentText(column.min) : plain(column.min),
      max: column.max === undefined ? null : column.type === 'timestamp' ? momentText(column.max) : plain(column.max),
      step: column.step === undefined ? null : String(column.step),
      values: (column.values as readonly string[]) ?? null,
      perUnit: false,
    } as never),
  ]),
);

function momentText(value: unknown): string {
  return String(value).replace(/(\d\d)Z$/, '$1.000000Z');
}

function plain(value: unknown): string {
  return typeof value === 'number' ? BigInt(Math.round(value)).toString() : String(value);
}

test('every range that is bounded is the same', () => {
  let compared = 0;
  fc.assert(
    fc.property(randomExpressions, expression => {
      const plan: Plan = {
        version: 1,
        input: { kind: 'scan', table: 'people' },
        grouping: { kind: 'private', keys: [{ name: 'k', expression }] },
        aggregates: [{ kind: 'count', name: 'n' }],
        afterwards: {},
      };
      const checked = checkedBy(plan);
      if (checked === undefined) return;
      const { domain } = checked.grouping.keys[0].expression;
      const found = known(expression as never, columns);
      if (domain.type === 'text') {
        expect(new Set(found.texts), JSON.stringify(expression)).toEqual(new Set(domain.values));
        if (domain.values === undefined) expect(found.longest, JSON.stringify(expression)).toBe(domain.longest);
        compared += 1;
      }
      if (domain.type === 'text' || domain.type === 'boolean' || !domain.bounded) return;
      const { low, high, step } = domain;
      const ends = [low, high].map(end => rational.mul(rational.ratio(end), step));
      expect([found.span?.low, found.span?.high], JSON.stringify(expression)).toEqual(ends);
      compared += 1;
    }),
    { numRuns: 3000, seed: 3 },
  );
  expect(compared).toBeGreaterThan(1000);
});

function checkedBy(plan: Plan) {
  try {
    return check(plan, policy);
  } catch {
    return undefined;
  }
}
