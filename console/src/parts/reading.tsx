/** A picture that is read by pointing at it or with the arrow keys: one place at a time, said in words below it. */
import type { KeyboardEvent, PointerEvent, ReactNode } from 'react';
import { type PlotSize, usePlotSize } from './plot-size.ts';
import './chart.css';

export interface PicturePoint {
  readonly x: number;
  readonly y: number;
}

interface Props {
  /** What the picture says, for those who cannot see it. */
  readonly summary: string;
  /** How many places can be read. */
  readonly places: number;
  readonly place: number | null;
  readonly onPlace: (place: number) => void;
  /** The place nearest to a point of the picture. */
  readonly nearest: (at: PicturePoint, width: number) => number;
  /** What is read at the place. */
  readonly says: string | null;
  readonly caption?: ReactNode;
  /** The page itself has a control for the place, and says what is read: here there is nothing to be reached. */
  readonly isFollowing?: boolean;
  readonly children: (size: Pick<PlotSize, 'width'>) => ReactNode;
}

export function Reading(props: Props) {
  const { summary, places, place, onPlace, nearest, says, caption, isFollowing = false, children } = props;
  const { place: element, width } = usePlotSize();
  const point = (event: PointerEvent<HTMLDivElement>) => {
    const { left, top } = event.currentTarget.getBoundingClientRect();
    if (places > 0) onPlace(nearest({ x: event.clientX - left, y: event.clientY - top }, width));
  };
  const press = (event: KeyboardEvent) => {
    const next = nextPlace(event.key, place, places);
    if (next === undefined) return;
    event.preventDefault();
    onPlace(next);
  };
  const read = isFollowing
    ? ({ role: 'img', 'aria-label': summary } as const)
    : ({
        role: 'slider',
        tabIndex: 0,
        'aria-label': `Read values: ${summary}`,
        'aria-valuemin': 0,
        'aria-valuemax': Math.max(0, places - 1),
        'aria-valuenow': place ?? 0,
        'aria-valuetext': says ?? 'use the arrow keys to read values',
        onKeyDown: press,
      } as const);
  return (
    <figure className="chart">
      <div ref={element} className="plot" {...read} onPointerMove={point} onPointerDown={point}>
        {children({ width })}
      </div>
      <figcaption>
        {caption}
        {!isFollowing && <p className="read">{says ?? 'Point at the chart, or use the arrow keys, to read values.'}</p>}
      </figcaption>
    </figure>
  );
}

function nextPlace(key: string, now: number | null, places: number): number | undefined {
  const last = places - 1;
  const steps: Readonly<Record<string, number>> = {
    ArrowRight: now === null ? 0 : now + 1,
    ArrowDown: now === null ? 0 : now + 1,
    ArrowLeft: now === null ? last : now - 1,
    ArrowUp: now === null ? last : now - 1,
    Home: 0,
    End: last,
  };
  const next = steps[key];
  return next === undefined || last < 0 ? undefined : Math.min(Math.max(next, 0), last);
}
