/** The typed door: which plans it writes, and what it refuses when it runs. What the compiler refuses: `types.test.ts`. */
import { expect, test } from 'vitest';
import { hospital } from '../../test/support/hospital.ts';
import { query } from './index.ts';

const visits = query(hospital).table('visits');
const scan = { kind: 'scan', table: 'visits' };
const column = (name: string) => ({ kind: 'column', name });
const literal = (type: string, value: string | boolean) => ({ kind: 'literal', type, value });

test('a question is one plan', () => {
  expect(
    visits
      .where(({ age, ward }) => age.atLeast(18).and(ward.is('A')))
      .count()
      .by('ward')
      .having(answer => answer.count.above(10))
      .orderBy('count', 'descending')
      .limit(3).plan,
  ).toEqual({
    version: 1,
    input: {
      kind: 'where',
      input: scan,
      condition: {
        kind: 'and',
        operands: [
          { kind: 'comparison', operator: 'atLeast', left: column('age'), right: literal('integer', '18') },
          { kind: 'comparison', operator: 'equal', left: column('ward'), right: literal('text', 'A') },
        ],
      },
    },
    grouping: { kind: 'public', keys: [{ name: 'ward', expression: column('ward') }] },
    aggregates: [{ kind: 'count', name: 'count' }],
    afterwards: {
      having: { kind: 'comparison', operator: 'greater', left: column('count'), right: literal('integer', '10') },
      order: [{ name: 'count', descending: true }],
      limit: 3,
    },
  });
});
