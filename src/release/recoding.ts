/**
 * Which columns to make coarser together, so that the rate that was asked for is safe: one step after the other for all columns, then
 * back again wherever a finer column would do. Tried on the table itself, for the custodian alone.
 */
import type { CoarsenedColumn, Coarsening, FileColumnKind } from '../engine/index.ts';
import { type ColumnRange, DATE_RULES, limitsFor, type PresetRule, widthsFor } from './cut-points.ts';
import { exactRate } from './rates/exact-rate.ts';
import type { ReleaseGuarantee } from './rates/guarantee.ts';
import type { TableCounts } from './rates/table-counts.ts';

/** Columns as they would be published, with what that allows. */
export interface SuggestedRecoding {
  /** Those that are still published. */
  readonly columns: readonly string[];
  /** The rules to add, as they are written for --coarsen; empty where leaving out columns is enough. */
  readonly coarsen: string;
  readonly exactRate: number;
  readonly distinct: number;
}

/** Counts versions of the table. */
export type CountVersions = (versions: readonly (readonly CoarsenedColumn[])[]) => Promise<readonly TableCounts[]>;

/** How far a column has gone along each of its scales; undefined: it is left out. */
type Level = readonly number[] | undefined;

export interface ScaledColumn {
  readonly name: string;
  /** Each from fine to coarse; rules of all scales are applied one after the other. */
  readonly scales: readonly (readonly PresetRule[])[];
}

/** With more columns every step would take long, and nobody would publish the result. */
const COLUMNS_MAX = 12;
const STEPS_MAX = 80;

export function scalesOf(
  names: readonly string[],
  kinds: ReadonlyMap<string, FileColumnKind>,
  ranges: ReadonlyMap<string, ColumnRange>,
): readonly ScaledColumn[] {
  return names.map(name => {
    if (!isWritable(name)) return { name, scales: [] };
    const [kind, range] = [kinds.get(name), ranges.get(name)];
    if (kind === 'date') return { name, scales: [DATE_RULES] };
    return { name, scales: range === undefined ? [] : [limitsFor(range), widthsFor(range)] };
  });
}

/** Rules are written COLUMN=RULE,...: nobody could write one for such a name. */
const isWritable = (name: string): boolean => !/[,=]/.test(name);

/** Undefined where nothing reaches the rate. `confirm` counts what is found once more. */
export async function findRecoding(
  columns: readonly ScaledColumn[],
  promised: ReleaseGuarantee,
  rate: number,
  { count, confirm }: { readonly count: CountVersions; readonly confirm: CountVersions },
): Promise<SuggestedRecoding | undefined> {
  if (columns.length > COLUMNS_MAX) return undefined;
  const judge = async (candidates: readonly (readonly Level[])[]): Promise<readonly Judged[]> => {
    const tables = await count(candidates.map(levels => versionOf(columns, levels)));
    return tables.map((table, place) => ({
      levels: candidates[place],
      exactRate: exactRate(table, promised),
      distinct: table.distinct,
    }));
  };
  let found: Judged = { levels: columns.map(({ scales }) => scales.map(() => 0)), exactRate: 0, distinct: Infinity };
  for (let step = 0; !(found.exactRate >= rate); step++) {
    const candidates = stepsFrom(columns, found.levels);
    if (candidates.length === 0 || step === STEPS_MAX) return undefined;
    found = bestOf(await judge(candidates), found);
  }
  for (const [place, { scales }] of columns.entries())
    for (const scale of [undefined, ...scales.keys()]) {
      const finer = finerThan(columns, found.levels, place, scale);
      const enough = finer.length === 0 ? [] : (await judge(finer)).filter(judged => judged.exactRate >= rate);
      found = enough.reduce((kept, judged) => (judged.distinct > kept.distinct ? judged : kept), found);
    }
  // a column of which one value is left tells nothing
  for (const place of columns.keys()) {
    const published = found.levels.filter(level => level !== undefined).length;
    if (published < 2 || found.levels[place] === undefined) continue;
    const [without] = await judge([replaced(found.levels, place, undefined)]);
    if (without.distinct === found.distinct) found = without;
  }
  const [table] = await confirm([versionOf(columns, found.levels)]);
  const confirmed = { ...found, exactRate: exactRate(table, promised), distinct: table.distinct };
  // one value for all is safe, and says nothing
  return confirmed.exactRate >= rate && confirmed.distinct > 1 ? written(columns, confirmed) : undefined;
}

interface Judged {
  readonly levels: readonly Level[];
  readonly exactRate: number;
  readonly distinct: number;
}

/** One column one level coarser; columns are left out only where no rule is left. */
function stepsFrom(columns: readonly ScaledColumn[], levels: readonly Level[]): readonly (readonly Level[])[] {
  const coarser = columns.flatMap(({ scales }, place) => {
    const level = levels[place];
    if (level === undefined) return [];
    return scales.flatMap((scale, i) =>
      level[i] < scale.length ? [replaced(levels, place, replaced(level, i, level[i] + 1))] : [],
    );
  });
  if (coarser.length > 0) return coarser;
  const published = levels.filter(level => level !== undefined).length;
  return published < 2
    ? []
    : columns.flatMap((_, place) => (levels[place] === undefined ? [] : [replaced(levels, place, undefined)]));
}

/** The same with one column finer along one scale, or published again as coarse as it can be. */
function finerThan(
  columns: readonly ScaledColumn[],
  levels: readonly Level[],
  place: number,
  scale: number | undefined,
): readonly (readonly Level[])[] {
  const level = levels[place];
  if (scale === undefined)
    return level === undefined
      ? [
          replaced(
            levels,
            place,
            columns[place].scales.map(rules => rules.length),
          ),
        ]
      : [];
  if (level === undefined) return [];
  return Array.from({ length: level[scale] }, (_, finer) => replaced(levels, place, replaced(level, scale, finer)));
}

const replaced = <Item>(list: readonly Item[], place: number, item: Item): readonly Item[] =>
  list.map((each, index) => (index === place ? item : each));

/** Less than this much more is a matter of chance, not of the column. */
const NOTICEABLE = 1.02;

/** The largest rate; where no step is noticed yet, the one that merges most. */
function bestOf(judged: readonly Judged[], before: Judged): Judged {
  const [best] = [...judged].sort((one, other) => other.exactRate - one.exactRate || one.distinct - other.distinct);
  if (best.exactRate > NOTICEABLE * before.exactRate && before.exactRate > 0) return best;
  return [...judged].sort((one, other) => one.distinct - other.distinct || other.exactRate - one.exactRate)[0];
}

const versionOf = (columns: readonly ScaledColumn[], levels: readonly Level[]): readonly CoarsenedColumn[] =>
  columns.flatMap((column, place) => {
    const rules = rulesAt(column, levels[place]);
    return rules === undefined ? [] : [{ name: column.name, rules: rules.map(([, rule]): Coarsening => rule) }];
  });

const rulesAt = ({ scales }: ScaledColumn, level: Level): readonly PresetRule[] | undefined =>
  level && scales.flatMap((scale, i) => (level[i] === 0 ? [] : [scale[level[i] - 1]]));

const written = (columns: readonly ScaledColumn[], { levels, exactRate, distinct }: Judged): SuggestedRecoding => ({
  columns: columns.filter((_, place) => levels[place] !== undefined).map(({ name }) => name),
  coarsen: columns
    .flatMap((column, place) => (rulesAt(column, levels[place]) ?? []).map(([text]) => `${column.name}=${text}`))
    .join(','),
  exactRate,
  distinct,
});
