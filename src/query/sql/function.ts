/** The functions of the closed language by their SQL names, on arguments that were read already. */
import type { DatePart } from '../../plan/index.ts';
import type { Typed } from '../typed.ts';
import * as make from '../typed.ts';

/** Undefined where the arguments are not those that the function takes. */
type Reader = (args: readonly Typed[]) => Typed | undefined;

const PARTS: ReadonlyMap<string, DatePart> = new Map([
  ['year', 'year'],
  ['month', 'month'],
  ['day', 'day'],
  ['dow', 'dayOfWeek'],
  ['hour', 'hour'],
]);

/** Decimal places that round takes: as many as a policy's numbers have. */
const PLACES_MAX = 99;

const one =
  (operation: (operand: Typed) => Typed): Reader =>
  ([operand, ...others]) =>
    operand === undefined || others.length > 0 ? undefined : operation(operand);

const withPattern =
  (operation: (operand: Typed, pattern: string) => Typed): Reader =>
  ([operand, pattern, ...others]) => {
    const text = pattern === undefined || others.length > 0 ? undefined : textOf(pattern);
    return text === undefined ? undefined : operation(operand, text);
  };

const datePart: Reader = ([name, operand, ...others]) => {
  const part = name === undefined ? undefined : PARTS.get(textOf(name)?.toLowerCase() ?? '');
  return part === undefined || operand === undefined || others.length > 0 ? undefined : make.datePart(part, operand);
};

/** `round(x, 2)` rounds to hundredths. */
const round: Reader = ([operand, places, ...others]) => {
  if (operand === undefined || others.length > 0) return undefined;
  if (places === undefined) return make.round(operand, '1');
  const digits =
    places.type === 'integer' && places.expression.kind === 'literal' ? Number(places.expression.value) : -1;
  if (!(digits >= 0 && digits <= PLACES_MAX)) return undefined;
  return make.round(operand, digits === 0 ? '1' : `0.${'0'.repeat(digits - 1)}1`);
};

const READERS: ReadonlyMap<string, Reader> = new Map([
  ['abs', one(make.absolute)],
  ['round', round],
  ['lower', one(make.lower)],
  ['length', one(make.length)],
  ['char_length', one(make.length)],
  ['starts_with', withPattern(make.startsWith)],
  ['contains', withPattern(make.contains)],
  ['date_part', datePart],
  ['pg_catalog.extract', datePart],
]);

export const functionForms =
  "use abs(x), round(x), round(x, 2), lower(t), length(t), starts_with(t, 'a'), contains(t, 'a') and EXTRACT(year|month|day|dow|hour FROM d)";

export const functionOf = (name: string, args: readonly Typed[]): Typed | undefined => READERS.get(name)?.(args);

export const textOf = ({ expression }: Typed): string | undefined =>
  expression.kind === 'literal' && expression.type === 'text' && typeof expression.value === 'string'
    ? expression.value
    : undefined;
