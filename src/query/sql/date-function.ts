/** Functions of dates and timestamps by their SQL names: parts, beginnings, days between. */
import type { DatePart, DateUnit } from '../../plan/expressions/index.ts';
import type { Typed } from '../typed.ts';
import * as make from '../typed.ts';
import { type Reader, textOf } from './argument.ts';

const PARTS: ReadonlyMap<string, DatePart> = new Map([
  ['year', 'year'],
  ['quarter', 'quarter'],
  ['month', 'month'],
  ['week', 'week'],
  ['day', 'day'],
  ['dow', 'dayOfWeek'],
  ['dayofweek', 'dayOfWeek'],
  ['isodow', 'isoDayOfWeek'],
  ['doy', 'dayOfYear'],
  ['dayofyear', 'dayOfYear'],
  ['isoyear', 'isoYear'],
  ['hour', 'hour'],
  ['minute', 'minute'],
]);

/** Functions that are called as a part is. */
const OWN = ['year', 'quarter', 'month', 'week', 'day', 'dayofweek', 'isodow', 'dayofyear', 'hour', 'minute'] as const;

const UNITS: ReadonlySet<string> = new Set<DateUnit>(['year', 'quarter', 'month', 'week', 'day', 'hour']);

const isMoment = ({ type }: Typed): boolean => type === 'date' || type === 'timestamp';

const wordIn = (name: Typed | undefined): string => (name === undefined ? '' : (textOf(name)?.toLowerCase() ?? ''));

const datePart: Reader = ([name, operand, ...others]) => {
  const part = PARTS.get(wordIn(name));
  return part === undefined || operand === undefined || others.length > 0 ? undefined : make.datePart(part, operand);
};

const dateTrunc: Reader = ([name, operand, ...others]) => {
  const unit = wordIn(name);
  if (!UNITS.has(unit) || operand === undefined || others.length > 0 || !isMoment(operand)) return undefined;
  return make.startOf(unit as DateUnit, operand);
};

const asDate: Reader = ([operand, ...others]) =>
  operand === undefined || others.length > 0 || !isMoment(operand) ? undefined : make.convert('date', operand);

/** Whole days from the one to the other. */
const dateDiff: Reader = ([name, from, to, ...others]) => {
  if (wordIn(name) !== 'day' || to === undefined || others.length > 0 || ![from, to].every(isMoment)) return undefined;
  return make.arithmetic('subtract', make.convert('date', to), make.convert('date', from));
};

export const DATE_FUNCTIONS: readonly (readonly [string, Reader])[] = [
  ['date_part', datePart],
  ['pg_catalog.extract', datePart],
  ...OWN.map(name => {
    const part = PARTS.get(name)!;
    const reader: Reader = ([operand, ...others]) =>
      operand === undefined || others.length > 0 || !isMoment(operand) ? undefined : make.datePart(part, operand);
    return [name, reader] as const;
  }),
  ['date_trunc', dateTrunc],
  ['date', asDate],
  ['date_diff', dateDiff],
  ['datediff', dateDiff],
];
