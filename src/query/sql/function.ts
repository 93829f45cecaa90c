/** The functions of the closed language by their SQL names, on arguments that were read already. */
import { literalOf, nothing } from '../literal.ts';
import type { Typed } from '../typed.ts';
import * as make from '../typed.ts';
import { type Reader, textOf } from './argument.ts';
import { DATE_FUNCTIONS } from './date-function.ts';

/** Decimal places that round takes: as many as a policy's numbers have. */
const PLACES_MAX = 99;

const one =
  (operation: (operand: Typed) => Typed): Reader =>
  ([operand, ...others]) =>
    operand === undefined || others.length > 0 ? undefined : operation(operand);

const two =
  (operation: (left: Typed, right: Typed) => Typed): Reader =>
  ([left, right, ...others]) =>
    right === undefined || others.length > 0 ? undefined : operation(left, right);

const withPattern =
  (operation: (operand: Typed, pattern: string) => Typed): Reader =>
  ([operand, pattern, ...others]) => {
    const text = pattern === undefined || others.length > 0 ? undefined : textOf(pattern);
    return text === undefined ? undefined : operation(operand, text);
  };

/** To whole numbers, or to so many decimal places: `round(x, 2)` rounds to hundredths. */
const stepping =
  (operation: (operand: Typed, step: string) => Typed): Reader =>
  ([operand, places, ...others]) => {
    if (operand === undefined || others.length > 0) return undefined;
    const digits = places === undefined ? 0 : wholeOf(places, PLACES_MAX);
    return digits === undefined ? undefined : operation(operand, stepOf(digits));
  };

export const stepOf = (digits: number): string => (digits === 0 ? '1' : `0.${'0'.repeat(digits - 1)}1`);

const zero = literalOf('number', '0')!;

/** Towards zero. */
const truncated = (operand: Typed, step: string): Typed =>
  make.choose(
    [{ when: make.compare('less', operand, zero), result: make.ceiling(operand, step) }],
    make.floor(operand, step),
  );

const sign = (operand: Typed): Typed => {
  const number = (text: string): Typed => literalOf('number', text)!;
  return make.choose(
    [
      { when: make.compare('greater', operand, zero), result: number('1') },
      { when: make.compare('less', operand, zero), result: number('-1') },
      { when: make.compare('equal', operand, zero), result: number('0') },
    ],
    nothing('integer'),
  );
};

/** `power(x, 2)`: the exponent is a constant. */
const power: Reader = ([operand, exponent, ...others]) => {
  const written = exponent === undefined ? undefined : numberOf(exponent);
  if (written === undefined || others.length > 0) return undefined;
  return Math.abs(Number(written)) <= EXPONENT_MAX ? make.power(operand, written) : undefined;
};

const EXPONENT_MAX = 100;

const BUCKETS_MAX = 10_000;

/** `width_bucket(x, low, high, n)`: 0 below low, n + 1 from high on, else the number of the part in which x lies. */
const widthBucket: Reader = ([operand, low, high, count, ...others]) => {
  const [from, to] = [low, high].map(end => (end === undefined ? undefined : numberOf(end)));
  const buckets = count === undefined ? undefined : wholeOf(count, BUCKETS_MAX);
  if (from === undefined || to === undefined || !buckets || others.length > 0 || !(Number(from) < Number(to)))
    return undefined;
  const number = (text: string | number): Typed => literalOf('number', String(text))!;
  const above = make.arithmetic('subtract', make.clamp(operand, from, to), number(from));
  const share = make.arithmetic('multiply', above, number(buckets));
  const width = make.arithmetic('subtract', number(to), number(from));
  const part = make.arithmetic('add', make.floor(make.arithmetic('divide', share, width), '1'), number('1'));
  return make.choose(
    [
      { when: make.isNull(operand), result: nothing('integer') },
      { when: make.compare('less', operand, number(from)), result: number('0') },
      { when: make.compare('atLeast', operand, number(to)), result: number(buckets + 1) },
    ],
    part,
  );
};

/** `substring(x, 2, 3)`, and to the end without a length. */
const substring: Reader = ([operand, start, length, ...others]) => {
  const from = start === undefined ? undefined : wholeOf(start, CHARACTERS_MAX);
  const count = length === undefined ? CHARACTERS_MAX : wholeOf(length, CHARACTERS_MAX);
  return !from || count === undefined || others.length > 0 ? undefined : make.substring(operand, from, count);
};

const CHARACTERS_MAX = 10_000;

const ofCharacters =
  (operation: (operand: Typed, length: number) => Typed): Reader =>
  ([operand, length, ...others]) => {
    const count = length === undefined || others.length > 0 ? undefined : wholeOf(length, CHARACTERS_MAX);
    return count === undefined ? undefined : operation(operand, count);
  };

/** Nulls are empty in `concat`, as they are not in `||`. */
const concat: Reader = args => {
  const empty = literalOf('text', '')!;
  if (args.length === 0 || args.some(({ type }) => type !== 'text')) return undefined;
  return make.concatenate(args.map(arg => make.choose([{ when: make.isNull(arg), result: empty }], arg)));
};

const READERS: ReadonlyMap<string, Reader> = new Map([
  ['abs', one(make.absolute)],
  ['round', stepping(make.round)],
  ['floor', stepping(make.floor)],
  ['ceil', stepping(make.ceiling)],
  ['ceiling', stepping(make.ceiling)],
  ['trunc', stepping(truncated)],
  ['mod', two(make.remainder)],
  ['sign', one(sign)],
  ['power', power],
  ['pow', power],
  ['sqrt', one(operand => make.power(operand, '0.5'))],
  ['width_bucket', widthBucket],
  ['lower', one(make.lower)],
  ['upper', one(make.upper)],
  ['length', one(make.length)],
  ['char_length', one(make.length)],
  ['character_length', one(make.length)],
  ['left', ofCharacters((operand, length) => make.substring(operand, 1, length))],
  ['right', ofCharacters(make.ending)],
  ['substr', substring],
  ['substring', substring],
  ['pg_catalog.substring', substring],
  ['concat', concat],
  ['starts_with', withPattern(make.startsWith)],
  ['contains', withPattern(make.contains)],
  ...DATE_FUNCTIONS,
]);

const functionForms =
  "use abs(x), round(x), round(x, 2), floor(x), ceil(x), mod(x, 7), sqrt(x), power(x, 2), sign(x), width_bucket(x, 0, 100, 10), lower(t), upper(t), left(t, 2), right(t, 2), substring(t, 2, 3), length(t), starts_with(t, 'a'), contains(t, 'a'), date_trunc('week', d) and EXTRACT(year|quarter|month|week|day|dow|isodow|doy|hour FROM d)";

const answerForms = 'use abs(x), round(x), round(x, 2), floor(x), ceil(x), power(x, 2) and sqrt(x) of aggregates';

export const functionOf = (name: string, args: readonly Typed[]): Typed | undefined => READERS.get(name)?.(args);

const NO_LOGARITHM =
  'its last digits differ from engine to engine; group by width_bucket(x, 0, 100, 10) or by CASE, or take sqrt(x)';
const ASK_ROWS = 'rows are never shown; count them: SELECT ward, count(*) FROM visits GROUP BY ward';
const CLOCK = "the clock is no part of a table; write the date itself, such as DATE '2026-01-31'";
const AS_DATES = "group by date_trunc('month', d), or by EXTRACT(month FROM d)";
const BY_PARTS = "compare parts of it: left(t, 2), right(t, 2), contains(t, 'a') or length(t)";

/** What to write instead of functions that people know. */
const INSTEAD: ReadonlyMap<string, string> = new Map([
  ...['ln', 'log', 'log2', 'log10', 'exp', 'cbrt', 'sin', 'cos', 'tan'].map(name => [name, NO_LOGARITHM] as const),
  ...['random', 'setseed', 'gen_random_uuid'].map(
    name => [name, 'chance is drawn by TABLESAMPLE: FROM t TABLESAMPLE BERNOULLI (5)'] as const,
  ),
  ...['now', 'clock_timestamp', 'statement_timestamp', 'transaction_timestamp', 'timeofday', 'today', 'getdate'].map(
    name => [name, CLOCK] as const,
  ),
  ['age', "the clock is no part of a table; subtract dates, which counts days: DATE '2026-01-31' - d"],
  ...['to_char', 'strftime', 'date_format', 'monthname', 'dayname'].map(name => [name, AS_DATES] as const),
  ...['array_agg', 'string_agg', 'json_agg', 'jsonb_agg', 'listagg', 'group_concat', 'list', 'first', 'last'].map(
    name => [name, ASK_ROWS] as const,
  ),
  ...['any_value', 'arbitrary'].map(name => [name, 'group by the column, or ask for its median(x)'] as const),
  ...['bool_and', 'every'].map(
    name => [name, 'ask how often it holds: avg(c), or count(*) FILTER (WHERE NOT c)'] as const,
  ),
  ['bool_or', 'ask how often it holds: avg(c), or count(*) FILTER (WHERE c)'],
  ...['row_number', 'rank', 'dense_rank', 'ntile', 'lag', 'lead', 'first_value', 'last_value'].map(
    name => [name, ASK_ROWS] as const,
  ),
  ...[
    'trim',
    'pg_catalog.btrim',
    'btrim',
    'ltrim',
    'rtrim',
    'replace',
    'regexp_replace',
    'split_part',
    'reverse',
    'initcap',
    'translate',
    'lpad',
    'strpos',
    'regexp_matches',
  ].map(name => [name, BY_PARTS] as const),
]);

/** The nearest that there is to a function which is not. */
export const insteadOf = (name: string, place: 'rows' | 'answers'): string =>
  INSTEAD.get(name) ?? (place === 'rows' ? functionForms : answerForms);

/** The digits of a constant that is a number. */
export function numberOf({ expression }: Typed): string | undefined {
  if (expression.kind === 'negate') {
    const digits = numberOf({ expression: expression.operand, type: 'number' });
    return digits === undefined || digits === '0' ? digits : digits.startsWith('-') ? digits.slice(1) : `-${digits}`;
  }
  const isNumber = expression.kind === 'literal' && (expression.type === 'integer' || expression.type === 'number');
  return isNumber && typeof expression.value === 'string' ? expression.value : undefined;
}

function wholeOf(typed: Typed, most: number): number | undefined {
  const number = Number(numberOf(typed) ?? Number.NaN);
  return Number.isSafeInteger(number) && number >= 0 && number <= most ? number : undefined;
}
