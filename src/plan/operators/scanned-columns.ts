/** A policy's columns as domains, and a raw value as the one that the domain makes of it. */
import { type Rational, rational, toNumber } from '../../numerics/index.ts';
import type { Column } from '../../source/index.ts';
import { refuse } from '../../vocabulary/index.ts';
import { days, microseconds } from '../expressions/calendar.ts';
import type { Schema, SchemaColumn } from '../expressions/columns.ts';
import { booleans, type Domain, LARGEST, moments, type NumberDomain, numbers, texts } from '../expressions/domain.ts';
import type { RowValues } from '../expressions/evaluate.ts';
import type { Value } from '../expressions/value.ts';
import { halvesUp, within } from '../expressions/whole-numbers.ts';
import type { RawRow, RawValue } from './operator.ts';
import { dayIn, momentIn, numberIn, truthIn } from './spelled-values.ts';

export const schemaOf = (columns: Readonly<Record<string, Column>>): Schema =>
  Object.freeze(Object.entries(columns).map(([name, column]) => schemaColumn(name, column)));

export const scannedRow = (columns: Schema, raw: RawRow): RowValues =>
  Object.fromEntries(columns.map(({ name, domain }) => [name, scannedValue(domain, raw[name] ?? null)]));

function schemaColumn(name: string, column: Column): SchemaColumn {
  // without a step a number is no whole number of anything; it may stand in the policy as long as nobody asks for it
  const undecided = column.type === 'number' && column.step === undefined;
  return Object.freeze({
    name,
    domain: domainOf(name, column),
    perUnit: column.perUnit,
    ...(undecided && { undecided }),
  });
}

function domainOf(name: string, column: Column): Domain {
  switch (column.type) {
    case 'category':
      return texts(column.values);
    case 'text':
      return texts();
    case 'boolean':
      return booleans;
    case 'date': {
      const { bounds } = column;
      const [low, high] = bounds ? [BigInt(bounds.min.days), BigInt(bounds.max.days)] : [days.first, days.last];
      return moments('date', low, high, bounds !== undefined);
    }
    case 'timestamp': {
      const { first, last } = microseconds;
      const { bounds } = column;
      return moments(
        'timestamp',
        bounds?.min.microseconds ?? first,
        bounds?.max.microseconds ?? last,
        bounds !== undefined,
      );
    }
    default: {
      const step = column.step?.exact ?? rational.one;
      const most = column.type === 'number' ? EXACT_IN_DOUBLES : LARGEST;
      if (column.bounds === undefined) return numbers(-most, most, step, false);
      const [low, high] = [column.bounds.min, column.bounds.max].map(bound => stepsOf(bound.exact, step));
      if (low >= -most && high <= most) return numbers(low, high, step);
      return refuse(
        'overflow_possible',
        `Column ${name} has more steps than a number can represent. Give it a larger step.`,
      );
    }
  }
}

/** Numbers are read as doubles, which count steps without gaps up to here. */
const EXACT_IN_DOUBLES = 2n ** 53n;

/** The nearest whole number of steps. */
function stepsOf(value: Rational, step: Rational): bigint {
  const { numerator, denominator } = rational.div(value, step);
  return halvesUp(numerator, denominator);
}

export function scannedValue(domain: Domain, raw: RawValue): Value {
  if (raw === null) return null;
  switch (domain.type) {
    case 'boolean':
      return typeof raw === 'boolean' ? raw : typeof raw === 'string' ? truthIn(raw) : (TRUTHS.get(raw) ?? null);
    case 'text': {
      const text = String(raw);
      return domain.values === undefined || domain.values.includes(text) ? text : null;
    }
    case 'date':
      return clamped(domain, typeof raw === 'string' ? dayIn(raw) : raw);
    case 'timestamp':
      return clamped(domain, typeof raw === 'string' ? momentIn(raw) : raw);
    case 'integer':
      return stepsOfNumber(domain, typeof raw === 'string' ? numberIn(raw) : raw);
    case 'number': {
      const number = typeof raw === 'string' ? numberIn(raw) : raw;
      return stepsOfNumber(domain, typeof number === 'bigint' ? Number(number) : number);
    }
  }
}

/** A column of whole numbers may hold truth values. */
const TRUTHS: ReadonlyMap<RawValue, boolean> = new Map([
  [0n, false],
  [1n, true],
]);

/** Of a double floor(x/step + 1/2) in doubles, then clamped: infinities and NaN never meet an integer. */
function stepsOfNumber(domain: NumberDomain, raw: RawValue): Value {
  if (typeof raw === 'bigint') return clamped(domain, halvesUp(raw * domain.step.denominator, domain.step.numerator));
  if (typeof raw !== 'number' || Number.isNaN(raw)) return null;
  const steps = Math.floor(raw / toNumber(domain.step, 'nearest') + 0.5);
  if (steps === Infinity) return domain.high;
  return steps === -Infinity ? domain.low : clamped(domain, BigInt(steps));
}

const clamped = ({ low, high }: NumberDomain, value: RawValue): Value =>
  typeof value === 'bigint' ? within(value, low, high) : null;
