import { expect, test } from 'vitest';
import { independentDelta, propertyDelta } from './index.ts';
import { deltaOf, type Outcomes } from './outcomes.ts';
import { type Sampling, sampled } from './sampling.ts';

const everything: Sampling = { kind: 'everything' };

/** All pairs of outcomes of two queries; the person has the property in the same world of both, or in different ones. */
function product(a: Outcomes, b: Outcomes, crossed: boolean): Outcomes {
  const [p, q] = crossed ? [b.absent, b.present] : [b.present, b.absent];
  const times = (x: Float64Array, y: Float64Array) =>
    Float64Array.from(Array.from(x).flatMap(mass => Array.from(y, other => mass * other)));
  return { present: times(a.present, p), absent: times(a.absent, q), error: 0, outside: 0 };
}

test.each<[number, number, Sampling]>([
  [3, 0.25, everything],
  [6, 0.5, { kind: 'without-replacement', size: 2 }],
  [8, 0.125, everything],
])(
  'independentDelta of two counts, one of %i entries of probability %d, is that of all pairs of outcomes',
  (entries, probability, sampling) => {
    const first = { query: { entries: 5, probability: 0.375 }, sampling: everything };
    const second = { query: { entries, probability }, sampling };
    const [a, b] = [first, second].map(each => sampled(each.query, each.sampling).outcomes());
    const at = independentDelta([first, second]);
    for (const epsilon of [0, 0.3, 1]) {
      const truth = Math.max(deltaOf(product(a, b, false), epsilon), deltaOf(product(a, b, true), epsilon));
      const { lower, upper } = at(epsilon);
      expect(lower).toBeLessThanOrEqual(truth + 1e-12);
      expect(upper).toBeGreaterThanOrEqual(truth - 1e-12);
      expect(upper - lower).toBeLessThan(1e-3 * truth + 1e-9);
    }
  },
);

test('two answers tell more than one, and less than both added up', () => {
  const query = { entries: 200, probability: 0.5 };
  const one = propertyDelta(query, everything)(0.1).delta.exact;
  const { lower, upper } = independentDelta([
    { query, sampling: everything },
    { query, sampling: everything },
  ])(0.2);
  expect(lower).toBeGreaterThan(propertyDelta(query, everything)(0.2).delta.exact);
  expect(upper).toBeLessThan(2 * one);
});

test('none and too many are refused', () => {
  const part = { query: { entries: 5, probability: 0.5 }, sampling: everything };
  for (const parts of [[], new Array(7).fill(part)])
    expect(() => independentDelta(parts)).toThrow(expect.objectContaining({ code: 'value_out_of_range' }));
});
