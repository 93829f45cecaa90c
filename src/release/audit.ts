/**
 * May a random sample of these columns be published, at which rate, and what stands in the way? Counted by the engine, no
 * row is loaded. The answer holds raw counts: it is for the custodian alone.
 */
import { type CoarsenedColumn, type ColumnKind, countCombinations, type Engine, type Limits } from '../engine/index.ts';
import { refuse } from '../vocabulary/index.ts';
import type { Guarantee } from './guarantee.ts';
import { alternatives, type Suggestion, suggestions } from './suggestions.ts';
import { tableCounts } from './table-counts.ts';
import { type Verdict, verdictOn } from './verdict.ts';
import { type WorstValue, worstValues } from './worst-values.ts';

export interface AuditRequest {
  readonly table: string;
  readonly columns: readonly CoarsenedColumn[];
  readonly kinds: ReadonlyMap<string, ColumnKind>;
  readonly unit?: string | undefined;
  readonly promised: Guarantee;
  /** A decimal. Without it the largest safe rate of the public grid is judged. */
  readonly rate?: string | undefined;
}

export interface Audit extends Verdict {
  /** Rows, or people where a unit is named. */
  readonly rows: number;
  readonly distinct: number;
  /** The k of k-anonymity: rows of the rarest value. */
  readonly anonymity: number;
  readonly unique: number;
  readonly worst: readonly WorstValue[];
  readonly suggestions: readonly Suggestion[];
}

/** Rarest combinations that are looked at: the worst ten are among them, for what is rare is what harms. */
const RAREST = 40;

export async function audit(engine: Engine, request: AuditRequest, limits: Limits = {}): Promise<Audit> {
  const { columns, kinds, promised, rate, table: name, unit } = request;
  const names = columns.map(({ name }) => name);
  checkColumns([...names, ...(unit === undefined ? [] : [unit])], kinds);
  const others = alternatives(names, kinds);
  const counted = await countCombinations(
    engine,
    { table: name, unit, columns, alternatives: others.map(({ columns }) => columns), rarest: RAREST },
    limits,
  );
  const table = tableCounts(counted.counts);
  if (table.rows === 0) return refuse('table_empty', 'The table has no rows: there is nothing to publish.');
  const verdict = verdictOn(table, promised, rate);
  const found = others.map((alternative, place) => ({ alternative, table: tableCounts(counted.alternatives[place]) }));
  return {
    rows: table.rows,
    distinct: table.distinct,
    ...verdict,
    anonymity: table.groups[0].count,
    unique: table.groups[0].count === 1 ? table.groups[0].values : 0,
    worst: worstValues(counted.rarest, names, { table, promised, rate: verdict.exactRate }),
    suggestions: suggestions(found, promised, verdict.exactRate),
  };
}

function checkColumns(names: readonly string[], kinds: ReadonlyMap<string, ColumnKind>): void {
  const missing = names.find(name => !kinds.has(name));
  if (missing !== undefined)
    refuse('unknown_column', `The data has no column ${missing}; it has ${[...kinds.keys()].join(', ')}.`);
  const twice = names.find((name, place) => names.indexOf(name) !== place);
  if (twice !== undefined) refuse('name_taken', `Column ${twice} is named twice; name it once.`);
}
