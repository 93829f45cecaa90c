import { expect, test } from 'vitest';
import type { Series } from './figure.ts';
import { drawFigure, type Figure } from './index.ts';

const axis = { label: 'rate' };
const figure = (...series: Series[]): Figure => ({
  panels: [{ title: 'Error', x: axis, y: { label: 'miles' }, series }],
});
const line = (name: string): Series => ({
  kind: 'line',
  name,
  points: [
    { x: 0, y: 1 },
    { x: 1, y: 3 },
  ],
});

test('is one SVG with its title, axes, names and note, none of which can be markup', () => {
  const svg = drawFigure({ ...figure(line('a <b> & c')), note: 'dots & <i>lines</i>' });
  expect(svg.match(/^<svg /)).not.toBeNull();
  for (const words of ['>Error<', '>rate<', 'miles', 'a &lt;b&gt; &amp; c', 'dots &amp; &lt;i&gt;'])
    expect(svg).toContain(words);
  expect(svg).not.toMatch(/<b>|<i>/);
});

test('one name has one colour in all panels and one line in the legend', () => {
  const [first] = figure(line('june'), line('july')).panels;
  const [second] = figure(line('july'), line('june')).panels;
  const svg = drawFigure({ panels: [first, second] });
  expect(svg.match(/>june</g)).toHaveLength(1);
  const strokes = [...svg.matchAll(/aria-label="line"><g [^>]*? stroke="(#[0-9a-f]{6})"/g)].map(match => match[1]);
  expect(strokes).toHaveLength(4);
  expect(strokes).toEqual([strokes[0], strokes[1], strokes[1], strokes[0]]);
  expect(strokes[0]).not.toBe(strokes[1]);
});

test('bars of one word stand beside each other, in the order of their series', () => {
  const bars = (name: string, y: number): Series => ({ kind: 'bars', name, points: [{ x: 'ward A', y }] });
  const svg = drawFigure(figure(bars('population', 2), bars('sample', 1)));
  expect(svg).toContain('ward A');
  expect(svg.match(/<rect [^>]*fill="#[0-9a-f]{6}"/g)).toHaveLength(2);
});

test('words and series of bars keep their order, whatever the alphabet says', () => {
  const bars = (name: string): Series => ({
    kind: 'bars',
    name,
    points: [
      { x: 'ward Z', y: 1 },
      { x: 'ward A', y: 2 },
    ],
  });
  const svg = drawFigure(figure(bars('table'), bars('sample')));
  expect(svg.indexOf('ward Z')).toBeLessThan(svg.indexOf('ward A'));
  const drawn = [...svg.matchAll(/<rect fill="(#[0-9a-f]{6})" height="(\d+)"[^>]* x="(\d+)"/g)].map(
    ([, ...found]) => found,
  );
  const [first, second] = drawn;
  expect(drawn).toHaveLength(4);
  expect(Number(first[2])).toBeLessThan(Number(second[2]));
  expect(svg).toMatch(new RegExp(`stroke="${first[0]}"[^>]*/><text[^>]*>table<`));
  expect(Number(drawn[2][1])).toBe(2 * Number(first[1]));
});

test('a bar of uncertainty goes through a dot that has both ends, and no other', () => {
  const dots: Series = {
    kind: 'dots',
    name: 'runs',
    points: [
      { x: 1, y: 2, lower: 1, upper: 3 },
      { x: 2, y: 2 },
    ],
  };
  const drawn = drawFigure(figure(dots));
  expect(drawn.match(/<circle /g)).toHaveLength(2);
  expect(drawn.match(/<line [^>]*stroke-width="1.5"|<g [^>]*stroke-width="1.5"/g)).toHaveLength(1);
});

test('four panels stand in two rows', () => {
  const [panel] = figure(line('june')).panels;
  const height = (count: number): number =>
    Number(drawFigure({ panels: Array.from({ length: count }, () => panel) }).match(/ height="(\d+)"/)?.[1]);
  expect(height(2)).toBe(height(1));
  expect(height(4)).toBeGreaterThan(1.8 * height(2));
});

test('a logarithmic axis names powers of ten, and a short one still has numbers', () => {
  const ticks = (last: number): string =>
    drawFigure({
      panels: [
        {
          title: '',
          x: axis,
          y: { label: '', scale: 'log' },
          series: [
            {
              kind: 'line',
              name: 'a',
              points: [
                { x: 0, y: 2 },
                { x: 1, y: last },
              ],
            },
          ],
        },
      ],
    });
  expect(ticks(200_000)).toContain('>10⁵<');
  expect(ticks(8)).toContain('>4<');
});

test('the same figure is the same text, whatever was drawn before', () => {
  expect(drawFigure(figure(line('june')))).toBe(drawFigure(figure(line('june'))));
});
