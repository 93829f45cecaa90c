/**
 * Two pictures side by side, as SVG: how the chance of a broken promise falls as the promise gets weaker,
 * and what an attacker must put up with who wants to know whether one person took part.
 */
import { type Band, drawFigure, type Panel } from '../figure/index.ts';

export interface PlottedCurves {
  readonly name: string;
  readonly profile: readonly PlottedPoint[];
  readonly tradeOff: readonly PlottedPoint[];
}

/** A point of a curve known from both sides. */
export interface PlottedPoint {
  readonly at: number;
  readonly lower: number;
  readonly upper: number;
}

/** Chances below this are not drawn. */
export const DELTA_FLOOR = 1e-10;

export const drawCurves = (all: readonly PlottedCurves[]): string =>
  drawFigure({
    panels: [profilePanel(all), tradeOffPanel(all)],
    note: 'Line: the bound to rely on. Shaded: where the true value may lie.',
  });

const profilePanel = (all: readonly PlottedCurves[]): Panel => ({
  title: 'Privacy profile',
  subtitle: 'Delta at each epsilon',
  x: { label: 'epsilon: odds about one person change by a factor of at most e^ε' },
  y: { label: 'delta: probability that this bound fails', scale: 'log', domain: [DELTA_FLOOR, 1] },
  series: all.map(({ name, profile }) => band(name, aboveFloor(profile), 'upper')),
});

const tradeOffPanel = (all: readonly PlottedCurves[]): Panel => ({
  title: 'Trade-off curve',
  subtitle: 'Guessing from all answers whether one person took part',
  x: { label: 'false positives: “took part”, but did not', domain: [0, 1], percent: true },
  y: { label: 'false negatives: “did not take part”, but did', domain: [0, 1], percent: true },
  series: [
    {
      kind: 'words',
      text: 'blind guessing',
      at: { x: 0.83, y: 0.235 },
      rotate: 34,
      through: [
        { x: 0, y: 1 },
        { x: 1, y: 0 },
      ],
    },
    ...all.map(({ name, tradeOff }) => band(name, tradeOff, 'lower')),
  ],
});

/** The line is the bound that may be relied on. */
const band = (name: string, points: readonly PlottedPoint[], reliable: 'lower' | 'upper'): Band => ({
  kind: 'band',
  name,
  points: points.map(point => ({ x: point.at, lower: point.lower, y: point[reliable], upper: point.upper })),
});

/** A logarithm has no zero: the first point below the floor is where the line leaves the picture, steeply for a zero. */
function aboveFloor(profile: readonly PlottedPoint[]): PlottedPoint[] {
  const end = profile.findIndex(({ upper }) => !(upper > DELTA_FLOOR));
  return profile
    .slice(0, end === -1 ? profile.length : end + 1)
    .map(({ at, lower, upper }) => ({ at, lower: Math.max(lower, ALMOST_ZERO), upper: Math.max(upper, ALMOST_ZERO) }));
}

const ALMOST_ZERO = 1e-30;
