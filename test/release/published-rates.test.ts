/** The largest rates at which columns of published data may be sampled, at epsilon 1 and delta 0.001. */

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { countsOf, exactRate, guarantee, theoremRate } from '../../src/release/rates/index.ts';
import { fixturePath } from '../support/fixture.ts';

const ADULT = 'uci-adult/adult.csv';
const CANCER = 'uci-breast-cancer/breast-cancer.csv';

const RATES: readonly (readonly [file: string, columns: readonly string[], rate: number])[] = [
  [ADULT, ['sex'], 0.488],
  [ADULT, ['race', 'sex'], 0.374],
  [ADULT, ['education'], 0.336],
  [ADULT, ['age'], 0.000996],
  [CANCER, ['class'], 0.337],
];

test.each(RATES)('%s: %j may be sampled at %d', (file, columns, rate) => {
  const table = countsOf(publishedCounts(fixturePath(`data/${file}`), columns));
  const promised = guarantee({ epsilon: 1, delta: 0.001 });
  expect(Number(exactRate(table, promised).toPrecision(3))).toBe(rate);
  expect(theoremRate(table, promised)).toBeLessThan(rate / 2);
});

/** The counts of all combinations of the columns. */
function publishedCounts(path: string, columns: readonly string[]): number[] {
  const [names, ...rows] = readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map(line => line.trim().split(','));
  const counts = new Map<string, number>();
  for (const row of rows) {
    const combination = columns.map(column => row[names.indexOf(column)]).join();
    counts.set(combination, (counts.get(combination) ?? 0) + 1);
  }
  return [...counts.values()];
}
