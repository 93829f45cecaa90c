import { expect, test } from 'vitest';
import { progressBar, progressLine } from './progress-bar.ts';

const streamTo = (written: string[], isTTY: boolean) =>
  ({ isTTY, write: (text: string) => written.push(text) }) as unknown as NodeJS.WriteStream;

test('a bar grows, is not written twice alike, and goes away', () => {
  const written: string[] = [];
  const progress = progressBar(streamTo(written, true), 'Simulating');
  for (const part of [0.5, 0.501, 1]) progress?.(part);
  expect(written).toHaveLength(2);
  expect(written[0]).toContain(`${'█'.repeat(15)}${'░'.repeat(15)} 50 %`);
  expect(written[1].trim()).toBe('');
});

test('nobody watches a pipe', () => {
  expect(progressBar(streamTo([], false), 'Simulating')).toBeUndefined();
});

test('a line of words takes the place of the one before, and goes away', () => {
  const written: string[] = [];
  const line = progressLine(streamTo(written, true));
  for (const words of ['Counting all', 'Trying', '']) line?.(words);
  expect(written).toEqual(['\rCounting all', '\rTrying      ', '\r      \r']);
  expect(progressLine(streamTo([], false))).toBeUndefined();
});
