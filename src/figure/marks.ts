/** One series as marks of the drawing library. */
import * as Plot from '@observablehq/plot';
import type { Band, Bars, Dots, Line, PanelText, Series } from './figure.ts';

export type Colour = (name: string) => string;

export function marksOf(series: readonly Series[], colour: Colour): Plot.Markish[] {
  const bars = series.filter(one => one.kind === 'bars');
  return [
    ...series.flatMap(one => (one.kind === 'bars' ? [] : MARKS[one.kind](one as never, colour))),
    ...barMarks(bars, colour),
  ];
}

const MARKS = {
  line: ({ name, points, dashed = false }: Line, colour: Colour) => [
    Plot.lineY([...points], {
      ...POINT,
      ...SMOOTH,
      stroke: colour(name),
      strokeWidth: 2.5,
      ...(dashed ? { strokeDasharray: '6 4' } : {}),
    }),
  ],
  band: ({ name, points }: Band, colour: Colour) => [
    Plot.areaY([...points], { x: 'x', y1: 'lower', y2: 'upper', fill: colour(name), fillOpacity: 0.25, ...SMOOTH }),
    Plot.lineY([...points], { ...POINT, ...SMOOTH, stroke: colour(name), strokeWidth: 2.5 }),
  ],
  dots: ({ name, points }: Dots, colour: Colour) => [
    Plot.ruleX(
      points.filter(({ lower, upper }) => lower !== undefined && upper !== undefined),
      { x: 'x', y1: 'lower', y2: 'upper', stroke: colour(name), strokeWidth: 1.5, clip: true },
    ),
    Plot.dot([...points], { ...POINT, fill: colour(name), r: 3.5, clip: true }),
  ],
  words: ({ text, at, rotate = 0, through = [] }: PanelText) => [
    Plot.line([...through], { ...POINT, stroke: '#999', strokeDasharray: '4 4', clip: true }),
    Plot.text([at], { ...POINT, text: () => text, fill: '#777', fontSize: 13, rotate }),
  ],
};

const POINT = { x: 'x', y: 'y' } as const;
/** Smooth, and never beyond its points. */
const SMOOTH = { curve: 'monotone-x', clip: true } as const;

/** Bars of one word stand together, in the order of the series. */
function barMarks(series: readonly Bars[], colour: Colour): Plot.Markish[] {
  if (series.length === 0) return [];
  const bars = series.flatMap(({ name, points }) => points.map(({ x, y }) => ({ word: x, name, y })));
  return [
    Plot.barY(bars, { fx: 'word', x: 'name', y: 'y', fill: ({ name }: { name: string }) => colour(name) }),
    Plot.ruleY([0]),
  ];
}
