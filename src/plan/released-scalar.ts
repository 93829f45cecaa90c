/** A value as answers show it: numbers as numbers, dates and timestamps as text. */
import { rational, toNumber } from '../numerics/index.ts';
import { dayText, instantText } from './calendar.ts';
import type { Domain } from './domain.ts';
import { compareText, type Value } from './value.ts';

export type ReleasedScalar = number | string | boolean | null;

export function releasedScalar(value: Value, domain: Domain): ReleasedScalar {
  if (typeof value !== 'bigint') return value;
  if (domain.type === 'date') return dayText(value);
  if (domain.type === 'timestamp') return instantText(value);
  const step = 'step' in domain ? domain.step : rational.one;
  return toNumber(rational.mul(rational.ratio(value), step), 'nearest');
}

/** Negative, zero or positive; text by bytes. */
export function compareReleased(one: Exclude<ReleasedScalar, null>, other: Exclude<ReleasedScalar, null>): number {
  if (typeof one === 'string' && typeof other === 'string') return compareText(one, other);
  return one < other ? -1 : one > other ? 1 : 0;
}
