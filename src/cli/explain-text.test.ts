import { expect, test } from 'vitest';
import type { Explained } from '../answer.ts';
import { describeExplanation } from './explain-text.ts';

const amounts = { epsilon: 1, delta: 0 };
const at = (rate: number, noise: number, sampling: number): Explained['otherRates'][number] => ({
  rate,
  inner: amounts,
  error: { noise: { visits: noise }, sampling: { visits: 5 * sampling }, likely: { visits: sampling } },
});

const described = (otherRates: Explained['otherRates'], likely: Record<string, number> = { visits: 4 }) =>
  describeExplanation({
    charged: amounts,
    inner: amounts,
    steps: [],
    noises: [],
    error: { noise: { visits: 3 }, sampling: { visits: 20 }, likely },
    otherRates,
    sql: 'SELECT 1',
  } as unknown as Explained);

test('a rate with half the error is offered, the best of several', () => {
  expect(described([at(0.1, 3, 1), at(0.5, 2, 1.5), at(1, 5, 0)])).toContain(
    'A 50 % sample would reduce the standard error of visits to 0.50 times this one, at the same charge.',
  );
  expect(described([at(0.1, 3, 4), at(1, 1, 0)])).toContain(
    'Asking everyone would reduce the standard error of visits to 0.20 times',
  );
});

test('nothing is offered where it would change little, or where the error by sampling is only bounded', () => {
  expect(described([at(0.1, 3, 3.9)])).not.toContain('would reduce');
  expect(described([at(0.1, 1, 1)], {})).not.toContain('would reduce');
});

test('a bound is called one, and what is likely stands beside it', () => {
  expect(described([at(0.1, 3, 3.9)])).toMatch(/value +standard error from noise +from sampling, at most +likely\n/);
  expect(described([at(0.1, 3, 3.9)], {})).toMatch(/value +standard error from noise +from sampling, at most\n/);
});

test('a share has three digits', () => {
  const noise = { statistics: ['sum'], values: ['total'], share: 1 / 7, noise: 'discrete-laplace', scale: 35 };
  const explained = { charged: amounts, inner: amounts, steps: [], noises: [noise], otherRates: [], sql: 'SELECT 1' };
  const error = { noise: {}, sampling: null, likely: {} };
  expect(describeExplanation({ ...explained, error } as unknown as Explained)).toContain('14.3 %  discrete-laplace 35');
});
