/**
 * The shape of a policy: the one definition behind the refusals and the published JSON Schema.
 * Rules that speak of more than one entry stand in `policy-rules.ts`.
 */
import * as z from 'zod/mini';
import { isSpeakable } from '../json/index.ts';
import { rational } from '../numerics/index.ts';
import { sourceEntries } from './engines/engines.ts';
import { ledger } from './places/ledger-place.ts';
import { choice, entry, name, named, optional, published, ruled, text } from './schema-bricks.ts';
import { day, instant } from './values/calendar.ts';
import { type Decimal, isDecimal } from './values/decimal.ts';

const isText = (value: unknown): value is string => typeof value === 'string';

const decimalThat = (holds: (value: Decimal) => boolean, rule: string, json: object) =>
  ruled<Decimal>((value): value is Decimal => isDecimal(value) && holds(value), rule, { type: 'number', ...json });

const { compare, one, zero } = rational;
const isWhole = ({ exact }: Decimal): boolean => exact.denominator === 1n;
const isSafe = ({ nearest }: Decimal): boolean => Number.isSafeInteger(nearest);

const anyNumber = decimalThat(() => true, 'a number', {});
const positiveNumber = decimalThat(({ exact }) => compare(exact, zero) > 0, 'a finite number above 0', {
  exclusiveMinimum: 0,
});
const delta = decimalThat(
  ({ exact }) => compare(exact, zero) >= 0 && compare(exact, one) < 0,
  'a number from 0 to below 1',
  { minimum: 0, exclusiveMaximum: 1 },
);
const wholeNumber = decimalThat(value => isWhole(value) && isSafe(value), 'a whole number within 2^53', {
  type: 'integer',
  minimum: -Number.MAX_SAFE_INTEGER,
  maximum: Number.MAX_SAFE_INTEGER,
});
const countingNumber = decimalThat(
  value => isWhole(value) && isSafe(value) && value.nearest >= 1,
  'a whole number, 1 or more',
  { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER },
);

const source = z.discriminatedUnion('engine', sourceEntries, choice('engine'));

const budget = entry({
  epsilon: positiveNumber,
  delta: optional(delta, 'The probability that the epsilon bound fails (default: 0).'),
});

const wholeBudget = entry({
  ...budget.shape,
  accounting: optional(
    z.enum(['pure', 'concentrated'], { error: 'must be pure or concentrated' }),
    'How losses are added up: their epsilons alone (unless said), or also by concentrated privacy, which answers many more questions.',
  ),
  thresholdDelta: optional(
    delta,
    'Of a concentrated budget: the part of delta that mechanisms may fail with by themselves; a hundredth of delta unless said.',
  ),
});

const flag = ruled((value): value is boolean => typeof value === 'boolean', 'true or false', { type: 'boolean' });
const perUnit = optional(flag, 'Constant within a unit: all rows of a unit take its smallest value.');

const values = ruled(
  (value): value is readonly string[] =>
    Array.isArray(value) && value.length > 0 && value.every(item => isText(item) && isSpeakable(item)),
  'a list of at least one text, each well-formed and without NUL',
  { type: 'array', items: { type: 'string' }, minItems: 1, uniqueItems: true },
);

const dayText = ruled(
  (value): value is string => isText(value) && day(value) !== undefined,
  'a day, written YYYY-MM-DD',
  { type: 'string', format: 'date' },
);
const instantText = ruled(
  (value): value is string => isText(value) && instant(value) !== undefined,
  'a time, written YYYY-MM-DDTHH:MM:SSZ',
  { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}[T ]\\d{2}:\\d{2}' },
);

const LEAST = 'The smallest possible value by public knowledge; values below are clamped to it.';
const MOST = 'The largest possible value by public knowledge; values above are clamped to it.';
const STEP = 'Values are rounded to multiples of this.';

const column = z.discriminatedUnion(
  'type',
  [
    entry({
      type: z.literal('integer'),
      min: optional(wholeNumber, LEAST),
      max: optional(wholeNumber, MOST),
      step: optional(countingNumber, STEP),
      perUnit,
    }),
    entry({
      type: z.literal('number'),
      min: optional(anyNumber, LEAST),
      max: optional(anyNumber, MOST),
      step: optional(positiveNumber, STEP),
      perUnit,
    }),
    entry({ type: z.literal('category'), values, perUnit }),
    entry({ type: z.literal('text'), perUnit }),
    entry({ type: z.literal('boolean'), perUnit }),
    entry({ type: z.literal('date'), min: optional(dayText, LEAST), max: optional(dayText, MOST), perUnit }),
    entry({
      type: z.literal('timestamp'),
      min: optional(instantText, LEAST),
      max: optional(instantText, MOST),
      perUnit,
    }),
  ],
  choice('type'),
);

const columns = named(column, 'the columns');

const path = optional(name, 'The file of this table, if it is not the file of the source.');

const table = z.discriminatedUnion(
  'public',
  [
    entry({ public: z.literal(true), path, key: name, columns }),
    entry({
      public: z.exactOptional(z.literal(false)),
      path,
      unit: optional(name, 'The column that identifies the person. Without it, each row is its own unit.'),
      rowsPerUnit: optional(countingNumber, 'The most rows of one unit that an answer counts.'),
      rowsPerGroup: optional(countingNumber, 'The most of these in one group of the answer.'),
      neighbours: optional(
        z.enum(['add-remove', 'replace-one'], { error: 'must be add-remove or replace-one' }),
        'Whether neighbouring tables differ by one added or removed unit (default), or by one replaced unit.',
      ),
      approximateUnits: optional(countingNumber, 'A public estimate, used only to forecast errors.'),
      size: optional(
        z.literal('public', { error: 'must be "public", or left out if the size is secret' }),
        'The number of units may be read and recorded; only with replace-one neighbours.',
      ),
      key: optional(
        name,
        'If there is no unit: the column that identifies each row. Rows with the same key count once.',
      ),
      budget: optional(budget, 'A limit within the budget of the policy; without delta it limits only epsilon.'),
      columns,
    }),
  ],
  choice('columns'),
);

export const policySchema = entry({
  $schema: optional(name, 'Where editors find this schema.'),
  source,
  tables: named(table, 'the tables'),
  budget: wholeBudget,
  analysts: optional(
    named(budget, 'the analysts'),
    'Limits within the budget, for fairness; without delta they limit only epsilon.',
  ),
  ledger,
  anchor: optional(text('"file:PATH"', /^file:./), 'A file on another disk that records the last head of the ledger.'),
  keyFile: optional(name, 'The key that wraps the keys of samples.'),
});

/** A policy of the right shape. */
export type ShapedPolicy = z.output<typeof policySchema>;
export type ShapedTable = ShapedPolicy['tables'][string];
export type ShapedColumn = ShapedTable['columns'][string];

/** The published JSON Schema, for editors. */
export const policyJsonSchema = (): object =>
  z.toJSONSchema(policySchema, { metadata: published, io: 'input', unrepresentable: 'any' });
