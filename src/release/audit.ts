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
import { kindsAfter } from './coarsened-kinds.ts';
import { coarsenedColumns } from './coarsening-rules.ts';
import { checkColumns } from './column-check.ts';
import { columnRanges } from './column-ranges.ts';
import { correctMatch, sampleUniques } from './correct-match.ts';
import { GROUPS_MAX, heldCounter } from './held-groups.ts';
import { foundIn, type Helped, helpfulRules, versionCounter } from './helpful-rules.ts';
import { personColumn, unitIn } from './person.ts';
import { failureChance } from './rates/failure-chance.ts';
import { checkRate, guarantee, type ReleaseGuarantee } from './rates/guarantee.ts';
import { tableCounts } from './rates/table-counts.ts';
import { findRecoding, type SuggestedRecoding, scalesOf } from './recoding.ts';
import { openReleaseData } from './release-data.ts';
import type { ReleaseOrder } from './release-order.ts';
import { type FoundAlternative, type Suggestion, withoutEach } from './suggestions.ts';
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
  /** The rules of the columns, in the words of --coarsen. */
  readonly written?: string | undefined;
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
  /** The expected share of the sample that is alone in it with its combination. */
  readonly sampleUniques: number;
  readonly worst: readonly WorstValue[];
  /** Only where a rate was not given or is unsafe. */
  readonly suggestions: readonly Suggestion[];
  /** Rules for several columns together that make the rate that was asked for safe; null where it is, or where none do. */
  readonly recoding: SuggestedRecoding | null;
  /** At the further rates. */
  readonly curve: readonly { readonly rate: number; readonly delta: number }[];
}

/** Rarest combinations that are looked at: the worst ten are among them, for what is rare is what harms. */
const RAREST = 40;

/** What an audit is at, for whoever waits. */
export type AuditStage = 'counting' | 'suggesting' | 'recoding';

export interface AuditSurroundings {
  readonly limits?: EngineLimits | undefined;
  readonly progress?: ((stage: AuditStage) => void) | undefined;
}

export async function audit(
  engine: Engine,
  request: AuditRequest,
  { limits = {}, progress = () => {} }: AuditSurroundings = {},
): Promise<Audit> {
  progress('counting');
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
    sampleUniques: sampleUniques(table, verdict.rate),
    worst: worstValues(counted.rarest, names, { table, promised, rate: verdict.exactRate }),
    ...(needsHelp
      ? await help(engine, request, { without, verdict, distinct: table.distinct }, { limits, progress })
      : NO_HELP),
    curve: (request.rates ?? []).map(at => ({ rate: checkRate(at), delta: chance(at) })),
  };
}

const NO_HELP = { suggestions: [], recoding: null };

interface Unhelped {
  /** The table without each of its columns, where that was counted already. */
  readonly without: readonly FoundAlternative[] | undefined;
  readonly verdict: Verdict;
  readonly distinct: number;
}

/** Rules one by one, and for a rate that was asked for and is unsafe, rules that reach it together. */
async function help(
  engine: Engine,
  request: AuditRequest,
  { without, verdict, distinct }: Unhelped,
  { limits, progress }: Required<{ [Name in keyof AuditSurroundings]: NonNullable<AuditSurroundings[Name]> }>,
): Promise<Pick<Audit, 'suggestions' | 'recoding'>> {
  progress('suggesting');
  const { table, columns, unit, promised } = request;
  const kinds = kindsAfter(columns, request.kinds);
  const names = columns.map(({ name }) => name);
  const scaled = scalesOf(names, kinds, await columnRanges(engine, table, columns, kinds, limits));
  const helped: Helped = { table, columns, unit, promised, scaled };
  const suggestions = await helpfulRules(engine, helped, { without, rate: verdict.exactRate }, limits);
  if (verdict.rateFromData || distinct > GROUPS_MAX) return { suggestions, recoding: null };
  progress('recoding');
  const confirm = versionCounter(engine, helped, limits);
  const count = await heldCounter(engine, helped, limits);
  const recoding = await findRecoding(scaled, promised, verdict.rate, { count, confirm });
  return { suggestions, recoding: recoding === undefined ? null : withWritten(recoding, request.written) };
}

/** With the rules that were written already, of columns that are still published. */
const withWritten = (recoding: SuggestedRecoding, words = ''): SuggestedRecoding => ({
  ...recoding,
  coarsen: [...words.split(',').filter(word => recoding.columns.includes(word.split('=')[0])), recoding.coarsen]
    .filter(word => word !== '')
    .join(','),
});

/** Whether a random sample may be published, and at which rate. Contains raw counts: for the custodian only. */
export async function auditRelease(
  { data, table, coarsen, hierarchies, rate, rates, unit, ...order }: ReleaseOrder,
  surroundings: AuditSurroundings = {},
): Promise<Audit> {
  const promised = guarantee(order);
  const columns = await coarsenedColumns(order.columns, coarsen, hierarchies);
  const opened = await openReleaseData(data, table);
  try {
    const named = rate === undefined ? undefined : String(rate);
    const person = personColumn(unit, unitIn(opened.policy?.tables[opened.table]));
    const request = { ...opened, columns, promised, unit: person, rate: named, rates, written: coarsen };
    return await audit(opened.engine, request, surroundings);
  } finally {
    await opened.engine.close();
  }
}
