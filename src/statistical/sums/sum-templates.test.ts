import { expect, test } from 'vitest';
import { modelOf, type SumQuery } from './sum-query.ts';
import { wholeWorlds } from './sum-templates.ts';
import { worstValues } from './worst-values.ts';

test.each<SumQuery>([
  { entries: 4, distribution: { kind: 'poisson', mean: 1.5 }, range: { lower: 0, upper: 5 } },
  { entries: 9, distribution: { kind: 'normal', mean: 0, deviation: 1 }, range: { lower: -2, upper: 1 } },
  { entries: 6, distribution: { kind: 'uniform', from: 0, to: 1 }, range: { lower: 0.25, upper: 1 } },
])('wholeWorlds of %j: a search over all values finds none that tell more than the ends', query => {
  const worlds = wholeWorlds(modelOf(query), query.entries, 'coarse');
  expect(worlds.endsAreWorst).toBe(true);
  for (const epsilon of [0.05, 0.4]) {
    const ends = worstValues(worlds, epsilon);
    const searched = worstValues({ ...worlds, endsAreWorst: false }, epsilon);
    expect(searched.lower).toBe(ends.lower);
    expect(searched.upper).toBeLessThan(ends.upper * 1.01);
  }
});
