import { expect, test } from 'vitest';
import { hospital } from '../../test/support/hospital.ts';
import { column, count, plan, scan } from '../../test/support/plan-builders.ts';
import { choiceRho, pureRho } from '../accounting/concentrated/index.ts';
import { amounts } from '../amounts/index.ts';
import type { Aggregate } from '../plan/index.ts';
import { loadPolicy } from '../source/index.ts';
import { rhoAlone } from './concentrated.ts';
import { checkTogether } from './workload.ts';

const policy = await loadPolicy(hospital);
const sum: Aggregate = { kind: 'sum', name: 'sum', of: column('cost') };
const median: Aggregate = { kind: 'quantile', name: 'median', of: column('cost'), rank: '0.5' };
const rhoOf = (questions: readonly (readonly Aggregate[])[], epsilon: string, delta = '0'): number => {
  const workload = checkTogether(
    questions.map(aggregates => plan(scan('visits'), [...aggregates])),
    policy,
  );
  return amounts.number(rhoAlone(workload, { epsilon: amounts.written(epsilon), delta: amounts.written(delta) }), 'up');
};
const lambda = (epsilon: string): number => amounts.number(pureRho(amounts.written(epsilon)), 'up');
const eighth = (epsilon: string): number => amounts.number(choiceRho(amounts.written(epsilon)), 'up');

test('rhoAlone adds up the mechanisms of a question at their shares', () => {
  expect(rhoOf([[count]], '1')).toBe(lambda('1'));
  expect(rhoOf([[count, sum]], '1')).toBeCloseTo(2 * lambda('0.5'), 15);
  expect(rhoOf([[median]], '1')).toBe(eighth('1'));
  expect(rhoOf([[count, median]], '1')).toBeCloseTo(lambda('0.5') + eighth('0.5'), 15);
  expect(rhoOf([[count], [sum], [median]], '1.5')).toBeCloseTo(2 * lambda('0.5') + eighth('0.5'), 15);
});

test('rhoAlone of questions that are composed by their losses is that of all of them together', () => {
  expect(rhoOf([[count], [sum], [count, sum]], '1', '0.001')).toBe(lambda('1'));
});
