import { expect, test } from 'vitest';
import { by, column, count, plan, scan } from '../../test/support/plan-builders.ts';
import { canonicalJson } from '../json/index.ts';
import type { Plan } from './plan.ts';
import { identityOf } from './plan.ts';

const question = plan(scan('visits'), [count, { kind: 'sum', name: 's', of: column('cost') }], by('ward'));

test('the order of keys does not matter, the order of lists does', () => {
  const shuffled = JSON.parse(JSON.stringify(Object.fromEntries(Object.entries(question).reverse()))) as Plan;
  expect(identityOf(shuffled)).toBe(identityOf(question));
  expect(identityOf({ ...question, aggregates: question.aggregates.toReversed() })).not.toBe(identityOf(question));
});

test('it is SHA-256 of one text, today and tomorrow', () => {
  expect(canonicalJson(plan(scan('t')))).toBe(
    '{"afterwards":{},"aggregates":[{"kind":"count","name":"count"}],"grouping":{"kind":"none"},"input":{"kind":"scan","table":"t"},"version":1}',
  );
  expect(identityOf(plan(scan('t')))).toMatch(/^[0-9a-f]{64}$/);
});
