/** Many groups side by side: a point for each estimate, a line for its interval, and names as far as there is room. */
import { scaleLinear } from 'd3-scale';
import { useState } from 'react';
import { type GroupChartProps, valueAxisTitle } from './charted-groups.ts';
import { short } from './numbers.ts';
import { Reading } from './reading.tsx';

const HEIGHT = 300;
const MARGIN = { left: 80, right: 16, top: 12, bottom: 46 };
/** Of ten characters, such as a date. */
const NAME_WIDTH = 76;
/** Thinner where groups stand close: lines that touch would hide the estimates. */
const WHISKER = 1.5;

export function GroupPoints({ summary, title, groupsTitle, groups }: GroupChartProps) {
  const [place, setPlace] = useState<number | null>(null);
  const ends = groups.flatMap(({ estimate, interval }) => (estimate === null ? [] : [estimate, ...(interval ?? [])]));
  const up = scaleLinear()
    .domain([Math.min(0, ...ends), Math.max(0, ...ends)])
    .nice()
    .range([HEIGHT - MARGIN.bottom, MARGIN.top]);
  const stepOf = (width: number): number => (width - MARGIN.left - MARGIN.right) / groups.length;
  return (
    <Reading
      summary={summary}
      places={groups.length}
      place={place}
      onPlace={setPlace}
      nearest={({ x }, width) =>
        Math.min(groups.length - 1, Math.max(0, Math.floor((x - MARGIN.left) / stepOf(width))))
      }
      says={place === null ? null : (groups[place]?.says ?? null)}
    >
      {({ width }) => {
        const at = (index: number): number => MARGIN.left + (index + 0.5) * stepOf(width);
        const step = stepOf(width);
        const stride = Math.ceil((NAME_WIDTH + 8) / step);
        return (
          <svg width={width} height={HEIGHT} aria-hidden="true">
            <g className="grid">
              {up.ticks(6).map(tick => (
                <g key={tick} transform={`translate(0,${up(tick)})`}>
                  <line x1={MARGIN.left} x2={width - MARGIN.right} />
                  <text x={MARGIN.left - 8} dy="0.35em" textAnchor="end">
                    {short(tick)}
                  </text>
                </g>
              ))}
            </g>
            {groups.map(
              ({ name }, index) =>
                index % stride === 0 &&
                at(index) + NAME_WIDTH / 2 <= width && (
                  <text key={name} x={at(index)} y={HEIGHT - MARGIN.bottom + 18} textAnchor="middle">
                    {name.length > 10 ? `${name.slice(0, 9)}…` : name}
                  </text>
                ),
            )}
            <text className="axis" x={(MARGIN.left + width) / 2} y={HEIGHT - 6} textAnchor="middle">
              {groupsTitle}
            </text>
            <text
              className="axis"
              transform={`translate(13,${(HEIGHT - MARGIN.bottom) / 2}) rotate(-90)`}
              textAnchor="middle"
            >
              {valueAxisTitle(title, groups)}
            </text>
            {place !== null && (
              <line className="pointer" x1={at(place)} x2={at(place)} y1={MARGIN.top} y2={HEIGHT - MARGIN.bottom} />
            )}
            <Points groups={groups} place={place} at={at} up={up} line={Math.min(WHISKER, step / 3)} />
          </svg>
        );
      }}
    </Reading>
  );
}

interface PointsProps {
  readonly groups: GroupChartProps['groups'];
  readonly place: number | null;
  readonly at: (index: number) => number;
  readonly up: (value: number) => number;
  /** How wide. */
  readonly line: number;
}

const Points = ({ groups, place, at, up, line }: PointsProps) =>
  groups.map(({ name, estimate, interval }, index) => (
    <g key={name} className={index === place ? 'chosen' : undefined}>
      {interval !== null && (
        <line
          className="whisker"
          x1={at(index)}
          x2={at(index)}
          y1={up(interval[0])}
          y2={up(interval[1])}
          style={{ strokeWidth: line }}
        />
      )}
      {estimate !== null && <circle className="dot line-0" cx={at(index)} cy={up(estimate)} r={3} />}
    </g>
  ));
