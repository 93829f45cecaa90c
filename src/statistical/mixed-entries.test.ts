import { expect, test } from 'vitest';
import { trueDelta } from '../../test/support/statistical-templates.ts';
import { mixedDelta, propertyDelta } from './index.ts';

const everybody = (entries: number) => [
  { chance: { numerator: 1n, denominator: 1n }, times: new Array<number>(entries).fill(1) },
];

test.each([[[0.25, 0.5]], [[1 / 64, 0.5, 0.875]], [[0.5, 0.0625, 0.25, 0.25, 0.9375, 0.5, 0.75]]])(
  'mixedDelta of entries %j is the enumerated one of the worst entry',
  probabilities => {
    const truths = probabilities.map((_, critical) =>
      trueDelta({
        others: probabilities.filter((_, entry) => entry !== critical),
        templates: everybody(probabilities.length),
      }),
    );
    const delta = mixedDelta(probabilities.map(probability => ({ entries: 1, probability })));
    for (const epsilon of [0, 0.1, 0.7, 2]) {
      const truth = Math.max(...truths.map(at => at(epsilon)));
      expect(delta(epsilon)).toBeGreaterThanOrEqual(truth);
      expect(delta(epsilon)).toBeLessThanOrEqual(truth * (1 + 1e-11) + 1e-13);
    }
  },
);

test('entries that do not differ are those of a property query, however they are grouped', () => {
  const alike = propertyDelta({ entries: 1000, probability: 0.5 }, { kind: 'everything' });
  const grouped = mixedDelta([600, 300, 100].map(entries => ({ entries, probability: 0.5 })));
  for (const epsilon of [0.025, 0.05, 0.1]) expect(grouped(epsilon)).toBeCloseTo(alike(epsilon).delta.exact, 11);
});

test.each([[[{ entries: 5, probability: 1 }]], [[{ entries: 0, probability: 0.5 }]]])('%j is refused', groups => {
  expect(() => mixedDelta(groups)).toThrow(expect.objectContaining({ code: 'value_out_of_range' }));
});
