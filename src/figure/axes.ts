/** How an axis is drawn: its scale, its label and the text of its ticks. */
import type * as Plot from '@observablehq/plot';
import type { Axis, Series } from './figure.ts';

const PLAIN = { grid: true, labelArrow: 'none' } as const;

export function horizontal(axis: Axis, series: readonly Series[]): Plot.ScaleOptions {
  return {
    ...PLAIN,
    labelAnchor: 'center',
    labelOffset: 44,
    ...scaleOf(
      axis,
      extent(series, ({ x }) => [x]),
    ),
  };
}

export function vertical(axis: Axis, series: readonly Series[]): Plot.ScaleOptions {
  return {
    ...PLAIN,
    ...scaleOf(
      axis,
      extent(series, ({ y, lower = y, upper = y }) => [lower, y, upper]),
    ),
  };
}

function scaleOf({ label, scale = 'linear', domain, percent = false }: Axis, drawn: Ends): Plot.ScaleOptions {
  const shown = (value: number): number => (percent ? 100 * value : value);
  return {
    label: percent ? `${label} (%)` : label,
    type: scale,
    ...(domain === undefined ? {} : { domain: domain.map(shown) }),
    ...(percent ? { transform: shown } : {}),
    ...(scale === 'log' ? logarithmic(domain ?? drawn, shown) : {}),
  };
}

/** Powers of ten where the axis spans some; otherwise what the drawing library thinks fit. */
function logarithmic(domain: Ends, shown: (value: number) => number): Plot.ScaleOptions {
  const [first, last] = domain.map(end => Math.log10(shown(end)));
  const exponents = Array.from(
    { length: Math.floor(last) - Math.ceil(first) + 1 },
    (_, index) => Math.ceil(first) + index,
  );
  const stride = Math.ceil(exponents.length / 8);
  const powers = exponents.filter(exponent => exponent % stride === 0).map(exponent => 10 ** exponent);
  return powers.length < 2 ? { tickFormat: plain } : { ticks: powers, tickFormat: power };
}

type Ends = readonly [number, number];

/** What a series may have at one place of an axis. */
interface Place {
  readonly x: number;
  readonly y: number;
  readonly lower?: number;
  readonly upper?: number;
}

function extent(series: readonly Series[], along: (place: Place) => number[]): Ends {
  let ends: [number, number] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const one of series) {
    if (one.kind === 'words' || one.kind === 'bars') continue;
    for (const value of one.points.flatMap(along)) ends = [Math.min(ends[0], value), Math.max(ends[1], value)];
  }
  return ends;
}

/** 10⁻⁴ for what would be long to write, plain for the rest. */
export function power(value: number): string {
  const exponent = Math.round(Math.log10(value));
  return exponent >= -2 && exponent <= 4 ? plain(value) : `10${[...String(exponent)].map(superscript).join('')}`;
}

const plain = (value: number): string => value.toLocaleString('en', { maximumSignificantDigits: 3 });

const superscript = (sign: string): string => (sign === '-' ? '⁻' : '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(sign)]);
