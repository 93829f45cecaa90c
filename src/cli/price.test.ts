import { describe, expect, test } from 'vitest';
import { run } from '../../test/support/command.ts';

const { exp, log, max } = Math;

const priced = async (words: string): Promise<{ epsilon: number; replace: number }> => {
  const { exit, out } = await run(['price', ...words.split(' '), '--json']);
  expect(exit).toBe(0);
  return JSON.parse(out);
};

describe.concurrent('every operator reads its flags', () => {
  test.each([
    ['bernoulli --rate 0.1 --epsilon 1', log(0.9 + 0.1 * exp(1))],
    ['bernoulli --rate 0.1 --epsilon 1 --relation replace-one', log((0.9 + 0.1 * exp(1)) / (0.9 + 0.1 * exp(-1)))],
    ['bernoulli --rate 0.1 --epsilon 1 --replace 1 --relation replace-one', log(0.9 + 0.1 * exp(1))],
    ['fixed-size --size 3 --epsilon 0.5', log(1 + 0.75 * (exp(1) - 1))],
    ['fixed-size --size 3 --epsilon 0.5 --replace 0.5', 0.5],
    ['fixed-size --size 3 --of 30 --epsilon 0.5', log(1 + 0.1 * (exp(1) - 1))],
    ['fraction --rate 0.25 --epsilon 0.5', max(0.5, log(1 + 0.25 * (exp(1) - 1)))],
    ['with-replacement --size 3 --epsilon 0.5', 3 * log((1 + exp(1)) / 2)],
    ['with-replacement --size 3 --of 10 --epsilon 0.5', 3 * log(1 + (exp(1) - 1) / 10)],
    ['take --size 5 --epsilon 0.5', 1],
    ['skip --size 5 --epsilon 0.5', 0.5],
    ['split --parts 0.5:1,0.25:2', log(0.5 * exp(1) + 0.25 * exp(2) + 0.25)],
    ['partition --epsilons 1,2,3', 3],
    ['partition --epsilons 1,2,3 --relation replace-one', 6],
    ['partition --epsilons 1,2,3 --replaces 1,2,3 --relation replace-one', 5],
    ['fixed-size-split --size 1 --epsilons 0.1,0.1', log((exp(0.3) + exp(0.1)) / 2)],
    ['fraction-split --rate 0.25 --epsilons 0.1,0.1', 0.1 + log(1 + 0.75 * (exp(0.2) - 1))],
    ['take-skip-split --size 5 --epsilons 0.1,0.3', 0.5],
    ['cluster --rate 0.1 --members 5 --epsilon 1', log((0.9 + 0.1 * exp(5)) / (0.9 + 0.1 * exp(4)))],
    ['stratified --rates 0.1,0.5 --epsilon 1', log(0.5 + 0.5 * exp(1))],
  ])('%s', async (words, epsilon) => {
    const charged = await priced(words);
    expect(charged.epsilon).toBeGreaterThanOrEqual(epsilon * (1 - 1e-15));
    expect(charged.epsilon).toBeCloseTo(epsilon, 13);
  });
});

describe.concurrent('the inverse allows what is charged again, never more', () => {
  test.each([
    'bernoulli --rate 0.1',
    'fixed-size --size 3',
    'fixed-size --size 3 --of 9',
    'fraction --rate 0.3',
    'take --size 2',
  ])('%s', async operator => {
    const ratio = 1.5;
    const allowed = await priced(`${operator} --epsilon 0.7 --inverse --replace-ratio ${ratio}`);
    expect(allowed.replace).toBeCloseTo(ratio * allowed.epsilon, 14);
    const charged = await priced(`${operator} --epsilon ${allowed.epsilon} --replace ${allowed.replace}`);
    expect(charged.epsilon).toBeLessThanOrEqual(0.7);
    expect(charged.epsilon).toBeCloseTo(0.7, 13);
  });
});

test('people are told which neighbours are meant, and what it comes to', async () => {
  const { out } = await run(['price', 'fixed-size', '--size', '3', '--of', '30', '--epsilon', '0.5']);
  expect(out).toBe(
    [
      'fixed-size, size 3, of 30',
      '',
      'neighbours   cost inside the sample  cost to the table',
      'replace-one                       1           0.158566',
      '',
      'Answers with epsilon 1 on the result cost the table at most epsilon 0.158566: less than asking the table directly.',
      '',
    ].join('\n'),
  );
});
