/** The laws of brackets on 2,000 workloads from a seed. */
import { describe, expect, test } from 'vitest';
import { judge } from '../accounting/bracket-laws.ts';
import { randomWorkload } from '../accounting/random-workload.ts';

const GROUP = 50;
const groups = Array.from({ length: 40 }, (_, group) => group * GROUP);

describe('workloads', () => {
  test.each(groups)('%i and the 49 after it', first => {
    const broken = Array.from({ length: GROUP }, (_, i) => first + i).flatMap(number => {
      const workload = randomWorkload(number);
      const judgement = judge(workload);
      return judgement.broken.length === 0 ? [] : [{ number, workload, broken: judgement.broken }];
    });
    expect(broken).toEqual([]);
  });
});
