/** Whole numbers in SQL. A piece that is given may be written several times: let it be short. */
import type { Dialect } from './dialects/dialect.ts';
import { type Fragment, parameter, sql, word } from './fragment.ts';

/** CASE, because the functions `least` and `greatest` are slower and skip nulls. */
export function clamped(value: Fragment, low: bigint, high: bigint, type: 'integer' | 'wide' = 'integer'): Fragment {
  const [least, most] = [parameter(type, low), parameter(type, high)];
  return sql`CASE WHEN ${value} < ${least} THEN ${least} WHEN ${value} > ${most} THEN ${most} ELSE ${value} END`;
}

export const whole = (value: Fragment, { types }: Dialect): Fragment => sql`CAST(${value} AS ${word(types.integer)})`;

/** floor(left/right + 1/2) = floor((2·left + right)/(2·right)); null where right is 0. Twice either must fit. */
export function halvesUp(left: Fragment, right: Fragment, dialect: Dialect): Fragment {
  const dividend = sql`((2 * ${left} + ${right}) * CASE WHEN ${right} < 0 THEN -1 ELSE 1 END)`;
  return sql`CASE WHEN ${right} <> 0 THEN ${floorQuotient(dividend, sql`(2 * abs(${right}))`, dialect)} END`;
}

/** Towards minus infinity; the divisor is positive. */
export function floorQuotient(dividend: Fragment, divisor: Fragment, dialect: Dialect): Fragment {
  return whole(dialect.quotient(sql`(${dividend} - ${floorRemainder(dividend, divisor)})`, divisor), dialect);
}

/** From 0 up to the divisor, which is positive. */
export const floorRemainder = (dividend: Fragment, divisor: Fragment): Fragment =>
  sql`(((${dividend} % ${divisor}) + ${divisor}) % ${divisor})`;
