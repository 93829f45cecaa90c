import { describe, expect, test } from 'vitest';
import { disagreements } from './claim.ts';
import { readVectors } from './vector.ts';
import { claimsOf, inexpressible } from './vector-claims.ts';

const vectors = readVectors();

describe('numbers that others published', () => {
  const expressed = vectors.filter(({ id }) => !(id in inexpressible));

  test('every one is either compared or listed with the reason why not', () => {
    const unread = vectors.filter(vector => claimsOf(vector) === undefined).map(({ id }) => id);
    expect(unread.sort()).toEqual(Object.keys(inexpressible).sort());
  });

  test.each(expressed.map(vector => [vector.id, vector] as const))('%s', (_, vector) => {
    const claims = claimsOf(vector) ?? [];
    expect(claims).not.toHaveLength(0);
    expect(claims.flatMap(disagreements)).toEqual([]);
  });
});

test('a claim can fail', () => {
  const specification = {
    relation: 'add-remove',
    steps: [{ mechanism: { kind: 'gaussian', noiseMultiplier: 1 } }],
    ask: { epsilonAt: { delta: 1e-5 } },
  } as const;
  expect(disagreements({ specification, truth: { kind: 'value', value: 4.4, tolerance: 1e-3 } })).toHaveLength(1);
  expect(disagreements({ specification, truth: { kind: 'too low', value: 4.4 } })).toHaveLength(1);
  expect(disagreements({ specification, truth: { kind: 'upper bound', value: 5, slack: 0.1 } })).toHaveLength(1);
  expect(disagreements({ specification, truth: { kind: 'bracket', lower: 4, upper: 4.3, tolerance: 0 } })).toHaveLength(
    1,
  );
});
