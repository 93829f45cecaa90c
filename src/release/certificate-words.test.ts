import { expect, test } from 'vitest';
import { atMost, promiseWords } from './certificate-words.ts';

const table = { kind: 'table', epsilon: 1, delta: 0.001, factor: 2, unknownRows: 1 } as const;
const threshold = {
  kind: 'threshold',
  epsilon: 1,
  delta: 1.1625018358325883e-7,
  threshold: 6,
  replace: { epsilon: 1.0512932943875506, delta: 1.1625018358325883e-7 },
} as const;
const terms = { rate: '0.05', rateFromData: false, unit: null, earlier: [], promise: table };
const wordsOf = (more: Partial<Parameters<typeof promiseWords>[0]>): { says: string; saysNot: string } => {
  const { says, saysNot } = promiseWords({ ...terms, ...more });
  return { says: says.join(' '), saysNot: saysNot.join(' ') };
};

test('a promise for one table is not called differential privacy, and its probability is stated', () => {
  const { says, saysNot } = wordsOf({});
  expect(says).toContain('at least 1 - 0.001');
  expect(says).toContain('about any one row:');
  expect(says).toContain('more than 2 times as likely');
  expect(says).not.toContain('differential');
  expect(saysNot).toContain('weaker than differential privacy');
  expect(saysNot).not.toContain('named beforehand');
});

test('households, people with several rows and a rate from the data are named', () => {
  expect(wordsOf({ promise: { ...table, unknownRows: 3 } }).says).toContain('about any 3 rows together:');
  const people = wordsOf({ unit: 'person', promise: { ...table, unknownRows: 2 } });
  expect(people.says).toContain('Every person of the table was put into the sample with all of their rows');
  expect(people.says).toContain('about any 2 people together:');
  expect(wordsOf({ rateFromData: true }).saysNot).toContain('The rate was not named beforehand');
});

test('a threshold is stated with its price, also under replace-one neighbours', () => {
  const { says, saysNot } = wordsOf({ promise: threshold });
  expect(says).toContain('epsilon 1 and delta 1.163e-7');
  expect(says).toContain('fewer than 6 sampled rows');
  expect(saysNot).toContain('epsilon is 1.052');
  const again = { entry: 2, at: '2026-01-01T00:00:00.000Z', rate: '0.05', reason: null, output: null };
  expect(wordsOf({ promise: threshold, earlier: [again] }).saysNot).toContain('add up');
});

test.each([0.001, 1.1625018358325883e-7, 1.0512932943875506, Math.E, 0.99999])('%d is never printed as less', value => {
  expect(Number(atMost(value))).toBeGreaterThanOrEqual(value);
  expect(Number(atMost(value))).toBeLessThan(1.002 * value);
});
