/**
 * The combinations of a table in memory, so that hundreds of versions of it can be counted within seconds. What is found here is a
 * search: the engine counts the version that is suggested once more, by its own rules.
 */
import {
  type CoarsenedColumn,
  type Coarsening,
  countMargins,
  type Engine,
  type EngineLimits,
  marginRows,
} from '../engine/index.ts';
import { invariant } from '../vocabulary/index.ts';
import { countsOf } from './rates/table-counts.ts';
import type { CountVersions } from './recoding.ts';

interface HeldGroup {
  /** One row, or all rows of a person. */
  readonly rows: readonly (readonly (string | null)[])[];
  readonly count: number;
}

interface Held {
  readonly table: string;
  readonly columns: readonly CoarsenedColumn[];
  readonly unit?: string | undefined;
}

/** As many as are searched within a minute. */
export const GROUPS_MAX = 100_000;

/** Counts versions of a table of at most `GROUPS_MAX` combinations. */
export async function heldCounter(engine: Engine, held: Held, limits: EngineLimits): Promise<CountVersions> {
  const { columns } = held;
  const groups: HeldGroup[] = [];
  const margins = [columns.map((_, place) => place)];
  await countMargins(engine, { ...held, margins }, limits, ({ value, count }) =>
    groups.push({ rows: marginRows(value), count }),
  );
  invariant(groups.length <= GROUPS_MAX, 'larger tables are not held');
  const recode = recoder();
  return async versions => versions.map(version => countsIn(groups, cellsOf(version, columns, recode)));
}

type Cells = readonly { readonly place: number; readonly recoded: (cell: string | null) => string | null }[];

const cellsOf = (version: readonly CoarsenedColumn[], columns: readonly CoarsenedColumn[], recode: Recode): Cells =>
  version.map(({ name, rules }) => ({
    place: columns.findIndex(column => column.name === name),
    recoded: recode(name, rules),
  }));

function countsIn(groups: readonly HeldGroup[], cells: Cells) {
  const counted = new Map<string, number>();
  for (const { rows, count } of groups) {
    const texts = rows.map(row => JSON.stringify(cells.map(({ place, recoded }) => recoded(row[place]))));
    const key = texts.length === 1 ? texts[0] : texts.sort().join('\n');
    counted.set(key, (counted.get(key) ?? 0) + count);
  }
  return countsOf([...counted.values()]);
}

type Recode = (column: string, rules: readonly Coarsening[]) => (cell: string | null) => string | null;

/** Every value is recoded once by each list of rules. */
function recoder(): Recode {
  const known = new Map<string, Map<string | null, string | null>>();
  return (column, rules) => {
    const name = JSON.stringify([column, rules]);
    const texts = known.get(name) ?? new Map<string | null, string | null>();
    known.set(name, texts);
    return cell => {
      let text = texts.get(cell);
      if (text === undefined) {
        text = rules.reduce(applied, cell);
        texts.set(cell, text);
      }
      return text;
    };
  };
}

/** What cannot be read becomes null. Only rules that are suggested. */
function applied(cell: string | null, rule: Coarsening): string | null {
  if (cell === null) return null;
  const number = Number(cell);
  switch (rule.kind) {
    case 'range':
      return numberText(Math.floor(number / rule.width) * rule.width);
    case 'top':
      return numberText(Math.min(number, rule.most));
    case 'year':
      return /^-?[0-9]+(?=-[0-9]{2}-[0-9]{2})/.exec(cell)?.[0] ?? null;
    case 'month':
      return /^-?[0-9]+-[0-9]{2}(?=-[0-9]{2})/.exec(cell)?.[0] ?? null;
    default:
      invariant(false, `the rule ${rule.kind} is never suggested`);
  }
}

const numberText = (number: number): string | null => (Number.isFinite(number) ? String(number) : null);
