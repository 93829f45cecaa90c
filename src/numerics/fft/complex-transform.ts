/** The complex transform of 2^k points, X[k] = sum of x[j]·exp(-2πi·jk/length): radix 4, self-sorting. */
import { type ComplexArray, lastFour, lastTwo, radixFour } from './stages.ts';
import { eachRow, type Twiddles, twiddles } from './twiddles.ts';

interface Stage {
  readonly quarter: number;
  readonly lanes: number;
  readonly roots: Twiddles;
}

export interface ComplexTransform {
  /** All stages but the last. */
  readonly stages: readonly Stage[];
  readonly last: typeof lastFour;
  readonly lastLanes: number;
}

export function complexTransform(length: number): ComplexTransform {
  const stages: Stage[] = [];
  let lanes = 1;
  for (let left = length; left > 4; left /= 4, lanes *= 4)
    stages.push(Object.freeze({ quarter: left / 4, lanes, roots: twiddles(left, left / 4, 3) }));
  const last = length / lanes === 4 ? lastFour : lastTwo;
  return Object.freeze({ stages: Object.freeze(stages), last, lastLanes: lanes });
}

/** Where a transform works: stages write `home` and `spare` in turn so that the last reads `spare` and writes `to`. */
export interface Rooms {
  readonly spare: ComplexArray;
  readonly home: ComplexArray;
  readonly to: ComplexArray;
}

export function runTransform({ stages, last, lastLanes }: ComplexTransform, from: ComplexArray, rooms: Rooms): void {
  let source = from;
  stages.forEach(({ quarter, lanes, roots }, index) => {
    const target = (stages.length - index) % 2 === 1 ? rooms.spare : rooms.home;
    eachRow(roots, (row, first) => radixFour(source, target, row, first, quarter, lanes));
    source = target;
  });
  last(source, rooms.to, lastLanes);
}
