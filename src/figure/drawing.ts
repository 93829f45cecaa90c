/** A figure as the text of one SVG: panels two to a row, a legend of all names below. */
import * as Plot from '@observablehq/plot';
import { parseHTML } from 'linkedom';
import { escaped } from '../text/index.ts';
import { horizontal, vertical } from './axes.ts';
import type { Figure, Panel } from './figure.ts';
import { type Colour, marksOf } from './marks.ts';

const PANEL = { width: 540, height: 400, marginLeft: 62, marginRight: 26, marginTop: 34, marginBottom: 50 };
const FONT = 'system-ui, DejaVu Sans, sans-serif';
const GAP = 30;
const EDGE = 16;
const HEADER = 66;
const LEGEND_LINE = 22;

export function drawFigure(figure: Figure): string {
  const { document } = parseHTML('<!doctype html><body></body>');
  const legend = legendOf(figure);
  const colours = new Map(legend.map(({ name, colour }) => [name, colour]));
  const columns = Math.min(2, figure.panels.length);
  const bottom = Math.ceil(figure.panels.length / 2) * (HEADER + PANEL.height);
  const width = 2 * EDGE + columns * PANEL.width + (columns - 1) * GAP;
  const notes = figure.note === undefined ? [] : [figure.note];
  const height = bottom + (legend.length + notes.length + 1) * LEGEND_LINE;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="${FONT}" fill="#222">`,
    `<rect width="${width}" height="${height}" fill="white"/>`,
    ...figure.panels.map((panel, index) => {
      const x = EDGE + (index % 2) * (PANEL.width + GAP);
      const y = Math.floor(index / 2) * (HEADER + PANEL.height);
      return (
        heading(panel, x, y) +
        placed(
          drawPanel(panel, name => colours.get(name) ?? 'black', document),
          x,
          y + HEADER,
        )
      );
    }),
    ...legend.map((entry, index) => legendLine(entry, bottom + (index + 1) * LEGEND_LINE)),
    ...notes.map(note => noteLine(note, bottom + (legend.length + 1) * LEGEND_LINE)),
    '</svg>\n',
  ].join('\n');
}

const heading = ({ title, subtitle = '' }: Panel, x: number, y: number): string =>
  `<text x="${x}" y="${y + 32}" font-size="19" font-weight="600">${escaped(title)}</text><text x="${x}" y="${y + 54}" font-size="14" fill="#555">${escaped(subtitle)}</text>`;

const LEGEND_LEFT = EDGE + PANEL.marginLeft;

const legendLine = ({ name, colour, dashed }: LegendEntry, y: number): string =>
  `<line x1="${LEGEND_LEFT}" x2="${LEGEND_LEFT + 30}" y1="${y - 5}" y2="${y - 5}" stroke="${colour}" stroke-width="3"${dashed ? ' stroke-dasharray="6 4"' : ''}/><text x="${LEGEND_LEFT + 40}" y="${y}" font-size="14">${escaped(shortened(name))}</text>`;

const noteLine = (note: string, y: number): string =>
  `<text x="${LEGEND_LEFT}" y="${y}" font-size="12" fill="#555">${escaped(note)}</text>`;

/** Longer names would leave a picture of one panel. */
const shortened = (name: string): string => (name.length <= 60 ? name : `${name.slice(0, 59)}…`);

/** The drawing library makes a whole SVG; here it becomes a part of ours. Its numbered clips are all the frame of a panel. */
function placed(drawn: Element, x: number, y: number): string {
  drawn.setAttribute('x', String(x));
  drawn.setAttribute('y', String(y));
  return drawn.outerHTML.replaceAll(/plot-clip-\d+/g, 'panel');
}

/** What is used of an element: the project is compiled without the browser's types. */
interface Element {
  setAttribute(name: string, value: string): void;
  readonly outerHTML: string;
}

function drawPanel({ x, y, series }: Panel, colour: Colour, document: unknown): Element {
  const bars = series.filter(one => one.kind === 'bars');
  const isBars = bars.length > 0;
  return Plot.plot({
    ...PANEL,
    document: document as NonNullable<Plot.PlotOptions['document']>,
    style: { fontFamily: FONT, fontSize: '13px', background: 'none' },
    ...(isBars
      ? {
          // in the order of the data: the library would sort them
          x: { axis: null, domain: bars.map(({ name }) => name) },
          fx: {
            domain: [...new Set(bars.flatMap(({ points }) => points.map(({ x: word }) => word)))],
            label: x.label,
            labelAnchor: 'center',
            labelArrow: 'none',
          },
        }
      : { x: horizontal(x, series) }),
    y: vertical(y, series),
    marks: [...(isBars ? [] : [Plot.frame({ stroke: '#bbb' })]), ...marksOf(series, colour)],
  }) as unknown as Element;
}

/** Told apart by people who do not see red and green, and in grey. */
const COLOURS = ['#1b4f8a', '#d1661f', '#2f8f6b', '#7a4a9c', '#a58a00', '#5b5b5b', '#c2417c', '#3aa0c9'];

interface LegendEntry {
  readonly name: string;
  readonly colour: string;
  readonly dashed: boolean;
}

/** Which name has which colour: in order of first appearance, the same in every panel. */
function legendOf({ panels }: Figure): LegendEntry[] {
  const entries = new Map<string, LegendEntry>();
  for (const series of panels.flatMap(panel => panel.series)) {
    if (series.kind === 'words' || entries.has(series.name)) continue;
    const colour = COLOURS[entries.size % COLOURS.length];
    entries.set(series.name, { name: series.name, colour, dashed: series.kind === 'line' && series.dashed === true });
  }
  return [...entries.values()];
}
