/** Which coarser columns would help: tried on the table itself, those first that buy most. */
import {
  type CoarsenedColumn,
  type Combinations,
  countCombinations,
  type Engine,
  type EngineLimits,
} from '../engine/index.ts';
import type { ReleaseGuarantee } from './rates/guarantee.ts';
import { tableCounts } from './rates/table-counts.ts';
import type { CountVersions, ScaledColumn } from './recoding.ts';
import {
  type Alternative,
  coarserVersions,
  type FoundAlternative,
  isUnneeded,
  type Suggestion,
  suggestions,
  withoutEach,
} from './suggestions.ts';

export interface Helped {
  readonly table: string;
  readonly columns: readonly CoarsenedColumn[];
  /** The same with the rules that each could have further. */
  readonly scaled: readonly ScaledColumn[];
  readonly unit?: string | undefined;
  readonly promised: ReleaseGuarantee;
}

/** Columns whose coarser versions are tried: those that cost most. */
const COLUMNS_TRIED = 2;
const SHOWN = 8;

/** `without`: the table without each of its columns, where that was counted already. */
export async function helpfulRules(
  engine: Engine,
  request: Helped,
  known: { readonly without: readonly FoundAlternative[] | undefined; readonly rate: number },
  limits: EngineLimits,
): Promise<readonly Suggestion[]> {
  const { columns, scaled, promised } = request;
  const names = columns.map(({ name }) => name);
  const { rate, without = await versions(engine, request, withoutEach(names), limits) } = known;
  const leavingOut = suggestions(without, promised, rate);
  const costly = names.length === 1 ? names : leavingOut.slice(0, COLUMNS_TRIED).map(({ column }) => column);
  const coarser = scaled.filter(({ name }) => costly.includes(name)).flatMap(column => coarserVersions(names, column));
  const tried = await versions(engine, request, coarser, limits);
  const coarsening = suggestions(
    tried.filter(version => !isUnneeded(version, without)),
    promised,
    rate,
  );
  return [...leavingOut, ...coarsening].sort((one, other) => other.exactRate - one.exactRate).slice(0, SHOWN);
}

async function versions(
  engine: Engine,
  request: Helped,
  tried: readonly Alternative[],
  limits: EngineLimits,
): Promise<readonly FoundAlternative[]> {
  if (tried.length === 0) return [];
  const tables = await versionCounter(engine, request, limits)(tried.map(({ columns }) => columns));
  return tried.map((alternative, place) => ({ alternative, table: tables[place] }));
}

/** Versions of a table, counted in one pass over its rows. */
export const versionCounter =
  (engine: Engine, { columns, table, unit }: Helped, limits: EngineLimits): CountVersions =>
  async alternatives => {
    const counted = await countCombinations(engine, { table, unit, columns, alternatives, rarest: 0 }, limits);
    return counted.alternatives.map(tableCounts);
  };

export const foundIn = ({ alternatives }: Combinations, tried: readonly Alternative[]): readonly FoundAlternative[] =>
  tried.map((alternative, place) => ({ alternative, table: tableCounts(alternatives[place]) }));
