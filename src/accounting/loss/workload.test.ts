import { expect, test } from 'vitest';
import { boundsOfWorkload, boundsOncePerFocus, type Workload } from './workload.ts';

const workload: Workload = {
  steps: [
    {
      mechanism: { kind: 'gaussian', noiseMultiplier: 2, sensitivity: 1 },
      sampling: { kind: 'partition', parts: 3 },
      count: 5,
    },
  ],
  way: 'remove',
};

test('bounds are kept for the focus they were computed at, and for no other', () => {
  const boundsAt = boundsOncePerFocus(workload);
  const focus = { points: 2 ** 8, delta: 1e-3 };
  const first = boundsAt(focus);
  expect(boundsAt({ ...focus })).toBe(first);
  for (const other of [
    { ...focus, points: 2 ** 9 },
    { ...focus, delta: 1e-6 },
    { ...focus, alone: true },
    { ...focus, order: 2 },
  ]) {
    expect(boundsAt(focus)).not.toBe(boundsAt(other));
    expect(JSON.stringify(boundsAt(other))).toBe(JSON.stringify(boundsOfWorkload(workload, other)));
  }
});
