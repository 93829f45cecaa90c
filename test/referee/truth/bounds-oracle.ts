/** What bounds are without noise. */
import { toNumber } from '../../../src/numerics/index.ts';
import type { Aggregate } from './question.ts';

/** The powers of two of the step around all values, within the bounds that the column has already. */
export function boundsOf({ of, step }: Aggregate, values: readonly number[]): readonly [number, number] | null {
  if (values.length === 0) return null;
  const steps = values.map(value => Math.round(value / step!));
  const [least, most] = of!.range!.map(end => toNumber(end, 'nearest'));
  const low = Math.max(least, step! * nearest(Math.min(...steps), -1));
  const high = Math.min(most, step! * nearest(Math.max(...steps), 1));
  return [low, high];
}

/** The end of the range of a number of steps on one side: 0 is alone, and all others reach from above one power of two to the next. */
function nearest(steps: number, side: -1 | 1): number {
  if (steps === 0) return 0;
  const far = 2 ** Math.ceil(Math.log2(Math.abs(steps)));
  const near = far === 1 ? 1 : far / 2 + 1;
  return Math.sign(steps) === side ? side * far : -side * near;
}
