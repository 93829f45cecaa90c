/** The largest rates at which columns of published data may be sampled, at epsilon 1 and delta 0.001. */
import { expect, test } from 'vitest';
import { countsOf, exactRate, guarantee, theoremRate } from '../../src/release/index.ts';
import { publishedCounts, publishedPath } from '../support/published-table.ts';

const ADULT = 'uci-adult/adult.csv';
const CANCER = 'uci-breast-cancer/breast-cancer.csv';

const RATES: readonly (readonly [file: string, columns: readonly string[], rate: number])[] = [
  [ADULT, ['sex'], 0.488],
  [ADULT, ['race', 'sex'], 0.374],
  [ADULT, ['education'], 0.336],
  [ADULT, ['age'], 0.000996],
  [CANCER, ['class'], 0.337],
];

for (const [file, columns, rate] of RATES) {
  const path = publishedPath(file);
  if (path === undefined) console.warn(`${file} does not lie beside the project: no rate is found for it in this run.`);
  test.skipIf(path === undefined)(`${columns.join(' x ')} of ${file} may be sampled at ${rate}`, () => {
    const table = countsOf(publishedCounts(path as string, columns));
    const promised = guarantee({ epsilon: 1, delta: 0.001 });
    expect(Number(exactRate(table, promised).toPrecision(3))).toBe(rate);
    expect(theoremRate(table, promised)).toBeLessThan(rate / 2);
  });
}
