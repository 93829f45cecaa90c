import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inFolder, loss } from '../../../test/support/ledger-case.ts';
import { type AnchorLine, anchorFile } from './anchor-file.ts';

const lineOf = (entry: number): AnchorLine => ({
  entry,
  head: entry.toString(16).repeat(64),
  spent: loss(entry),
});

test('what a concentrated budget counted comes back: rho, and an epsilon that bounds nothing', () =>
  inFolder(async folder => {
    const path = join(folder, 'anchor');
    const bounded = { ...lineOf(1), spent: { ...loss(1), rho: loss(0.25).epsilon } };
    const unbounded = { ...lineOf(2), spent: { ...bounded.spent, epsilon: null } };
    for (const line of [bounded, unbounded]) await anchorFile(path).keep(line);
    expect(anchorFile(path).lines()).toEqual([bounded, unbounded]);
  }));

/** What a power cut may leave of a line that was being written: a part, or a part and zeros in place of the rest. */
test.each(['3 33', '3 33\0\0\0\0', '\0\0\0\0', '3 \0\0\0\0 1 0\n', '\0\0\0\0\n'])(
  'a torn last line %j was promised to nobody, and the next one takes its place',
  rest =>
    inFolder(async folder => {
      const path = join(folder, 'anchor');
      for (const entry of [1, 2]) await anchorFile(path).keep(lineOf(entry));
      appendFileSync(path, rest);
      const anchor = anchorFile(path);
      expect(anchor.last()).toEqual(lineOf(2));
      expect(anchor.lines()).toEqual([lineOf(1), lineOf(2)]);
      await anchor.keep(lineOf(4));
      expect(anchor.lines()).toEqual([lineOf(1), lineOf(2), lineOf(4)]);
    }),
);

test.each(['', 'sorti', 'sorti\0\0\0', '\0'.repeat(120)])('a torn header %j is no anchor yet', text =>
  inFolder(async folder => {
    const path = join(folder, 'anchor');
    writeFileSync(path, text);
    expect(anchorFile(path).last()).toBeUndefined();
    await anchorFile(path).keep(lineOf(1));
    expect(anchorFile(path).lines()).toEqual([lineOf(1)]);
  }),
);

test('a line that is damaged in another way, or is not the last, is refused', () =>
  inFolder(async folder => {
    const path = join(folder, 'anchor');
    for (const entry of [1, 2]) await anchorFile(path).keep(lineOf(entry));
    const whole = readFileSync(path, 'latin1');
    const [header, first, last] = whole.split('\n');
    for (const text of [`${header}\n${first}\n2 x 1 0\n`, `${header}\n1 \0 1 0\n${last}\n`, 'another file\n']) {
      writeFileSync(path, text);
      expect(() => anchorFile(path).lines()).toThrow(expect.objectContaining({ code: 'anchor_missing' }));
    }
  }));
