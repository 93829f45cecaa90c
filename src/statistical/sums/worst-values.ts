/**
 * The two values of the critical entry that a sum tells apart best. They are searched for, not taken for granted: boxes of
 * pairs are halved, the most promising first, until no box can hold a pair that tells more than one already found.
 */
import { type Box, leastApart, mostApart } from './hockey-stick.ts';
import type { Shifts } from './table.ts';
import type { Worlds } from './world.ts';

export interface DeltaBracket {
  readonly lower: number;
  readonly upper: number;
}

/** Boxes that are looked at before the search is content with what it knows. */
const LOOKS = 40;

/** Bounds as close as this, relatively, to that of a box that is as small as can be are not made closer. */
const CLOSE = 2e-4;

/** Nor are those that differ by less than this. */
const TINY = 1e-8;

export function worstValues(worlds: Worlds, epsilon: number): DeltaBracket {
  const { last, lowerOf, upperOf } = bounds(worlds, epsilon);
  const ends = [onePair(last, 0), onePair(0, last)];
  if (worlds.endsAreWorst)
    return bracketOf(Math.max(...ends.map(lowerOf)), Math.max(...ends.map(upperOf)) + worlds.granted);
  const all = { from: 0, to: last };
  let lower = Math.max(...ends.map(lowerOf));
  let attainable = 0;
  let boxes = [{ box: { here: all, there: all }, upper: upperOf({ here: all, there: all }) }];
  for (let look = 0; look < LOOKS; look++) {
    const [best, ...others] = boxes;
    if (best.upper <= attainable * (1 + CLOSE) + TINY) break;
    const parts = halves(best.box, worlds.values === undefined);
    if (parts.length === 0) break;
    const known = parts.map(box => ({ box, upper: Math.min(best.upper, upperOf(box)) }));
    const pair = farthestPair(known[0].upper >= known[1].upper ? known[0].box : known[1].box);
    lower = Math.max(lower, lowerOf(pair));
    attainable = Math.max(attainable, upperOf(widened(pair, worlds.values === undefined ? 1 : 0, last)));
    boxes = [...others, ...known].sort((a, b) => b.upper - a.upper);
  }
  return bracketOf(lower, boxes[0].upper + worlds.granted);
}

const bracketOf = (lower: number, upper: number): DeltaBracket => ({
  lower: Math.min(1, lower),
  upper: Math.min(1, upper),
});

const onePair = (here: number, there: number): Box => ({
  here: { from: here, to: here },
  there: { from: there, to: there },
});

/** Pairs of a range of all values are only ever known together with their neighbours. */
const widened = ({ here, there }: Box, by: 0 | 1, last: number): Box => ({
  here: { from: Math.max(0, here.from - by), to: here.to },
  there: { from: there.from, to: Math.min(last, there.to + by) },
});

const farthestPair = ({ here, there }: Box): Box =>
  here.to - there.from >= there.to - here.from ? onePair(here.to, there.from) : onePair(here.from, there.to);

/** Bounds over boxes of places: places are values of the entry, or whole parts of its range. */
function bounds({ each, values }: Worlds, epsilon: number) {
  const last = values === undefined ? Math.min(...each.map(({ reach }) => reach)) : values.length - 1;
  const shiftsOf = ({ from, to }: Shifts, reach: number): Shifts =>
    values === undefined
      ? { from: (from / last) * reach, to: (to / last) * reach }
      : { from: values[from], to: values[to] };
  const total = (bound: typeof mostApart) => (box: Box) =>
    each.reduce(
      (sum, world) =>
        sum + bound(world, { here: shiftsOf(box.here, world.reach), there: shiftsOf(box.there, world.reach) }, epsilon),
      0,
    );
  return { last, lowerOf: total(leastApart), upperOf: total(mostApart) };
}

/** Halves of the wider side; nothing where a box is one pair, or its sides are neighbours and all lies between them. */
function halves({ here, there }: Box, continuous: boolean): Box[] {
  const [hereWidth, thereWidth] = [here.to - here.from, there.to - there.from];
  if (Math.max(hereWidth, thereWidth) <= (continuous ? 1 : 0)) return [];
  return hereWidth >= thereWidth
    ? split(here, continuous).map(half => ({ here: half, there }))
    : split(there, continuous).map(half => ({ here, there: half }));
}

function split({ from, to }: Shifts, continuous: boolean): Shifts[] {
  const middle = Math.floor((from + to) / 2);
  return [
    { from, to: middle },
    { from: continuous ? middle : middle + 1, to },
  ];
}
