/** Public rules that make a column coarser, in an engine's words. What a rule cannot read becomes null. */
import type { DialectName, Family } from '../sql/index.ts';
import { invariant } from '../vocabulary/index.ts';

export type Coarsening =
  /** A number as the lower end of its range: 37 in ranges of 10 is 30. */
  | { readonly kind: 'range'; readonly width: number }
  | { readonly kind: 'top'; readonly most: number }
  | { readonly kind: 'bottom'; readonly least: number }
  | { readonly kind: 'prefix'; readonly length: number }
  | { readonly kind: 'year' }
  | { readonly kind: 'month' }
  /** Values as a list names them; those that it lacks become null. */
  | { readonly kind: 'mapping'; readonly names: ReadonlyMap<string, string> };

export interface CoarsenedColumn {
  readonly name: string;
  /** Applied in this order. */
  readonly rules: readonly Coarsening[];
}

/** Whether a column holds doubles after its rules. */
export function isFloating({ rules }: CoarsenedColumn, family: Family | undefined): boolean {
  const last = rules.at(-1)?.kind;
  return last === undefined ? family === 'floating' : last === 'range' || last === 'top' || last === 'bottom';
}

/** Collects the values that go beside the text. */
export type Placed = (type: 'number' | 'text', value: number | string) => string;

/** The expression of a column after its rules. */
export const coarsened = (
  dialect: DialectName,
  rules: readonly Coarsening[],
  expression: string,
  placed: Placed,
): string => rules.reduce((inner, rule) => applied(dialect, rule, inner, placed), expression);

function applied(dialect: DialectName, rule: Coarsening, inner: string, placed: Placed): string {
  switch (rule.kind) {
    case 'range': {
      const width = placed('number', rule.width);
      return `floor(${asNumber(dialect, inner)} / ${width}) * ${width}`;
    }
    case 'top':
      return beyond(asNumber(dialect, inner), '>', placed('number', rule.most));
    case 'bottom':
      return beyond(asNumber(dialect, inner), '<', placed('number', rule.least));
    case 'prefix': {
      invariant(Number.isSafeInteger(rule.length) && rule.length > 0, 'a prefix has characters');
      return `left(${asText(inner)}, ${rule.length})`;
    }
    case 'year':
      return `left(${asText(asDate(dialect, inner))}, 4)`;
    case 'month':
      return `left(${asText(asDate(dialect, inner))}, 7)`;
    case 'mapping':
      return `CASE ${asText(inner)} ${[...rule.names]
        .map(([from, to]) => `WHEN ${placed('text', from)} THEN ${placed('text', to)}`)
        .join(' ')} END`;
  }
}

/** Null stays null. */
const beyond = (number: string, sign: '<' | '>', limit: string): string =>
  `CASE WHEN ${number} ${sign} ${limit} THEN ${limit} ELSE ${number} END`;

/** Only DuckDB reads text that may be no number; PostgreSQL's columns have types. */
const asNumber = (dialect: DialectName, inner: string): string =>
  dialect === 'duckdb' ? `TRY_CAST(${inner} AS DOUBLE)` : `CAST(${inner} AS DOUBLE PRECISION)`;

const asDate = (dialect: DialectName, inner: string): string =>
  dialect === 'duckdb' ? `TRY_CAST(${inner} AS DATE)` : `CAST(${inner} AS DATE)`;

/** A double as it is published: engines spell 30 as 30 or as 30.0. */
export const spelled = (inner: string): string => `regexp_replace(${asText(inner)}, '\\.0$', '')`;

export const asText = (inner: string): string => `CAST(${inner} AS VARCHAR)`;
