import { expect, test } from 'vitest';
import { Refusal } from '../../vocabulary/index.ts';
import { groupCommit } from './group-commit.ts';

test('what arrives at one moment is done together, and each gets its own result', async () => {
  const groups: number[][] = [];
  const doubled = groupCommit<number, number>(work => {
    groups.push([...work]);
    return work.map(each => (each === 3 ? new Refusal('round_not_open', 'no') : each * 2));
  });
  const first = await Promise.allSettled([doubled(1), doubled(2), doubled(3)]);
  expect(first.map(result => (result.status === 'fulfilled' ? result.value : 'refused'))).toEqual([2, 4, 'refused']);
  expect(await doubled(5)).toBe(10);
  expect(groups).toEqual([[1, 2, 3], [5]]);
});

test('what fails together fails for all, and the next group is not touched by it', async () => {
  let disk = 'full';
  const kept = groupCommit<number, number>(work => {
    if (disk === 'full') throw new Refusal('store_unusable', 'full');
    return work;
  });
  const results = await Promise.allSettled([kept(1), kept(2)]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  disk = 'empty';
  expect(await kept(3)).toBe(3);
});
