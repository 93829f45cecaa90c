/** The two axes of a chart, with as many marks as there is room for. */

export interface ChartAxis {
  readonly label: string;
  readonly log?: boolean;
  readonly domain: readonly [number, number];
  readonly show: (value: number) => string;
}

/** Where in a picture the lines are drawn. */
export interface PlotArea {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

export const upright = (at: number, { top, bottom }: PlotArea) => ({ x1: at, x2: at, y1: top, y2: bottom });

interface Scale {
  (value: number): number;
  ticks(count: number): number[];
}

interface Props {
  readonly x: ChartAxis;
  readonly y: ChartAxis;
  readonly across: Scale;
  readonly up: Scale;
  readonly area: PlotArea;
}

/** Room that a number on an axis needs. */
const [WIDE, HIGH] = [80, 42];

export function Axes({ x, y, across, up, area }: Props) {
  const { left, right, top, bottom } = area;
  return (
    <>
      <g className="grid">
        {ticksOf(x, across, (right - left) / WIDE).map(tick => (
          <g key={tick}>
            <line {...upright(across(tick), area)} />
            <text x={across(tick)} y={bottom + 18} textAnchor="middle">
              {x.show(tick)}
            </text>
          </g>
        ))}
        {ticksOf(y, up, (bottom - top) / HIGH).map(tick => (
          <g key={tick} transform={`translate(0,${up(tick)})`}>
            <line x1={left} x2={right} />
            <text x={left - 8} dy="0.35em" textAnchor="end">
              {y.show(tick)}
            </text>
          </g>
        ))}
      </g>
      <text className="axis" x={(left + right) / 2} y={bottom + 38} textAnchor="middle">
        {x.label}
      </text>
      <text className="axis" transform={`translate(13,${(top + bottom) / 2}) rotate(-90)`} textAnchor="middle">
        {y.label}
      </text>
    </>
  );
}

/** Of a logarithmic axis 1, 2 and 5 times powers of ten, as far as there is room; otherwise only the powers. */
function ticksOf({ log, domain }: ChartAxis, of: Scale, room: number): number[] {
  const most = Math.max(2, Math.floor(room));
  if (!log) return of.ticks(most);
  const decades = Math.log10(domain[1]) - Math.log10(domain[0]);
  const leading = decades * 3 <= most ? [1, 2, 5] : [1];
  const found = of
    .ticks(100)
    .filter(tick => leading.includes(Number((tick / 10 ** Math.floor(Math.log10(tick) + 1e-9)).toPrecision(2))));
  if (found.length < 2) return of.ticks(most).filter((_, place, all) => place % Math.ceil(all.length / most) === 0);
  const stride = Math.ceil(found.length / most);
  return found.filter((_, place) => place % stride === 0);
}
