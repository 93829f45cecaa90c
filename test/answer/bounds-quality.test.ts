/** How good private bounds are: the same rows again and again, and only the noise is new. */
import { expect, test } from 'vitest';
import { amounts } from '../../src/amounts/index.ts';
import { releaserOf } from '../../src/answer/releaser.ts';
import { sharesOf } from '../../src/plan/costs/index.ts';
import { check } from '../../src/plan/index.ts';
import { meaning } from '../../src/plan/meaning.ts';
import { reproducibleEntropy, uniform } from '../../src/random/index.ts';
import { definePolicy, loadPolicy } from '../../src/source/index.ts';
import { column, plan, scan } from '../support/plan-builders.ts';

const numbers = await loadPolicy(
  definePolicy({
    source: { engine: 'duckdb', path: 'x.csv' },
    tables: { visits: { columns: { x: { type: 'integer' } } } },
    budget: { epsilon: 1 },
    ledger: 'sqlite:x.ledger',
  }),
);

/** Many bounds of the same rows: only the noise is new. */
function boundsOf(
  values: readonly number[],
  epsilon: string,
  runs: number,
): readonly (readonly [number, number] | null)[] {
  const checked = check(plan(scan('visits'), [{ kind: 'bounds', name: 'b', of: column('x') }]), numbers);
  const groups = meaning(checked, { visits: values.map(value => ({ x: BigInt(value) })) }, '5a'.repeat(32));
  const { release } = releaserOf(
    checked,
    sharesOf(checked, { epsilon: amounts.written(epsilon), delta: 0 }),
    uniform(reproducibleEntropy(7)),
  );
  return Array.from({ length: runs }, () => {
    const { min, max } = release(groups)[0].values.b as { min: number | null; max: number | null };
    return min === null || max === null ? null : [min, max];
  });
}

/** Normal numbers by Box and Muller, of points that fill the square evenly. */
const normal = (i: number): number =>
  Math.sqrt(-2 * Math.log((i * 0.754877666) % 1 || 0.5)) * Math.cos(2 * Math.PI * ((i * 0.569840291) % 1));

const SHAPES: Readonly<Record<string, (i: number) => number>> = {
  uniform: i => (i * 619) % 1000,
  skewed: i => Math.round(Math.exp(5 + 1.5 * normal(i + 1))),
  constant: () => 42,
  'of both signs': i => Math.round(300 * normal(i + 1)),
};

const RUNS = 120;

test.each(Object.keys(SHAPES).flatMap(shape => (['0.1', '1'] as const).map(epsilon => [shape, epsilon] as const)))(
  '%s values at epsilon %s: nearly all lie within bounds that are at most twice too wide',
  (shape, epsilon) => {
    const values = Array.from({ length: 10_000 }, (_, i) => SHAPES[shape](i));
    const farthest = Math.max(...values.map(Math.abs));
    const found = boundsOf(values, epsilon, RUNS).map(bounds => {
      expect(bounds).not.toBeNull();
      const [min, max] = bounds!;
      return {
        share: values.filter(value => min <= value && value <= max).length / values.length,
        reach: Math.max(-min, max),
      };
    });
    const mean = found.reduce((sum, { share }) => sum + share, 0) / RUNS;
    expect(mean).toBeGreaterThan(epsilon === '1' ? 0.999 : 0.99);
    // the ends of ranges, and one more in a twentieth of the cases
    const wide = found.filter(({ reach }) => reach > 2 * farthest).length;
    expect(wide).toBeLessThan(0.12 * RUNS);
  },
);

test('a column without rows has no bounds but for one time in a thousand, and one of ten rows at epsilon 0.1 hardly', () => {
  const seen = (values: readonly number[]): number =>
    boundsOf(values, '0.1', 2000).filter(bounds => bounds !== null).length;
  expect(seen([])).toBeLessThanOrEqual(8);
  expect(seen(Array.from({ length: 10 }, () => 5))).toBeLessThanOrEqual(30);
});
