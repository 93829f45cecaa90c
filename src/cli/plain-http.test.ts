import { expect, test } from 'vitest';
import { warnOfPlainHttp } from './plain-http.ts';

test.each([
  ['127.0.0.1', false],
  ['127.8.0.1', false],
  ['localhost', false],
  ['::1', false],
  ['0.0.0.0', true],
  ['::', true],
  ['192.0.2.7', true],
  ['127.example.org', true],
])('whoever listens at %s is warned: %s', async (host, isWarned) => {
  const notes: string[] = [];
  await warnOfPlainHttp(host, async text => void notes.push(text));
  expect(notes.map(text => text.startsWith('Warning: '))).toEqual(isWarned ? [true] : []);
});
