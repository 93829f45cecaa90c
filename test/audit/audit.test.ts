/** The audit can fail: it proves most of what a mechanism loses, and never more. */
import { expect, test } from 'vitest';
import { audit } from './audit.ts';
import { cases } from './cases.ts';
import { type Outcome, proven } from './lower-bound.ts';

/** Each value as often as its probability says, in an order that both halves share. */
const often = (law: Readonly<Record<number, number>>): Outcome[] =>
  Object.entries(law).flatMap(([value, number]) => Array.from({ length: number }, () => [Number(value)]));

const answers = { one: often({ 0: 2000, 1: 8000 }), other: often({ 0: 8000, 1: 2000 }) };
const truth = Math.log(4);

test('what is proven lies just below the truth, and a charge below it is found out', () => {
  const { epsilon, smallestViolation } = proven(answers, { epsilon: truth, delta: 0 });
  expect(epsilon).toBeLessThan(truth);
  expect(epsilon).toBeGreaterThan(0.85 * truth);
  expect(smallestViolation).toBeLessThan(1.2 * truth);
});

test('a delta excuses so much of the probability and no more', () => {
  expect(proven(answers, { epsilon: 0, delta: 0.6 }).epsilon).toBe(0);
  expect(proven(answers, { epsilon: 0, delta: 0.3 }).epsilon).toBeGreaterThan(0.5);
});

test('equal answers prove nothing', () => {
  const { epsilon } = proven({ one: answers.one, other: answers.one }, { epsilon: 1, delta: 0 });
  expect(epsilon).toBe(0);
});

test('answers of the library prove more than half of their charge, and not more than it', async () => {
  const [count] = cases;
  const { epsilon, charged } = await audit(count, { seconds: 300, answersMax: 4000 }, undefined);
  expect(charged).toEqual({ epsilon: 1.5, delta: 0 });
  expect(epsilon).toBeLessThanOrEqual(1.5);
  expect(epsilon).toBeGreaterThan(0.75);
});

test('every mechanism, operator and engine is in the set', () => {
  const covered = new Set(cases.flatMap(({ covers, engine }) => [...covers, engine]));
  expect([...covered].sort()).toEqual([
    'bernoulli',
    'bounds',
    'count',
    'covariance',
    'derive',
    'discrete-gaussian',
    'discrete-laplace',
    'duckdb',
    'fixed-size',
    'fixed-size split',
    'fraction',
    'fraction split',
    'histogram',
    'join',
    'kept',
    'key split',
    'mean',
    'nested',
    'perUnit',
    'postgres',
    'project',
    'quantile',
    'random split',
    'replace-one',
    'skip',
    'stratified',
    'sum',
    'take',
    'take-skip split',
    'threshold',
    'units',
    'values',
    'variance',
    'versions',
    'where',
  ]);
});
