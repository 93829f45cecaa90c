import { expect, test } from 'vitest';
import { smallQueries, trueDelta } from '../../../test/support/statistical-templates.ts';
import { toNumber } from '../../numerics/index.ts';
import { deltaOf } from '../outcomes.ts';
import { innerEpsilon } from './template.ts';
import { repeatedBound, repeatedCount } from './with-replacement.ts';

const CASES = [
  [1, 3],
  [2, 2],
  [3, 4],
  [4, 3],
  [5, 5],
  [8, 2],
] as const;

test.each(CASES)('%i entries, %i draws: repeatedCount gives the enumerated delta', (entries, size) => {
  for (const { query, epsilon, truth } of smallQueries(entries, { kind: 'with-replacement', size })) {
    const delta = deltaOf(repeatedCount(query, size), epsilon);
    expect(delta).toBeGreaterThanOrEqual(truth);
    expect(delta).toBeLessThanOrEqual(truth * (1 + 1e-11) + 1e-13);
  }
});

test.each(CASES.slice(0, 4))(
  '%i entries, %i draws: repeatedBound lies between the truth and the average over templates',
  (entries, size) => {
    const rate = 1 - (1 - 1 / entries) ** size;
    for (const { query, epsilon, truth, templates } of smallQueries(entries, { kind: 'with-replacement', size })) {
      const others = new Array(entries - 1).fill(query.probability);
      const inner = innerEpsilon(epsilon, rate);
      const averaged = templates
        .filter(({ times: [critical] }) => critical > 0)
        .map(template => {
          const alone = trueDelta({ others, templates: [{ ...template, chance: { numerator: 1n, denominator: 1n } }] });
          return toNumber(template.chance, 'up') * alone(inner);
        })
        .reduce((sum, part) => sum + part, 0);
      const bound = repeatedBound(query, size)(epsilon);
      expect(bound).toBeGreaterThanOrEqual(truth);
      expect(bound).toBeLessThanOrEqual(averaged * (1 + 1e-11) + 1e-13);
    }
  },
);
