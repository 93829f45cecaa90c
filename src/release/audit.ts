/**
 * May a random sample of these columns be published, at which rate, and what stands in the way? Counted by the engine, no
 * row is loaded. The answer holds raw counts: it is for the custodian alone.
 */
import {
  type CoarsenedColumn,
  countCombinations,
  type Engine,
  type EngineLimits,
  type FileColumnKind,
} from '../engine/index.ts';
import { refuse } from '../vocabulary/index.ts';
import { coarsenedColumns } from './coarsening-rules.ts';
import { checkColumns } from './column-check.ts';
import { correctMatch } from './correct-match.ts';
import { failureChance } from './failure-chance.ts';
import { checkRate, guarantee, type ReleaseGuarantee } from './guarantee.ts';
import { foundIn, helpfulRules } from './helpful-rules.ts';
import { personColumn, unitIn } from './person.ts';
import { openReleaseData } from './release-data.ts';
import type { ReleaseOrder } from './release-order.ts';
import { type Suggestion, withoutEach } from './suggestions.ts';
import { tableCounts } from './table-counts.ts';
import { type Verdict, verdictOn } from './verdict.ts';
import { type WorstValue, worstValues } from './worst-values.ts';

export interface AuditRequest {
  readonly table: string;
  readonly columns: readonly CoarsenedColumn[];
  readonly kinds: ReadonlyMap<string, FileColumnKind>;
  readonly unit?: string | undefined;
  readonly promised: ReleaseGuarantee;
  /** A decimal. Without it the largest safe rate of the public grid is judged. */
  readonly rate?: string | undefined;
  /** Further rates whose chance of a broken promise is wanted. */
  readonly rates?: readonly number[] | undefined;
}

/** Whether a sample of a table may be published, and the riskiest combinations. Contains raw counts. */
export interface Audit extends Verdict {
  /** Rows, or people where a unit is named. */
  readonly rows: number;
  readonly distinct: number;
  /** The k of k-anonymity: rows of the rarest value. */
  readonly anonymity: number;
  readonly unique: number;
  /** The chance that a person who is alone with a value in the sample is the one that is looked for. */
  readonly correctMatch: number;
  readonly worst: readonly WorstValue[];
  /** Only where a rate was not given or is unsafe. */
  readonly suggestions: readonly Suggestion[];
  /** At the further rates. */
  readonly curve: readonly { readonly rate: number; readonly delta: number }[];
}

/** Rarest combinations that are looked at: the worst ten are among them, for what is rare is what harms. */
const RAREST = 40;

export async function audit(engine: Engine, request: AuditRequest, limits: EngineLimits = {}): Promise<Audit> {
  const { columns, kinds, promised, rate, table: name, unit } = request;
  const names = columns.map(({ name }) => name);
  checkColumns([...names, ...(unit === undefined ? [] : [unit])], kinds);
  // where no rate is given, help is needed for sure: the rows are read once for both
  const tried = rate === undefined ? withoutEach(names) : [];
  const counted = await countCombinations(
    engine,
    { table: name, unit, columns, alternatives: tried.map(each => each.columns), rarest: RAREST },
    limits,
  );
  const table = tableCounts(counted.counts);
  if (table.rows === 0) return refuse('table_empty', 'The table has no rows, so there is nothing to publish.');
  const verdict = verdictOn(table, promised, rate);
  const needsHelp = verdict.rateFromData || verdict.verdict === 'unsafe';
  const chance = failureChance(table, promised);
  const without = rate === undefined ? foundIn(counted, tried) : undefined;
  return {
    rows: table.rows,
    distinct: table.distinct,
    ...verdict,
    anonymity: table.groups[0].count,
    unique: table.groups[0].count === 1 ? table.groups[0].values : 0,
    correctMatch: correctMatch(table, verdict.rate),
    worst: worstValues(counted.rarest, names, { table, promised, rate: verdict.exactRate }),
    suggestions: needsHelp ? await helpfulRules(engine, request, { without, rate: verdict.exactRate }, limits) : [],
    curve: (request.rates ?? []).map(at => ({ rate: checkRate(at), delta: chance(at) })),
  };
}

/** Whether a random sample may be published, and at which rate. Contains raw counts: for the custodian only. */
export async function auditRelease({
  data,
  table,
  coarsen,
  hierarchies,
  rate,
  rates,
  unit,
  ...order
}: ReleaseOrder): Promise<Audit> {
  const promised = guarantee(order);
  const columns = await coarsenedColumns(order.columns, coarsen, hierarchies);
  const opened = await openReleaseData(data, table);
  try {
    const named = rate === undefined ? undefined : String(rate);
    const person = personColumn(unit, unitIn(opened.policy?.tables[opened.table]));
    return await audit(opened.engine, { ...opened, columns, promised, unit: person, rate: named, rates });
  } finally {
    await opened.engine.close();
  }
}
