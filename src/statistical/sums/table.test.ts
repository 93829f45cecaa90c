import { expect, test } from 'vitest';
import { extremeOver, frameOf, placed } from './table.ts';

const entries = Float64Array.from([0.1, 0.4, 0.2, 0.05, 0.25]);
const table = { first: 3, masses: entries, slopes: undefined, bend: 0, noise: 0 };

test.each([
  [0, 0],
  [0, 1],
  [2, 6],
  [0, 9],
])('the extremes over the shifts from %i to %i are those that one finds by trying', (from, to) => {
  const frame = frameOf([table], 9);
  for (const pick of ['largest', 'smallest'] as const) {
    const found = extremeOver(entries, table.first, { from, to }, frame, pick);
    expect(found.length).toBe(frame.length);
    found.forEach((extreme, i) => {
      const cell = frame.first + i;
      const tried = Array.from({ length: to - from + 1 }, (_, s) => entries[cell - from - s - table.first] ?? 0);
      expect(extreme).toBe(pick === 'largest' ? Math.max(...tried) : Math.min(...tried));
    });
  }
});

test.each([-20, 3, 6, 40])('entries placed from %i on are seen where the frame lies', first => {
  const frame = { first: 4, length: 5 };
  const seen = placed(entries, first, frame);
  seen.forEach((entry, i) => {
    expect(entry).toBe(entries[frame.first + i - first] ?? 0);
  });
});
