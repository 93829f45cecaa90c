import { expect, test } from 'vitest';
import { guarantee } from './guarantee.ts';
import { countsOf } from './table-counts.ts';
import { valueClasses } from './value-classes.ts';

test('values are rare, infrequent or common by their counts', () => {
  // ln(5 / 0.05) = 4.605: rare up to 9.21 rows, common from 552.6 rows on at a rate of 0.1
  const table = countsOf([1, 9, 10, 552, 553]);
  expect(valueClasses(table, guarantee({ epsilon: 1, delta: 0.1 }), 0.1)).toEqual({
    rare: 2,
    infrequent: 2,
    common: 1,
  });
  // three unknown rows are added to what is rare: up to 12.21
  expect(valueClasses(table, guarantee({ epsilon: 1, delta: 0.1, unknownRows: 3 }), 0.1).rare).toBe(3);
});
