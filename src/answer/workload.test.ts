import { describe, expect, test } from 'vitest';
import { hospital } from '../../test/support/hospital.ts';
import { column, count, plan, scan } from '../../test/support/plan-builders.ts';
import { amounts, type ExactLoss } from '../amounts/index.ts';
import { toNumber } from '../numerics/index.ts';
import type { Aggregate, Plan } from '../plan/index.ts';
import { loadPolicy } from '../source/index.ts';
import { checkTogether, largestShare, needsDelta, sharesTogether } from './workload.ts';

const policy = await loadPolicy(hospital);
const sum: Aggregate = { kind: 'sum', name: 'sum', of: column('cost') };
const counts = (number: number): Plan[] => Array.from({ length: number }, () => plan(scan('visits'), [count]));
const loss = (epsilon: string, delta: string) => ({ epsilon: amounts.written(epsilon), delta: amounts.written(delta) });

/** The exact delta at epsilon of n randomized responses of e each: the optimum among all mechanisms of e. */
function exactDelta(number: number, share: number, epsilon: number): number {
  let delta = 0;
  let ways = 1;
  for (let lies = 0; lies <= number; lies++) {
    const truths = number - lies;
    const [here, there] = [truths, lies].map(times => Math.exp(share * times) / (1 + Math.exp(share)) ** number);
    delta += ways * Math.max(0, here - Math.exp(epsilon) * there);
    ways = (ways * (number - lies)) / (lies + 1);
  }
  return delta;
}

test.each([2, 3, 5, 12, 40])('%i questions keep epsilon and delta together, and hardly more would', number => {
  for (const [epsilon, delta] of [
    ['1', '1e-6'],
    ['0.5', '1e-3'],
    ['3', '0.01'],
  ]) {
    const { plans } = checkTogether(counts(number), policy);
    const share = toNumber(largestShare(plans, loss(epsilon, delta), 0), 'nearest');
    expect(share).toBeGreaterThanOrEqual(Number(epsilon) / number - 1e-12);
    expect(exactDelta(number, share, Number(epsilon))).toBeLessThanOrEqual(Number(delta) * (1 + 1e-9));
    expect(exactDelta(number, 1.01 * share, Number(epsilon))).toBeGreaterThan(Number(delta));
  }
});

test('without a delta the shares are equal, and add up to epsilon', () => {
  const workload = checkTogether([...counts(2), plan(scan('visits'), [count, sum])], policy);
  const shares = sharesTogether(workload, loss('1', '0')).flat();
  expect(shares.map(({ share }) => toNumber(share.epsilon, 'nearest'))).toEqual([0.25, 0.25, 0.25, 0.25]);
});

test('many questions together may each spend more than an equal share', () => {
  const workload = checkTogether(counts(100), policy);
  const [[{ share }]] = sharesTogether(workload, loss('1', '1e-6'));
  expect(toNumber(share.epsilon, 'nearest')).toBeGreaterThan(1.8 / 100);
});

const ownKeys = { kind: 'private', keys: [{ name: 'town', expression: column('town') }] } as const;

describe('delta, of one question alone', () => {
  const deltasOf = (asked: Plan, spend: ExactLoss): number[] =>
    sharesTogether(checkTogether([asked], policy), spend)[0].map(({ share }) => share.delta);

  test('is for noise that is smaller with it, and for no other', () => {
    const [asked] = counts(1);
    const workload = checkTogether([asked], policy);
    expect(deltasOf(asked, loss('1', '1e-6'))).toEqual([0]);
    expect(needsDelta(workload, loss('1', '1e-6'))).toBe(false);
    expect(deltasOf(asked, loss('1e-4', '1e-2'))).toEqual([0.01]);
    expect(needsDelta(workload, loss('1e-4', '1e-2'))).toBe(true);
  });

  test('is all for a threshold, beside noise that makes nothing of it', () => {
    const asked = { ...plan(scan('visits'), [count, sum]), grouping: ownKeys };
    const { mechanisms } = checkTogether([asked], policy).whole;
    const deltas = deltasOf(asked, loss('1', '1e-6'));
    expect(deltas).toEqual(mechanisms.map(({ kind }) => (kind === 'selection' ? 1e-6 : 0)));
    expect(deltas).toContain(1e-6);
  });

  test('what one noise makes nothing of is for the others', () => {
    // the sum has many times the weight of a count, and an epsilon that no delta makes smaller
    const [one, other] = deltasOf(plan(scan('visits'), [count, sum]), loss('1e-4', '1e-2'));
    expect(one + other).toBeCloseTo(0.01, 12);
  });
});

test('private keys fail on their own: half of delta is theirs', () => {
  const workload = checkTogether([{ ...plan(scan('visits'), [count]), grouping: ownKeys }, ...counts(1)], policy);
  const [first, second] = sharesTogether(workload, loss('1', '1e-6'));
  expect(first.map(({ share }) => share.delta).reduce((a, b) => a + b)).toBeCloseTo(5e-7, 12);
  expect(second[0].share.delta).toBe(0);
  expect(toNumber(second[0].share.epsilon, 'nearest')).toBeCloseTo(1 / 2, 5);
});

function sampled(name: string): Plan['input'] {
  return { kind: 'sample', input: scan('visits'), scheme: { kind: 'bernoulli', rate: '0.5' }, name };
}

test.each([
  ['nothing at all', []],
  ['a table and a sample of it', [plan(scan('visits'), [count]), plan(sampled('x'), [count])]],
  ['two samples', [plan(sampled('x'), [count]), plan(sampled('y'), [count])]],
])('%s is no workload', (_, plans) => {
  expect(() => checkTogether(plans, policy)).toThrow(expect.objectContaining({ code: 'workload_mixed' }));
});
