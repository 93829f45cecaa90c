/** The stated interval of a count that passed its threshold, given that it did: enumerated over the law of the noise. */
import { expect, test } from 'vitest';
import { hospital } from '../../test/support/hospital.ts';
import { count, plan, scan } from '../../test/support/plan-builders.ts';
import { EDGE_PARTS, type KeyThreshold } from '../noise/index.ts';
import { rational, toNumber } from '../numerics/index.ts';
import { sharesOf } from '../plan/costs/index.ts';
import { check, type Grouping } from '../plan/index.ts';
import { reproducibleEntropy, uniform } from '../random/index.ts';
import { loadPolicy } from '../source/index.ts';
import { releaserOf } from './releaser.ts';
import { selectionOf, thresholdOf } from './selection.ts';

const policy = await loadPolicy(hospital);
const byTown: Grouping = { kind: 'private', keys: [{ name: 'town', expression: { kind: 'column', name: 'town' } }] };
const checked = check(plan(scan('visits'), [count], byTown), policy);

/** How often the interval of a group of this size holds it, of those that are shown; and how often it is shown. */
function coverageOf(
  intervals: ReadonlyMap<number, readonly [number, number]>,
  size: number,
  { noise, threshold, edge }: KeyThreshold,
) {
  const decay = Math.exp(-1 / toNumber(noise.scale, 'nearest'));
  let [held, shown] = [0, 0];
  for (const [value, [low, high]] of intervals) {
    const chance = decay ** Math.abs(value - size) * (value === Number(threshold) ? edge / EDGE_PARTS : 1);
    shown += chance;
    if (low <= size && size <= high) held += chance;
  }
  return held / shown;
}

/** The interval of every value that may be released: it depends on nothing else. */
function intervalsUpTo(farthest: number, threshold: number, mechanisms: ReturnType<typeof sharesOf>) {
  const releaser = releaserOf(checked, mechanisms, uniform(reproducibleEntropy(7)));
  const intervals = new Map<number, readonly [number, number]>();
  for (let round = 0; round < 200; round++)
    for (let size = threshold; size <= farthest; size++) {
      const group = { key: ['a'], results: [BigInt(size)] };
      if (intervals.has(size) || !releaser.shows(group)) continue;
      const released = releaser.release([group])[0].values.count;
      if (!('interval95' in released) || released.interval95 === null) throw new Error('there is an interval');
      intervals.set(Number(released.estimate), released.interval95);
    }
  expect(intervals.size).toBeGreaterThan((farthest - threshold) * 0.99);
  return intervals;
}

test.each([
  ['0.5', 1e-6],
  ['1', 1e-6],
  ['2', 1e-3],
  ['2', 1.3e-3],
  ['5', 1e-5],
  ['20', 1e-9],
])(
  'givenShown, epsilon %s, delta %d: of groups of any size that are shown, it holds at least 95 in 100',
  (epsilon, delta) => {
    const mechanisms = sharesOf(checked, { epsilon: rational.fromDecimal(epsilon), delta });
    const selection = thresholdOf(mechanisms[0]);
    const scale = toNumber(selection.noise.scale, 'nearest');
    const threshold = Number(selection.threshold);
    const farthest = threshold + Math.ceil(15 * scale);
    const intervals = intervalsUpTo(farthest, threshold, mechanisms);
    const sizes = Array.from({ length: 60 }, (_, i) => 1 + Math.round((i / 60) * (threshold + 5 * scale)));
    const coverages = sizes.map(size => coverageOf(intervals, size, selection));
    for (const coverage of coverages) expect(coverage).toBeGreaterThanOrEqual(0.948);
    // far above the threshold it is an interval like any other
    if (scale > 2) expect(coverages.at(-1)).toBeLessThan(0.97);
    // without it, small groups that are shown would hardly ever be held
    const plain = new Map([...intervals].map(([value, [, high]]) => [value, [2 * value - high, high] as const]));
    expect(coverageOf(plain, 1, selection)).toBeLessThan(0.2);
  },
);

test.each(['2', '5'])('selectionOf, epsilon %s: at the threshold a coin decides, as often as was priced', epsilon => {
  const mechanisms = sharesOf(checked, { epsilon: rational.fromDecimal(epsilon), delta: 1e-6 });
  const { noise, threshold, edge } = thresholdOf(mechanisms[0]);
  const selection = selectionOf(mechanisms, uniform(reproducibleEntropy(3)));
  const [runs, decay, chance] = [20_000, Math.exp(-1 / toNumber(noise.scale, 'nearest')), edge / EDGE_PARTS];
  const shown = Array.from({ length: runs }, () => selection?.shows({ key: ['a'], results: [threshold] }));
  const expected = (decay + chance * (1 - decay)) / (1 + decay);
  const found = shown.filter(each => each).length / runs;
  expect(chance).toBeLessThan(1);
  expect(Math.abs(found - expected)).toBeLessThan(5 * Math.sqrt((expected * (1 - expected)) / runs));
  // always, or never, would be noticed
  for (const other of [0, 1])
    expect(Math.abs(found - (decay + other * (1 - decay)) / (1 + decay))).toBeGreaterThan(0.02);
});
