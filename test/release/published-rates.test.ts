/** The largest rates at which columns of published data may be sampled, at epsilon 1 and delta 0.001. */
import { expect, test } from 'vitest';
import { countsOf, exactRate, guarantee, theoremRate } from '../../src/release/index.ts';
import { fixturePath } from '../support/fixture.ts';
import { publishedCounts } from '../support/published-table.ts';

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
