/**
 * A column as it lies in the engine becomes a value that obeys the policy. Nothing here may throw on any data:
 * NaN and what cannot be read become null, infinities and everything too large clamp, unlisted values become null.
 */

import { toNumber } from '../numerics/index.ts';
import type { Domain, NumberDomain } from '../plan/expressions/index.ts';
import { refuse } from '../vocabulary/index.ts';
import { clamped, halvesUp, whole } from './arithmetic.ts';
import type { TypeFamily } from './catalogue.ts';
import type { Dialect, Plain } from './dialects/dialect.ts';
import { type Fragment, join, name, parameter, sql, word } from './fragment.ts';

export interface ScannedColumn {
  readonly table: string;
  readonly name: string;
  readonly family: TypeFamily;
  readonly domain: Domain;
}

/** How the rules get at a column: as one of the plain kinds, if there is a road. */
interface Raw {
  readonly read: (plain: Plain) => Fragment | undefined;
  /** Fields of text files may be anything, so each road answers null where it does not lead. */
  readonly isText: boolean;
}

type Of<Type> = Extract<Domain, { readonly type: Type }>;
type Rule<Type> = (raw: Raw, domain: Of<Type>, dialect: Dialect) => Fragment | undefined;

/** The value of a column. `once` computes a piece before all others and gives back a name for it. */
export function scanned(
  { table, name: column, family, domain }: ScannedColumn,
  dialect: Dialect,
  once: (piece: Fragment) => Fragment,
): Fragment {
  const read = (plain: Plain): Fragment | undefined => {
    const reading = dialect.readings[family][plain];
    return reading && once(reading(name(column)));
  };
  const rule = rules[domain.type] as Rule<Domain['type']>;
  return (
    rule({ read, isText: family === 'digits' }, domain, dialect) ??
    refuse(
      'source_mismatch',
      `Column ${column} of ${table} cannot be read as ${domain.type}: the data has another type there. Correct the policy, or offer a view with the right type.`,
    )
  );
}

/** Whether the value of a column was moved to a bound; undefined where it has none. For the owner of the data alone. */
export function isBeyond(
  { name: column, family, domain }: Omit<ScannedColumn, 'table'>,
  dialect: Dialect,
  once: (piece: Fragment) => Fragment,
): Fragment | undefined {
  if (domain.type === 'text' || domain.type === 'boolean' || !domain.bounded) return undefined;
  const plain = ({ date: 'day', timestamp: 'moment', integer: 'floating', number: 'floating' } as const)[domain.type];
  const reading = dialect.readings[family][plain];
  if (reading === undefined) return undefined;
  const value = once(reading(name(column)));
  const bounds = {
    date: day,
    timestamp: (microseconds: bigint) => moment(microseconds, dialect),
    integer: multiple,
    number: multiple,
  } as const;
  const bound = bounds[domain.type];
  return sql`(${value} < ${bound(domain.low, domain)} OR ${value} > ${bound(domain.high, domain)})`;
}

const rules: { readonly [Type in Domain['type']]: Rule<Type> } = {
  text: ({ read }, { values }, { bytes }) => {
    const text = read('textual');
    if (text === undefined || values === undefined) return text && bytes(text);
    const known = values.map(value => parameter('text', value));
    return bytes(listed(bytes(text), known));
  },
  boolean: ({ read }) => read('logical'),
  date: ({ read }, { low, high }, dialect) => {
    const date = read('day');
    return date && clampedMoment(date, dialect.daysOf(date), { low, high }, day);
  },
  timestamp: ({ read }, { low, high }, dialect) => {
    const time = read('moment');
    return (
      time &&
      clampedMoment(time, dialect.microsecondsOf(time), { low, high }, microseconds => moment(microseconds, dialect))
    );
  },
  integer: ({ read, isText }, domain, dialect) => {
    const exact = read('whole');
    const counted = exact && wholeSteps(exact, domain, dialect);
    if (counted && !isText) return counted;
    const floating = read('floating');
    const measured = floating && floatingSteps(floating, domain, dialect);
    return counted && measured ? sql`COALESCE(${counted}, ${measured})` : measured;
  },
  number: ({ read }, domain, dialect) => {
    const floating = read('floating');
    return floating && floatingSteps(floating, domain, dialect);
  },
};

/** Up to here DuckDB compares one by one faster than by a list. */
const ONE_BY_ONE_MAX = 32;

/** Null for every text that is not listed. */
const listed = (text: Fragment, values: readonly Fragment[]): Fragment =>
  values.length <= ONE_BY_ONE_MAX
    ? sql`CASE ${text} ${join(
        values.map(value => sql`WHEN ${value} THEN ${value}`),
        ' ',
      )} END`
    : sql`CASE WHEN ${text} IN (${join(values, ', ')}) THEN ${text} END`;

interface Bounds {
  readonly low: bigint;
  readonly high: bigint;
}

/** Compared as the engine's own type first: its infinities have no number of days. */
function clampedMoment(
  moment: Fragment,
  steps: Fragment,
  { low, high }: Bounds,
  native: (steps: bigint) => Fragment,
): Fragment {
  const [least, most] = [parameter('integer', low), parameter('integer', high)];
  return sql`CASE WHEN ${moment} < ${native(low)} THEN ${least} WHEN ${moment} <= ${native(high)} THEN ${steps} WHEN ${moment} > ${native(high)} THEN ${most} END`;
}

const day = (days: bigint): Fragment =>
  sql`CAST(${parameter('text', new Date(Number(days) * 86_400_000).toISOString().slice(0, 10))} AS date)`;

function moment(microseconds: bigint, { momentType }: Dialect): Fragment {
  const fraction = ((microseconds % 1_000_000n) + 1_000_000n) % 1_000_000n;
  const seconds = new Date(Number((microseconds - fraction) / 1000n)).toISOString().slice(0, 19);
  const written = parameter('text', `${seconds.replace('T', ' ')}.${String(fraction).padStart(6, '0')}`);
  return sql`CAST(${written} AS ${word(momentType)})`;
}

const multiple = (count: bigint, { step }: NumberDomain): Fragment => number(nearestMultiple(count, step));

/** Exactly: whole numbers never pass through a double. */
function wholeSteps(x: Fragment, { low, high, step }: NumberDomain, dialect: Dialect): Fragment {
  if (step.numerator === 1n) return whole(clamped(x, low, high), dialect);
  // clamped before it is multiplied, so that it fits
  const long = sql`CAST(${x} AS ${word(dialect.types.wide)})`;
  const within = clamped(long, low * step.numerator, high * step.numerator, 'wide');
  return halvesUp(within, parameter('wide', step.numerator), dialect);
}

/** IEEE numbers as whole steps: floor(x/step + 1/2) in doubles, the same on every engine, then clamped. */
function floatingSteps(x: Fragment, { low, high, step: exact }: NumberDomain, dialect: Dialect): Fragment {
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
