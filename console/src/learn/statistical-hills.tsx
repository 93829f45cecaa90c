/** The law of a count, and the same law moved by one person. */
import { scaleLinear } from 'd3-scale';
import { area, curveStepAfter } from 'd3-shape';
import type { CountPrivacy } from '../../../src/service/contract/statistical.ts';
import { whole } from './words.ts';

interface Props extends Pick<CountPrivacy, 'others'> {
  /** In words. */
  readonly overlap: string;
}

const [WIDTH, HEIGHT] = [400, 160];

export function Hills({ others: { first, chances }, overlap }: Props) {
  const counts = Array.from({ length: chances.length + 1 }, (_, place) => place);
  const without = counts.map(place => chances[place] ?? 0);
  const having = counts.map(place => chances[place - 1] ?? 0);
  const across = scaleLinear([0, counts.length], [0, WIDTH]);
  const up = scaleLinear([0, Math.max(...chances)], [HEIGHT, 8]);
  const hill = area<number>((_, place) => across(place), HEIGHT, up).curve(curveStepAfter);
  // the last step needs an end
  const shape = (heights: readonly number[]) => hill([...heights, heights[heights.length - 1]]) ?? '';
  const last = first + chances.length;
  return (
    <>
      <svg
        className="hills"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={`Counts from ${whole(first)} to ${whole(last)}. The two hills overlap by ${overlap}.`}
      >
        <path className="without" d={shape(without)} />
        <path className="with" d={shape(having)} />
        <path className="both" d={shape(counts.map(place => Math.min(without[place], having[place])))} />
        <line className="ground" x1={0} x2={WIDTH} y1={HEIGHT} y2={HEIGHT} />
      </svg>
      <p className="small hills-axis">
        <span>{whole(first)}</span>
        <span>people with diabetes, among those unknown</span>
        <span>{whole(last)}</span>
      </p>
    </>
  );
}
