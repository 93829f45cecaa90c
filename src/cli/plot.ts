/**
 * Two pictures side by side, as SVG: how the chance of a broken promise falls as the promise gets weaker,
 * and what an attacker must put up with who wants to know whether one person took part.
 */
import * as Plot from '@observablehq/plot';
import { parseHTML } from 'linkedom';

export interface Curves {
  readonly name: string;
  readonly profile: readonly CurvePoint[];
  readonly tradeOff: readonly CurvePoint[];
}

/** A point of a curve known from both sides. */
export interface CurvePoint {
  readonly at: number;
  readonly lower: number;
  readonly upper: number;
}

/** Chances below this are not drawn. */
export const DELTA_FLOOR = 1e-10;

const PANEL = { width: 540, height: 400, marginLeft: 62, marginRight: 18, marginTop: 34, marginBottom: 50 };
const GAP = 30;
const EDGE = 16;
const HEADER = 66;
const LEGEND_LINE = 22;
const WIDTH = 2 * EDGE + 2 * PANEL.width + GAP;

/** Told apart by people who do not see red and green, and in grey. */
const COLOURS = ['#1b4f8a', '#d1661f', '#2f8f6b', '#7a4a9c', '#a58a00', '#5b5b5b'];

export function drawCurves(all: readonly Curves[]): string {
  const { document } = parseHTML('<!doctype html><body></body>');
  const height = HEADER + PANEL.height + (all.length + 1) * LEGEND_LINE;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" font-family="system-ui, DejaVu Sans, sans-serif" fill="#222">`,
    `<rect width="${WIDTH}" height="${height}" fill="white"/>`,
    title(EDGE, 'The promise', 'How likely it is broken, for each strength it might have'),
    title(EDGE + PANEL.width + GAP, 'The attacker', 'Guessing, from all the answers, whether one person took part'),
    placed(profilePanel(all, document), EDGE),
    placed(tradeOffPanel(all, document), EDGE + PANEL.width + GAP),
    ...all.map(({ name }, index) => legendLine(name, index)),
    bandNote,
    '</svg>\n',
  ].join('\n');
}

const title = (x: number, words: string, below: string): string =>
  `<text x="${x}" y="32" font-size="19" font-weight="600">${words}</text><text x="${x}" y="54" font-size="14" fill="#555">${below}</text>`;

function legendLine(name: string, index: number): string {
  const x = EDGE + PANEL.marginLeft;
  const y = HEADER + PANEL.height + LEGEND_LINE + index * LEGEND_LINE;
  return `<line x1="${x}" x2="${x + 30}" y1="${y - 5}" y2="${y - 5}" stroke="${colourOf(index)}" stroke-width="3"/><text x="${x + 40}" y="${y}" font-size="14">${escaped(shortened(name))}</text>`;
}

const bandNote = `<text x="${WIDTH - EDGE - PANEL.marginRight}" y="${HEADER + PANEL.height + LEGEND_LINE}" text-anchor="end" font-size="12" fill="#555">Line: the bound to rely on. Shade: where the truth may lie.</text>`;

const colourOf = (index: number): string => COLOURS[index % COLOURS.length];

/** Longer names would run into the note on the right. */
const shortened = (name: string): string => (name.length <= 60 ? name : `${name.slice(0, 59)}…`);

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** The drawing library makes a whole SVG; here it becomes a part of ours. */
function placed(panel: Panel, x: number): string {
  panel.setAttribute('x', String(x));
  panel.setAttribute('y', String(HEADER));
  return panel.outerHTML;
}

/** What is used of an element: the project is compiled without the browser's types. */
interface Panel {
  setAttribute(name: string, value: string): void;
  readonly outerHTML: string;
}

function profilePanel(all: readonly Curves[], document: unknown): Panel {
  const drawn = all.map(({ profile }) => aboveFloor(profile));
  return panel(
    document,
    drawn.flatMap((points, index) => curve(points, index, 'upper')),
    {
      x: { label: 'promised limit ε: odds about anybody move by a factor of at most e^ε' },
      y: {
        label: 'chance δ that the promise is broken',
        type: 'log',
        domain: [DELTA_FLOOR, 1],
        tickFormat: chance,
        ticks: 6,
      },
    },
  );
}

function tradeOffPanel(all: readonly Curves[], document: unknown): Panel {
  const blind = [
    Plot.line(
      [
        { x: 0, y: 1 },
        { x: 1, y: 0 },
      ],
      { x: 'x', y: 'y', stroke: '#999', strokeDasharray: '4 4' },
    ),
    Plot.text([{ x: 0.83, y: 0.235 }], {
      x: 'x',
      y: 'y',
      text: () => 'blind guessing',
      fill: '#777',
      fontSize: 13,
      rotate: 34,
    }),
  ];
  return panel(document, [...blind, ...all.flatMap(({ tradeOff }, index) => curve(tradeOff, index, 'lower'))], {
    x: { label: 'false alarms: says “took part” of people who did not (%)', domain: [0, 100], transform: percent },
    y: { label: 'misses: says “was not there” of people who were (%)', domain: [0, 100], transform: percent },
  });
}

const percent = (share: number): number => share * 100;

function panel(
  document: unknown,
  marks: Plot.Markish[],
  { x, y }: { x: Plot.ScaleOptions; y: Plot.ScaleOptions },
): Panel {
  const axis = { grid: true, labelArrow: 'none', nice: false } as const;
  return Plot.plot({
    ...PANEL,
    document: document as NonNullable<Plot.PlotOptions['document']>,
    style: { fontSize: '13px', background: 'none' },
    x: { ...axis, labelAnchor: 'center', labelOffset: 44, ...x },
    y: { ...axis, ...y },
    marks: [Plot.frame({ stroke: '#bbb' }), ...marks],
  }) as unknown as Panel;
}

/** The band between the bounds, and the bound that may be relied on as its line. */
const curve = (points: readonly CurvePoint[], index: number, reliable: 'lower' | 'upper'): Plot.Markish[] => [
  Plot.areaY([...points], {
    x: 'at',
    y1: 'lower',
    y2: 'upper',
    fill: colourOf(index),
    fillOpacity: 0.25,
    curve: 'monotone-x',
    clip: true,
  }),
  Plot.lineY([...points], {
    x: 'at',
    y: reliable,
    stroke: colourOf(index),
    strokeWidth: 2.5,
    curve: 'monotone-x',
    clip: true,
  }),
];

/** A logarithm has no zero: the first point below the floor is where the line leaves the picture, steeply for a zero. */
function aboveFloor(profile: readonly CurvePoint[]): CurvePoint[] {
  const end = profile.findIndex(({ upper }) => !(upper > DELTA_FLOOR));
  return profile
    .slice(0, end === -1 ? profile.length : end + 1)
    .map(({ at, lower, upper }) => ({ at, lower: Math.max(lower, ALMOST_ZERO), upper: Math.max(upper, ALMOST_ZERO) }));
}

const ALMOST_ZERO = 1e-30;

const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹';

/** 1, 10⁻², 10⁻⁴: a chance on a logarithmic axis. */
function chance(value: number): string {
  const exponent = Math.round(Math.log10(value));
  return exponent === 0 ? '1' : `10⁻${[...String(-exponent)].map(digit => SUPERSCRIPTS[Number(digit)]).join('')}`;
}
