/**
 * Estimates with their intervals, one line for each: a dot, a bar through it, its words at the left. In the colours of the page that
 * it stands in (`currentColor`, `--mark`), so that it is read by day and by night.
 */
import { escaped } from '../text/index.ts';

export interface IntervalChart {
  /** What is measured. */
  readonly title: string;
  readonly rows: readonly IntervalRow[];
}

export interface IntervalRow {
  readonly label: string;
  /** Absent where there is no number, which the note then explains. */
  readonly estimate?: number;
  readonly lower?: number;
  readonly upper?: number;
  readonly note?: string;
}

const WIDTH = 720;
const RIGHT = 24;
const TOP = 8;
const LINE = 26;
const FOOT = 34;
const LABEL_MAX = 26;
/** About as wide as a sign is on average. */
const SIGN = 7;

/** Nothing where no row has a number. */
export function drawIntervals({ title, rows }: IntervalChart): string | undefined {
  const ends = rows.flatMap(({ estimate, lower, upper }) => [estimate, lower, upper]).filter(isDrawable);
  if (ends.length === 0) return undefined;
  const { from, to, ticks } = axisOver(Math.min(...ends), Math.max(...ends));
  const left = 30 + SIGN * Math.max(...rows.map(({ label }) => signsOf(label)));
  const height = TOP + LINE * rows.length + FOOT;
  const bottom = height - FOOT;
  const at = (value: number): number => round(left + ((value - from) / (to - from)) * (WIDTH - left - RIGHT));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" font-family="system-ui, sans-serif" font-size="13" fill="currentColor">`,
    `<title>${escaped(`${title}: estimates and intervals`)}</title>`,
    ...ticks.map(
      tick =>
        `<line x1="${at(tick)}" x2="${at(tick)}" y1="${TOP}" y2="${bottom}" stroke="currentColor" stroke-opacity="${tick === 0 ? 0.6 : 0.15}"/>` +
        `<text x="${at(tick)}" y="${bottom + 20}" text-anchor="middle" fill-opacity="0.75">${escaped(tickText(tick, ticks[1] - ticks[0]))}</text>`,
    ),
    ...rows.map((row, place) => drawnRow(row, { left, y: TOP + LINE * place + LINE / 2, at })),
    '</svg>',
  ].join('\n');
}

/** Beyond it the differences that an axis needs would be no numbers any more. */
const DRAWABLE_MAX = 1e300;
const isDrawable = (value: number | undefined): value is number =>
  value !== undefined && Math.abs(value) <= DRAWABLE_MAX;

interface RowPlace {
  readonly left: number;
  readonly y: number;
  readonly at: (value: number) => number;
}

function drawnRow({ label, estimate, lower, upper, note = '' }: IntervalRow, { left, y, at }: RowPlace): string {
  const words = `<text x="${left - 14}" y="${y + 4}" text-anchor="end">${escaped(shortened(label))}</text>`;
  if (!isDrawable(estimate))
    return `${words}<text x="${left + 8}" y="${y + 4}" fill-opacity="0.75">${escaped(note)}</text>`;
  const bar =
    isDrawable(lower) && isDrawable(upper)
      ? `<line x1="${at(lower)}" x2="${at(upper)}" y1="${y}" y2="${y}" stroke-width="5" stroke-linecap="round" stroke-opacity="0.4" style="stroke:var(--mark, #1b4f8a)"/>`
      : '';
  return `${words}${bar}<circle cx="${at(estimate)}" cy="${y}" r="5" style="fill:var(--mark, #1b4f8a)"/>`;
}

const round = (place: number): number => Math.round(10 * place) / 10;

const shortened = (label: string): string => {
  const signs = [...label];
  return signs.length <= LABEL_MAX ? label : `${signs.slice(0, LABEL_MAX - 1).join('')}…`;
};

const signsOf = (label: string): number => [...shortened(label)].length;

export interface IntervalAxis {
  readonly from: number;
  readonly to: number;
  /** Round numbers in between: two to ten. */
  readonly ticks: readonly number[];
}

/** Holds all values; zero too, where that leaves the values at least half of the room: lengths are then compared as they are. */
export function axisOver(least: number, most: number): IntervalAxis {
  const [low, high] = withZero(least, most);
  const size = Math.max(Math.abs(low), Math.abs(high));
  // ticks that differ in no digit that is shown would be no axis
  const room = size > 1e-290 ? Math.max(high - low, 1e-6 * size) : 1;
  const beside = room / 25 + Math.max(0, room - (high - low));
  const [from, to] = [low === 0 && high > 0 ? 0 : low - beside, high === 0 && low < 0 ? 0 : high + beside];
  const step = roundStep(room / 5);
  const first = Math.ceil(from / step);
  const ticks = Array.from({ length: Math.floor(to / step) - first + 1 }, (_, i) => exactTick(first + i, step));
  return { from, to, ticks };
}

function withZero(least: number, most: number): readonly [number, number] {
  if (least > 0 && least <= most / 2) return [0, most];
  if (most < 0 && most >= least / 2) return [least, 0];
  return [least, most];
}

/** 1, 2 or 5 with zeros. */
function roundStep(least: number): number {
  const power = Math.floor(Math.log10(least));
  const digit = [1, 2, 5, 10].find(each => each * 10 ** power >= least * (1 - 1e-9)) ?? 10;
  return Number(`${digit}e${power}`);
}

/** 3 steps of 0.1 are 0.3. */
const exactTick = (steps: number, step: number): number => Number((steps * step).toPrecision(12));

function tickText(tick: number, step: number): string {
  if (Math.abs(step) >= 1e15 || (step !== 0 && Math.abs(step) < 1e-6)) return tick.toExponential().replace('e+', 'e');
  const decimals = Math.max(0, -Math.floor(Math.log10(step)));
  return step >= 1e5
    ? tick.toLocaleString('en-US', { notation: 'compact', maximumFractionDigits: 2 })
    : tick.toLocaleString('en-US', { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
}
