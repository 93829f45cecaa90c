/** IEEE numbers as whole steps: floor(x/step + 1/2) in doubles, the same on every engine, then clamped. */
import { toNumber } from '../numerics/index.ts';
import type { NumberDomain } from '../plan/index.ts';
import { whole } from './arithmetic.ts';
import type { Dialect } from './dialects/dialect.ts';
import { type Fragment, parameter, sql } from './fragment.ts';

export function floatingSteps(x: Fragment, { low, high, step: exact }: NumberDomain, dialect: Dialect): Fragment {
  const step = toNumber(exact, 'nearest');
  const [min, max] = [nearestMultiple(low, exact), nearestMultiple(high, exact)];
  const rounds = (bound: number, to: bigint): boolean => BigInt(Math.floor(bound / step + 0.5)) === to;
  // rounding is monotone: where the bounds round to themselves, clamping before it is clamping after it, and cheaper
  if (rounds(min, low) && rounds(max, high)) return whole(stepsWithin(x, min, max, step), dialect);
  const far = 2 ** 64 * step;
  const steps = stepsWithin(x, -far, far, step);
  const [first, last] = [number(toNumber(ratio(low), 'up')), number(toNumber(ratio(high), 'down'))];
  return sql`CASE WHEN ${steps} < ${first} THEN ${parameter('integer', low)} WHEN ${steps} <= ${last} THEN ${whole(steps, dialect)} WHEN ${steps} > ${last} THEN ${parameter('integer', high)} END`;
}

/** NaN is above infinity on both engines, so it falls through to null, as null does. */
function stepsWithin(x: Fragment, min: number, max: number, step: number): Fragment {
  const within = sql`CASE WHEN ${x} < ${number(min)} THEN ${number(min)} WHEN ${x} <= ${number(max)} THEN ${notVanishing(x, step)} WHEN ${x} <= ${number(Infinity)} THEN ${number(max)} END`;
  return sql`floor(${within} / ${number(step)} + 0.5)`;
}

/** PostgreSQL throws where a quotient is too small for a double; what is below a quarter step is no step anyway. */
const notVanishing = (x: Fragment, step: number): Fragment =>
  step > 1 ? sql`CASE WHEN abs(${x}) < ${number(step / 4)} THEN 0 ELSE ${x} END` : x;

const number = (value: number): Fragment => parameter('number', value);

const ratio = (numerator: bigint, denominator = 1n) => ({ numerator, denominator });

const nearestMultiple = (count: bigint, { numerator, denominator }: NumberDomain['step']): number =>
  toNumber(ratio(count * numerator, denominator), 'nearest');
