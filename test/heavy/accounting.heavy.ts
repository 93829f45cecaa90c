/** The laws of brackets on 2,000 workloads from a seed, and what 2,000 extreme ones are told. */
import { describe, expect, test } from 'vitest';
import { judge } from '../accounting/bracket-laws.ts';
import { summary, verdictOn } from '../accounting/extreme-workload.ts';
import { randomWorkload } from '../accounting/random-workload.ts';

const GROUP = 50;
const groups = Array.from({ length: 40 }, (_, group) => group * GROUP);
const numbersFrom = (first: number): number[] => Array.from({ length: GROUP }, (_, i) => first + i);

describe('workloads', () => {
  test.each(groups)('%i and the 49 after it', first => {
    const broken = numbersFrom(first).flatMap(number => {
      const workload = randomWorkload(number);
      const judgement = judge(workload);
      return judgement.broken.length === 0 ? [] : [{ number, workload, broken: judgement.broken }];
    });
    expect(broken).toEqual([]);
  });
});

describe('extreme workloads', () => {
  test.each(groups)('%i and the 49 after it keep what their status says', first => {
    const verdicts = numbersFrom(first).map(verdictOn);
    console.info(summary(verdicts));
    expect(verdicts.filter(({ broken }) => broken.length > 0)).toEqual([]);
  });
});
