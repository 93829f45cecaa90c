import { expect, test } from 'vitest';
import { changesOf } from './changes.ts';

test('what differs from before is told, what does not is a sign of life, and the end ends the looking', async () => {
  const leaving = new AbortController();
  const seen = [1, 1, 2, 2, 1];
  let looks = 0;
  const look = async (): Promise<{ reports: number }> => ({ reports: seen[looks++] });
  const sent: unknown[] = [];
  for await (const change of changesOf(look, { everyMilliseconds: 1, signal: leaving.signal })) {
    sent.push(change?.reports);
    if (sent.length === seen.length) leaving.abort();
  }
  expect(sent).toEqual([1, undefined, 2, undefined, 1]);
  expect(looks).toBe(seen.length);
});
