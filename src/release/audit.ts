/**
 * May a random sample of these columns be published, at which rate, and what stands in the way? Counted by the engine, no
 * row is loaded. The answer holds raw counts: it is for the custodian alone.
 */
import {
  type CoarsenedColumn,
  type ColumnKind,
  type Combinations,
  countCombinations,
  type Engine,
  type Limits,
} from '../engine/index.ts';
import { refuse } from '../vocabulary/index.ts';
import { kindsAfter } from './coarsened-kinds.ts';
import { checkColumns } from './column-check.ts';
import { correctMatch } from './correct-match.ts';
import { failureChance } from './failure-chance.ts';
import { checkRate, type Guarantee } from './guarantee.ts';
import {
  type Alternative,
  coarserVersions,
  type Found,
  type Suggestion,
  suggestions,
  tellsNothing,
  withoutEach,
} from './suggestions.ts';
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
  /** Further rates whose chance of a broken promise is wanted. */
  readonly rates?: readonly number[] | undefined;
}

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

export async function audit(engine: Engine, request: AuditRequest, limits: Limits = {}): Promise<Audit> {
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
  if (table.rows === 0) return refuse('table_empty', 'The table has no rows: there is nothing to publish.');
  const verdict = verdictOn(table, promised, rate);
  const help = async (): Promise<readonly Suggestion[]> => {
    const without =
      rate === undefined ? found(tried, counted) : await versions(engine, request, withoutEach(names), limits);
    return helpful(engine, request, { without, rate: verdict.exactRate }, limits);
  };
  return {
    rows: table.rows,
    distinct: table.distinct,
    ...verdict,
    anonymity: table.groups[0].count,
    unique: table.groups[0].count === 1 ? table.groups[0].values : 0,
    correctMatch: correctMatch(table, verdict.rate),
    worst: worstValues(counted.rarest, names, { table, promised, rate: verdict.exactRate }),
    suggestions: verdict.rateFromData || verdict.verdict === 'unsafe' ? await help() : [],
    curve: (request.rates ?? []).map(at => ({ rate: checkRate(at), delta: failureChance(table, promised)(at) })),
  };
}

/** Columns whose coarser versions are tried: those that cost most. */
const COLUMNS_TRIED = 2;
const SHOWN = 8;

/** `without`: the table without each of its columns. */
async function helpful(
  engine: Engine,
  request: AuditRequest,
  { without, rate }: { readonly without: readonly Found[]; readonly rate: number },
  limits: Limits,
): Promise<readonly Suggestion[]> {
  const { columns, kinds, promised } = request;
  const names = columns.map(({ name }) => name);
  const leavingOut = suggestions(without, promised, rate);
  const costly = names.length === 1 ? names : leavingOut.slice(0, COLUMNS_TRIED).map(({ column }) => column);
  const coarser = costly.flatMap(column => coarserVersions(names, column, kindsAfter(columns, kinds)));
  const tried = await versions(engine, request, coarser, limits);
  const coarsening = suggestions(
    tried.filter(version => !tellsNothing(version, without)),
    promised,
    rate,
  );
  return [...leavingOut, ...coarsening].sort((one, other) => other.exactRate - one.exactRate).slice(0, SHOWN);
}

async function versions(
  engine: Engine,
  { columns, table, unit }: AuditRequest,
  tried: readonly Alternative[],
  limits: Limits,
): Promise<readonly Found[]> {
  if (tried.length === 0) return [];
  const alternatives = tried.map(({ columns }) => columns);
  const counted = await countCombinations(engine, { table, unit, columns, alternatives, rarest: 0 }, limits);
  return found(tried, counted);
}

const found = (tried: readonly Alternative[], { alternatives }: Combinations): readonly Found[] =>
  tried.map((alternative, place) => ({ alternative, table: tableCounts(alternatives[place]) }));
