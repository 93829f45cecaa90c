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

/**
 * floor of the square root, null below 0. The engine's root of a double is at most one off for squares below 2^62, and whole
 * numbers say in which direction: so it is exact, whatever the engine's mathematics.
 */
export function rootBelow(square: Fragment, once: (piece: Fragment) => Fragment, dialect: Dialect): Fragment {
  const double = word(dialect.types.number);
  const near = once(
    whole(sql`floor(sqrt(CAST(CASE WHEN ${square} < 0 THEN 0 ELSE ${square} END AS ${double})))`, dialect),
  );
  return sql`CASE WHEN ${square} < 0 THEN NULL WHEN ${near} * ${near} > ${square} THEN ${near} - 1 WHEN (${near} + 1) * (${near} + 1) <= ${square} THEN ${near} + 1 ELSE ${near} END`;
}
