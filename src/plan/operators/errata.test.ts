/** Ways to bound a crowded unit that look right and add up to more than the noise hides. */
import { expect, test } from 'vitest';
import { by, plan } from '../../../test/support/plan-builders.ts';
import { definePolicy, loadPolicy } from '../../source/index.ts';
import { check } from '../check.ts';
import { meaning } from '../meaning.ts';

test.each([1, 2, 3, 5])(
  'parts of a row that are rounded to the nearest: twice as much as noise for %i rows hides',
  async most => {
    const wards = Array.from({ length: 2 * most }, (_, i) => `ward ${i}`);
    const policy = await loadPolicy(
      definePolicy({
        source: { engine: 'duckdb', path: 'small.duckdb' },
        tables: {
          visits: { unit: 'id', rowsPerUnit: most, columns: { ward: { type: 'category', values: wards } } },
        },
        budget: { epsilon: 1 },
        ledger: 'sqlite:small.ledger',
      }),
    );
    // one row in each of twice as many groups: each is worth half a row
    const rows = wards.map(ward => ({ id: 'x', ward }));
    const rounded = wards.map(() => Math.round(most / wards.length));
    expect(rounded.reduce((sum, part) => sum + part, 0)).toBe(2 * most);

    const checked = check(
      plan({ kind: 'scan', table: 'visits' }, [{ kind: 'count', name: 'count' }], by('ward')),
      policy,
    );
    const added = meaning(checked, { visits: rows }, '0f'.repeat(32)).map(({ results }) => results[0] as bigint);
    const [{ sensitivity }] = checked.mechanisms;
    expect(added.reduce((sum, part) => sum + part, 0n)).toBeLessThanOrEqual(sensitivity.addRemove);
    expect(added.filter(part => part > 0n)).toHaveLength(wards.length);
  },
);
