/**
 * The shape of a policy: the one definition behind the refusals and the published JSON Schema.
 * Rules that speak of more than one entry stand in `policy-rules.ts`.
 */
import * as z from 'zod/mini';
import { rational } from '../numerics/index.ts';
import { day, instant } from './calendar.ts';
import { type Decimal, isDecimal } from './decimal.ts';
import { choice, entry, isName, isSpeakable, NAME_RULE, named, published, ruled } from './schema-bricks.ts';

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

const name = ruled(isName, NAME_RULE, { type: 'string', minLength: 1 });

const text = (rule: string, pattern: RegExp) =>
  ruled((value): value is string => isName(value) && pattern.test(value), rule, {
    type: 'string',
    pattern: pattern.source,
  });

/** Never quotes what it refuses: it may be a password. */
const secretUrl = text('"env:NAME" or "file:PATH": a policy holds no address with a password', /^(env|file):./);
const version = z.exactOptional(name);
const scratch = z.exactOptional(name);

const source = z.discriminatedUnion(
  'engine',
  [
    entry({ engine: z.literal('duckdb'), path: name, version }),
    entry({ engine: z.literal('postgres'), url: secretUrl, schema: z.exactOptional(name), scratch, version }),
    entry({ engine: z.literal('trino'), url: secretUrl, catalog: name, schema: name, scratch, version }),
  ],
  choice('engine'),
);

const budget = entry({ epsilon: positiveNumber, delta: z.exactOptional(delta) });

const flag = ruled((value): value is boolean => typeof value === 'boolean', 'true or false', { type: 'boolean' });
const perUnit = z.exactOptional(flag);

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

const column = z.discriminatedUnion(
  'type',
  [
    entry({
      type: z.literal('integer'),
      min: z.exactOptional(wholeNumber),
      max: z.exactOptional(wholeNumber),
      step: z.exactOptional(countingNumber),
      perUnit,
    }),
    entry({
      type: z.literal('number'),
      min: z.exactOptional(anyNumber),
      max: z.exactOptional(anyNumber),
      step: z.exactOptional(positiveNumber),
      perUnit,
    }),
    entry({ type: z.literal('category'), values, perUnit }),
    entry({ type: z.literal('text'), perUnit }),
    entry({ type: z.literal('boolean'), perUnit }),
    entry({ type: z.literal('date'), min: z.exactOptional(dayText), max: z.exactOptional(dayText), perUnit }),
    entry({
      type: z.literal('timestamp'),
      min: z.exactOptional(instantText),
      max: z.exactOptional(instantText),
      perUnit,
    }),
  ],
  choice('type'),
);

const columns = named(column, 'the columns');

const table = z.discriminatedUnion(
  'public',
  [
    entry({ public: z.literal(true), path: z.exactOptional(name), key: name, columns }),
    entry({
      public: z.exactOptional(z.literal(false)),
      path: z.exactOptional(name),
      unit: z.exactOptional(name),
      rowsPerUnit: z.exactOptional(countingNumber),
      neighbours: z.exactOptional(
        z.enum(['add-remove', 'replace-one'], { error: 'must be add-remove or replace-one' }),
      ),
      approximateUnits: z.exactOptional(countingNumber),
      size: z.exactOptional(z.literal('public', { error: 'must be "public", or left out where the size is secret' })),
      key: z.exactOptional(name),
      budget: z.exactOptional(budget),
      columns,
    }),
  ],
  choice('columns'),
);

/** The password, if any, is looked for in `policy-rules.ts`. */
const ledger = text('"sqlite:FILE", or "postgres:" and a URL, "env:NAME" or "file:PATH"', /^(sqlite|postgres):./);

export const policySchema = entry({
  $schema: z.exactOptional(name),
  source,
  tables: named(table, 'the tables'),
  budget,
  analysts: z.exactOptional(named(budget, 'the analysts')),
  ledger,
  anchor: z.exactOptional(text('"file:PATH"', /^file:./)),
  keyFile: z.exactOptional(name),
});

/** A policy of the right shape. */
export type ShapedPolicy = z.output<typeof policySchema>;
export type ShapedTable = ShapedPolicy['tables'][string];
export type ShapedColumn = ShapedTable['columns'][string];

/** The published JSON Schema, for editors. */
export const policyJsonSchema = (): object =>
  z.toJSONSchema(policySchema, { metadata: published, io: 'input', unrepresentable: 'any' });
