import { expect, test } from 'vitest';
import { escaped } from './markup.ts';

test('nothing is left that begins a tag, ends one or ends an attribute', () =>
  expect(escaped('<a href="b">&lt;</a>')).toBe('&lt;a href=&quot;b&quot;&gt;&amp;lt;&lt;/a&gt;'));
