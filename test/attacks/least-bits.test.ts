/** Floating-point noise betrays exact values by its last bits: here every answer is a whole number of public steps. */
import { expect, test } from 'vitest';
import type { QuantileEstimate } from '../../src/answer/quantiles.ts';
import type { Answered } from '../../src/answer/receipt.ts';
import { type Visit, withData } from '../support/clinic.ts';

const estimates = ({ rows }: Answered, name: string): number[] =>
  rows.map(({ values }) => Number((values[name] as QuantileEstimate).estimate));

/** Costs that are no multiple of anything. */
const crooked: readonly Visit[] = Array.from({ length: 60 }, (_, i) => ({
  patient: `p${i}`,
  ward: 'ABC'[i % 3],
  cost: 100 * Math.abs(Math.sin(i)),
  age: i,
}));

test('counts and sums are multiples of the step, whatever the data are multiples of', () =>
  withData(
    async data => {
      for (let turn = 0; turn < 10; turn += 1) {
        const question = await data.sql('SELECT ward, count(*) AS n, sum(cost) AS total FROM visits GROUP BY ward');
        const answer = await question.ask({ epsilon: 0.5, fresh: true });
        for (const count of estimates(answer, 'n')) expect(Number.isSafeInteger(count)).toBe(true);
        for (const sum of estimates(answer, 'total')) expect(Number.isSafeInteger(sum * 2)).toBe(true);
      }
    },
    undefined,
    crooked,
  ));

test('a sum of expressions is a multiple of the step that the expression has by the policy', () =>
  withData(
    async data => {
      const question = await data.sql(
        'SELECT sum(cost * age) AS product, sum(round(cost / 3, 2)) AS third FROM visits',
      );
      const answer = await question.ask({ epsilon: 1 });
      const [product] = estimates(answer, 'product');
      expect(Number.isSafeInteger(product * 2)).toBe(true);
      const [third] = estimates(answer, 'third');
      expect(Math.round(third * 100) / 100).toBeCloseTo(third, 9);
    },
    undefined,
    crooked,
  ));

test('medians and extremes lie on the public grid', () =>
  withData(
    async data => {
      const question = await data.sql('SELECT median(cost) AS middle, max(cost) AS most FROM visits');
      const answer = await question.ask({ epsilon: 1 });
      for (const name of ['middle', 'most'])
        for (const released of estimates(answer, name)) expect(Number.isSafeInteger(released * 2)).toBe(true);
    },
    undefined,
    crooked,
  ));
