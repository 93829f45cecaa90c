import { expect, test } from 'vitest';
import { drawCurves, type PlottedPoint } from './plot.ts';

const falling = (scale: number): PlottedPoint[] =>
  Array.from({ length: 41 }, (_, index) => {
    const at = index / 5;
    return { at, lower: scale * Math.exp(-4 * at), upper: scale * Math.exp(-3 * at) };
  });
const tradeOff: PlottedPoint[] = [
  { at: 0, lower: 1, upper: 1 },
  { at: 0.3, lower: 0.3, upper: 0.4 },
  { at: 1, lower: 0, upper: 0 },
];
const curves = (name: string) => ({ name, profile: falling(0.5), tradeOff });

test('is one SVG that names its axes and every workload, also one whose name is markup', () => {
  const svg = drawCurves([curves('june'), curves('a <b> & c')]);
  expect(svg.match(/^<svg /)).not.toBeNull();
  for (const words of [
    'delta: probability that this bound fails',
    'epsilon: odds',
    'false positives',
    'false negatives',
    'june',
  ])
    expect(svg).toContain(words);
  expect(svg).toContain('a &lt;b&gt; &amp; c');
  expect(svg).not.toContain('<b>');
});

test('no number that is not finite reaches the picture, though a promise may be certain', () => {
  const certain = [
    { at: 0, lower: 0.2, upper: 0.2 },
    { at: 1, lower: 0, upper: 0 },
    { at: 2, lower: 0, upper: 0 },
  ];
  const svg = drawCurves([{ name: 'pure', profile: certain, tradeOff }]);
  expect(svg).not.toMatch(/NaN|Infinity|undefined/);
});

test('a long name is cut where it would run into the note beside it', () => {
  const svg = drawCurves([curves('n'.repeat(60)), curves('m'.repeat(61))]);
  expect(svg).toContain(`>${'n'.repeat(60)}<`);
  expect(svg).toContain(`>${'m'.repeat(59)}…<`);
});
