/** Lines over two axes. Every point can be reached with the keyboard or the pointer and then says what it means. */
import { scaleLinear, scaleLog } from 'd3-scale';
import { line } from 'd3-shape';
import { useId, useState } from 'react';

export interface ChartLine {
  readonly name: string;
  readonly points: readonly (readonly [number, number])[];
  readonly dashed?: boolean;
}

export interface ChartAxis {
  readonly label: string;
  readonly log?: boolean;
  readonly domain: readonly [number, number];
  readonly show: (value: number) => string;
}

interface Props {
  /** What the picture says, for those who cannot see it. */
  readonly summary: string;
  readonly x: ChartAxis;
  readonly y: ChartAxis;
  readonly lines: readonly ChartLine[];
  /** A point to be marked, and what it is. */
  readonly mark?: { readonly at: readonly [number, number]; readonly name: string } | undefined;
  /** The place along the lines that is looked at, where the page decides that: the chart then has no slider of its own. */
  readonly look?: { readonly place: number; readonly onPlace: (place: number) => void } | undefined;
}

const [WIDTH, HEIGHT] = [560, 340];
const MARGIN = { left: 84, right: 26, top: 12, bottom: 46 };

export function LineChart({ summary, x, y, lines, mark, look }: Props) {
  const [walked, setWalked] = useState<number | null>(null);
  const chosen = look?.place ?? walked;
  const clip = useId();
  const across = scale(x, [MARGIN.left, WIDTH - MARGIN.right]);
  const up = scale(y, [HEIGHT - MARGIN.bottom, MARGIN.top]);
  const path = line<readonly [number, number]>(
    ([at]) => across(at),
    ([, value]) => up(inside(value, y)),
  );
  const places = lines[0]?.points.map(([at]) => at) ?? [];
  return (
    <figure className="chart">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={summary}
        onPointerMove={event => {
          const { left, width } = event.currentTarget.getBoundingClientRect();
          const choose = look?.onPlace ?? setWalked;
          choose(nearest(places.map(across), ((event.clientX - left) / width) * WIDTH));
        }}
      >
        <clipPath id={clip}>
          <rect {...INSIDE} />
        </clipPath>
        <Axes x={x} y={y} across={across} up={up} />
        <g clipPath={`url(#${clip})`}>
          {lines.map(({ name, points, dashed }, place) => (
            <path key={name} className={`line line-${place}${dashed ? ' dashed' : ''}`} d={path(points) ?? ''} />
          ))}
          {chosen !== null && <line className="pointer" {...upright(across(places[chosen]))} />}
        </g>
        {mark !== undefined && <Mark at={[across(mark.at[0]), up(inside(mark.at[1], y))]} />}
      </svg>
      <figcaption>
        <Legend lines={lines} mark={mark} />
        {look === undefined && (
          <Walk
            summary={summary}
            last={places.length - 1}
            place={walked}
            onPlace={setWalked}
            says={walked === null ? null : spoken(places[walked], lines, walked, x, y)}
          />
        )}
      </figcaption>
    </figure>
  );
}

/** Whole also at the edge; beyond it, at the edge. */
const Mark = ({ at: [across, up] }: { readonly at: readonly [number, number] }) => (
  <circle
    className="mark"
    cx={Math.min(Math.max(across, MARGIN.left), WIDTH - MARGIN.right)}
    cy={Math.min(Math.max(up, MARGIN.top), HEIGHT - MARGIN.bottom)}
    r={6}
  />
);

interface WalkProps extends Pick<Props, 'summary'> {
  readonly last: number;
  readonly place: number | null;
  readonly onPlace: (place: number) => void;
  readonly says: string | null;
}

const Walk = ({ summary, last, place, onPlace, says }: WalkProps) => (
  <>
    <input
      type="range"
      aria-label={`Read values: ${summary}`}
      aria-valuetext={says ?? undefined}
      min={0}
      max={last}
      value={place ?? 0}
      onChange={event => onPlace(Number(event.target.value))}
    />
    <p className="small">{says ?? 'Point at the chart, or use the arrow keys, to read values.'}</p>
  </>
);

const INSIDE = {
  x: MARGIN.left,
  y: MARGIN.top,
  width: WIDTH - MARGIN.left - MARGIN.right,
  height: HEIGHT - MARGIN.top - MARGIN.bottom,
};

const upright = (at: number) => ({ x1: at, x2: at, y1: MARGIN.top, y2: HEIGHT - MARGIN.bottom });

type Scale = ReturnType<typeof scale>;

interface AxesProps extends Pick<Props, 'x' | 'y'> {
  readonly across: Scale;
  readonly up: Scale;
}

function Axes({ x, y, across, up }: AxesProps) {
  const [bottom, middle] = [HEIGHT - MARGIN.bottom, (MARGIN.top + HEIGHT - MARGIN.bottom) / 2];
  return (
    <>
      <g className="grid">
        {ticksOf(x, across).map(tick => (
          <g key={tick}>
            <line {...upright(across(tick))} />
            <text x={across(tick)} y={bottom + 18} textAnchor="middle">
              {x.show(tick)}
            </text>
          </g>
        ))}
        {ticksOf(y, up).map(tick => (
          <g key={tick} transform={`translate(0,${up(tick)})`}>
            <line x1={MARGIN.left} x2={WIDTH - MARGIN.right} />
            <text x={MARGIN.left - 8} dy="0.35em" textAnchor="end">
              {y.show(tick)}
            </text>
          </g>
        ))}
      </g>
      <text x={(MARGIN.left + WIDTH - MARGIN.right) / 2} y={HEIGHT - 8} textAnchor="middle">
        {x.label}
      </text>
      <text transform={`translate(14,${middle}) rotate(-90)`} textAnchor="middle">
        {y.label}
      </text>
    </>
  );
}

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

/** Of a logarithmic axis the powers of ten, at most seven of them. */
function ticksOf({ log }: ChartAxis, of: { ticks(count: number): number[] }): number[] {
  if (!log) return of.ticks(6);
  const powers = of.ticks(100).filter(tick => Math.abs(Math.log10(tick) - Math.round(Math.log10(tick))) < 1e-9);
  const stride = Math.ceil(powers.length / 7);
  return powers.filter((_, place) => place % stride === 0);
}

function nearest(places: readonly number[], at: number): number {
  return places.reduce((best, place, i) => (Math.abs(place - at) < Math.abs(places[best] - at) ? i : best), 0);
}

const spoken = (at: number, lines: readonly ChartLine[], place: number, x: ChartAxis, y: ChartAxis): string =>
  `${x.label} ${x.show(at)}: ${lines.map(({ name, points }) => `${name} ${y.show(points[place]?.[1] ?? Number.NaN)}`).join(', ')}`;
