import { afterEach, expect, test, vi } from 'vitest';
import { Fault } from '../vocabulary/index.ts';
import { replayedEntropy, systemEntropy } from './entropy.ts';

afterEach(() => vi.unstubAllGlobals());

/** A platform whose words count 1, 2, 3, ... and that lets us look into the block it filled. */
function countingPlatform() {
  const seen: { block: Uint32Array; calls: number } = { block: new Uint32Array(), calls: 0 };
  let count = 0;
  const getRandomValues = (block: Uint32Array): void => {
    seen.block = block;
    seen.calls += 1;
    for (let place = 0; place < block.length; place++) block[place] = ++count;
  };
  return { seen, getRandomValues };
}

test('every word of the platform is handed out once, in order, over several blocks', () => {
  const platform = countingPlatform();
  const entropy = systemEntropy(platform);
  const words = Array.from({ length: 50_000 }, () => entropy.word());
  expect(words.every((word, place) => word === place + 1)).toBe(true);
  expect(platform.seen.calls).toBe(4);
  expect(platform.seen.block.byteLength).toBe(65_536);
});

test('a word is erased from memory as it is handed out, and the words to come are not touched', () => {
  const platform = countingPlatform();
  const entropy = systemEntropy(platform);
  for (let used = 1; used <= 16_384; used++) {
    entropy.word();
    const [erased, kept] = [platform.seen.block[used - 1], platform.seen.block[used] ?? used + 1];
    if (erased !== 0 || kept !== used + 1) expect.fail(`after ${used} words the block holds ${erased} and ${kept}`);
  }
  expect(platform.seen.block.every(word => word === 0)).toBe(true);
});

test('two sources share nothing', () => {
  const [first, second] = [systemEntropy(), systemEntropy()];
  const words = Array.from({ length: 1000 }, () => [first.word(), second.word()]).flat();
  expect(new Set(words).size).toBeGreaterThan(1990);
});

test('only the platform counts as secret', () => {
  expect(systemEntropy().secret).toBe(true);
  expect(replayedEntropy([]).secret).toBe(false);
});

test('without Web Crypto there is a fault, not another source', () => {
  vi.stubGlobal('crypto', undefined);
  expect(() => systemEntropy()).toThrow(Fault);
});

test('a replay gives its words and then a fault', () => {
  const entropy = replayedEntropy([7, 2 ** 32 - 1]);
  expect([entropy.word(), entropy.word()]).toEqual([7, 2 ** 32 - 1]);
  expect(() => entropy.word()).toThrow(Fault);
});
