/** Groups below each other as bars, with the interval that covers the truth 95 times in 100. */
import { scaleLinear } from 'd3-scale';
import { useState } from 'react';
import { type ChartedGroup, type GroupChartProps, valueAxisTitle } from './charted-groups.ts';
import { short } from './numbers.ts';
import { Reading } from './reading.tsx';

const [ROW, TOP, BOTTOM, LETTER] = [28, 24, 44, 7.2];

export function GroupBars({ summary, title, groupsTitle, groups }: GroupChartProps) {
  const [place, setPlace] = useState<number | null>(null);
  const height = TOP + groups.length * ROW + BOTTOM;
  const ends = groups.flatMap(({ estimate, interval }) => (estimate === null ? [] : [estimate, ...(interval ?? [])]));
  return (
    <Reading
      summary={summary}
      places={groups.length}
      place={place}
      onPlace={setPlace}
      nearest={({ y }) => Math.min(groups.length - 1, Math.max(0, Math.floor((y - TOP) / ROW)))}
      says={place === null ? null : (groups[place]?.says ?? null)}
    >
      {({ width }) => {
        const left = labelRoom(groups, width);
        const across = scaleLinear()
          .domain([Math.min(0, ...ends), Math.max(0, ...ends)])
          .nice()
          .range([left, width - 20]);
        return (
          <svg width={width} height={height} aria-hidden="true">
            <text className="axis" x={left - 10} y={14} textAnchor="end">
              {groupsTitle}
            </text>
            <g className="grid">
              {across.ticks(Math.max(2, Math.floor((width - left) / 90))).map(tick => (
                <g key={tick} transform={`translate(${across(tick)},0)`}>
                  <line y1={TOP} y2={height - BOTTOM} />
                  <text y={height - BOTTOM + 17} textAnchor="middle">
                    {short(tick)}
                  </text>
                </g>
              ))}
            </g>
            <text className="axis" x={(left + width - 20) / 2} y={height - 6} textAnchor="middle">
              {valueAxisTitle(title, groups)}
            </text>
            {groups.map((group, at) => (
              <Bar
                key={group.name}
                group={group}
                across={across}
                left={left}
                width={width}
                at={at}
                isChosen={at === place}
              />
            ))}
          </svg>
        );
      }}
    </Reading>
  );
}

interface BarProps {
  readonly group: ChartedGroup;
  readonly across: (value: number) => number;
  readonly left: number;
  readonly width: number;
  readonly at: number;
  readonly isChosen: boolean;
}

const Bar = ({ group: { name, estimate, interval }, across, left, width, at, isChosen }: BarProps) => (
  <g className={isChosen ? 'chosen' : undefined} transform={`translate(0,${TOP + at * ROW})`}>
    <rect className="band" width={left - 4} height={ROW} />
    <text x={left - 10} y={ROW / 2} dy="0.35em" textAnchor="end">
      {cut(name, Math.floor((left - 14) / LETTER))}
    </text>
    {estimate === null ? (
      <text className="muted" x={Math.min(across(0) + 6, width - 110)} y={ROW / 2} dy="0.35em">
        too few to tell
      </text>
    ) : (
      <rect
        className="bar"
        x={Math.min(across(0), across(estimate))}
        y={5}
        width={Math.abs(across(estimate) - across(0))}
        height={ROW - 10}
        rx={2}
      />
    )}
    {interval !== null && <Whisker from={across(interval[0])} to={across(interval[1])} />}
  </g>
);

const Whisker = ({ from, to }: { readonly from: number; readonly to: number }) => (
  <g className="whisker">
    <line x1={from} x2={to} y1={ROW / 2} y2={ROW / 2} />
    {[from, to].map(end => (
      <line key={end} x1={end} x2={end} y1={ROW / 2 - 4} y2={ROW / 2 + 4} />
    ))}
  </g>
);

/** As much as the longest name needs, and not over a third of the picture. */
const labelRoom = (groups: readonly ChartedGroup[], width: number): number =>
  Math.min(width / 3, Math.max(48, 18 + LETTER * Math.max(...groups.map(({ name }) => name.length))));

const cut = (name: string, letters: number): string =>
  name.length > letters ? `${name.slice(0, letters - 1)}…` : name;
