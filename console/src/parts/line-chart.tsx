/** Lines over two axes. Every point can be reached with the keyboard or the pointer and then says what it means. */
import { scaleLinear, scaleLog } from 'd3-scale';
import { line } from 'd3-shape';
import { useId, useState } from 'react';
import { Axes, type ChartAxis, type PlotArea, upright } from './chart-axes.tsx';
import { Reading } from './reading.tsx';

export interface ChartLine {
  readonly name: string;
  readonly points: readonly (readonly [number, number])[];
  readonly dashed?: boolean;
}

interface Props {
  readonly summary: string;
  readonly x: ChartAxis;
  readonly y: ChartAxis;
  readonly lines: readonly ChartLine[];
  /** A point to be marked, and what it is. */
  readonly mark?: { readonly at: readonly [number, number]; readonly name: string } | undefined;
  /** The place along the lines that is looked at, where the page decides that and says it elsewhere. */
  readonly look?: { readonly place: number; readonly onPlace: (place: number) => void } | undefined;
}

const HEIGHT = 300;

const areaOf = (width: number): PlotArea => ({ left: 80, right: width - 18, top: 12, bottom: HEIGHT - 46 });

export function LineChart({ summary, x, y, lines, mark, look }: Props) {
  const [walked, setWalked] = useState<number | null>(null);
  const clip = useId();
  const shown = joined(lines);
  // the first line is drawn last: where it lies on another it is seen
  const places = shown[0]?.points.map(([at]) => at) ?? [];
  const chosen = look?.place ?? walked;
  const says = chosen === null ? null : spoken(places[chosen], shown, chosen, x, y);
  const acrossOf = (width: number) => scale(x, [areaOf(width).left, areaOf(width).right]);
  return (
    <Reading
      summary={summary}
      places={places.length}
      place={chosen}
      onPlace={look?.onPlace ?? setWalked}
      nearest={(at, width) => nearest(places.map(acrossOf(width)), at.x)}
      says={says}
      isFollowing={look !== undefined}
      caption={<Legend lines={shown} mark={mark} />}
    >
      {({ width }) => {
        const area = areaOf(width);
        const across = acrossOf(width);
        const up = scale(y, [area.bottom, area.top]);
        const path = line<readonly [number, number]>(
          ([at]) => across(at),
          ([, value]) => up(inside(value, y)),
        );
        return (
          <svg width={width} height={HEIGHT} aria-hidden="true">
            <clipPath id={clip}>
              <rect x={area.left} y={area.top} width={area.right - area.left} height={area.bottom - area.top} />
            </clipPath>
            <Axes x={x} y={y} across={across} up={up} area={area} />
            <g clipPath={`url(#${clip})`}>
              {shown
                .map(({ name, points, dashed }, place) => (
                  <path key={name} className={`line line-${place}${dashed ? ' dashed' : ''}`} d={path(points) ?? ''} />
                ))
                .reverse()}
              {chosen !== null && <line className="pointer" {...upright(across(places[chosen]), area)} />}
              {chosen !== null &&
                shown.map(({ name, points }, place) => (
                  <circle
                    key={name}
                    className={`dot line-${place}`}
                    cx={across(places[chosen])}
                    cy={up(inside(points[chosen]?.[1] ?? Number.NaN, y)) || -9}
                    r={4}
                  />
                ))}
            </g>
            {mark !== undefined && <Mark at={[across(mark.at[0]), up(inside(mark.at[1], y))]} area={area} />}
          </svg>
        );
      }}
    </Reading>
  );
}

/** Lines that nobody could tell apart are one, under all their names. */
function joined(lines: readonly ChartLine[]): readonly ChartLine[] {
  const distinct: ChartLine[] = [];
  for (const next of lines) {
    const same = distinct.findIndex(({ points }) => points.length > 0 && coincide(points, next.points));
    if (same < 0) distinct.push(next);
    else distinct[same] = { ...distinct[same], name: `${distinct[same].name} = ${next.name}` };
  }
  return distinct;
}

const NEAR = 0.01;

const coincide = (one: ChartLine['points'], other: ChartLine['points']): boolean =>
  one.length === other.length &&
  one.every(([, value], i) => Math.abs(value - other[i][1]) <= NEAR * Math.max(Math.abs(value), Math.abs(other[i][1])));

/** Whole also at the edge; beyond it, at the edge. */
const Mark = ({ at: [across, up], area }: { readonly at: readonly [number, number]; readonly area: PlotArea }) => (
  <circle
    className="mark"
    cx={Math.min(Math.max(across, area.left), area.right)}
    cy={Math.min(Math.max(up, area.top), area.bottom)}
    r={6}
  />
);

const Legend = ({ lines, mark }: Pick<Props, 'lines' | 'mark'>) => (
  <ul className="legend">
    {lines.map(({ name, dashed }, place) => (
      <li key={name} className={`line-${place}${dashed ? ' dashed' : ''}`}>
        {name}
      </li>
    ))}
    {mark !== undefined && <li className="mark">{mark.name}</li>}
  </ul>
);

const scale = ({ log, domain }: ChartAxis, range: readonly [number, number]) =>
  (log ? scaleLog() : scaleLinear()).domain(domain).range(range);

/** A logarithm has no zero. */
const inside = (value: number, { log, domain }: ChartAxis): number => (log ? Math.max(value, domain[0] / 1e3) : value);

function nearest(places: readonly number[], at: number): number {
  return places.reduce((best, place, i) => (Math.abs(place - at) < Math.abs(places[best] - at) ? i : best), 0);
}

const spoken = (at: number, lines: readonly ChartLine[], place: number, x: ChartAxis, y: ChartAxis): string =>
  `${x.label} ${x.show(at)}: ${lines.map(({ name, points }) => `${name} ${y.show(points[place]?.[1] ?? Number.NaN)}`).join(', ')}`;
