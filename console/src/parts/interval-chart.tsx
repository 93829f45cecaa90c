/** Answers as bars with the interval that covers the truth 95 times in 100. */
import { scaleLinear } from 'd3-scale';
import { short } from './numbers.ts';

export interface IntervalBar {
  readonly name: string;
  readonly estimate: number;
  readonly interval: readonly number[] | null;
}

const [WIDTH, ROW, LABEL] = [560, 28, 150];

export function IntervalChart({ title, bars }: { readonly title: string; readonly bars: readonly IntervalBar[] }) {
  const ends = bars.flatMap(({ estimate, interval }) => [estimate, ...(interval ?? [])]);
  const across = scaleLinear()
    .domain([Math.min(0, ...ends), Math.max(0, ...ends)])
    .nice()
    .range([LABEL, WIDTH - 28]);
  const height = bars.length * ROW + 30;
  return (
    <figure className="chart">
      <svg viewBox={`0 0 ${WIDTH} ${height}`} role="img" aria-label={`${title}: the same numbers as in the table`}>
        <g className="grid">
          {across.ticks(5).map(tick => (
            <g key={tick} transform={`translate(${across(tick)},0)`}>
              <line y2={height - 24} />
              <text y={height - 8} textAnchor="middle">
                {short(tick)}
              </text>
            </g>
          ))}
        </g>
        {bars.map(({ name, estimate, interval }, place) => (
          <g key={name} transform={`translate(0,${place * ROW + 4})`}>
            <text x={LABEL - 10} y={ROW / 2 - 2} dy="0.35em" textAnchor="end">
              {name.length > 20 ? `${name.slice(0, 19)}…` : name}
            </text>
            <rect
              className="bar"
              x={Math.min(across(0), across(estimate))}
              y={3}
              width={Math.abs(across(estimate) - across(0))}
              height={ROW - 12}
            />
            {interval !== null && (
              <line
                className="whisker"
                x1={across(interval[0])}
                x2={across(interval[1])}
                y1={ROW / 2 - 3}
                y2={ROW / 2 - 3}
              />
            )}
          </g>
        ))}
      </svg>
      <figcaption className="small">{title}. Lines: 95 % intervals.</figcaption>
    </figure>
  );
}
