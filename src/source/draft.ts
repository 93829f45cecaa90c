/**
 * A first policy from the schema of the data: names and types, never a value. What only the custodian can know
 * (who is protected, which values are possible, how large the budget is) is left null and listed.
 */
import { pathText } from '../json/index.ts';
import { undecidedIn } from './policy-path.ts';
import { policyText } from './policy-text.ts';

/** A table as an engine describes it; types in DuckDB's words. */
export interface DescribedTable {
  readonly name: string;
  readonly columns: readonly { readonly name: string; readonly type: string }[];
}

export interface PolicyDraft {
  /** The text of the policy file. */
  readonly text: string;
  /** Places that hold null: `tables.visits.columns.age.min`. */
  readonly undecided: readonly string[];
  /** Columns of types that no question can use. */
  readonly leftOut: readonly { readonly table: string; readonly column: string; readonly type: string }[];
}

/** `path` is the data's, and `ledger` the ledger's, as the policy will name them. */
export function draftPolicy(
  tables: readonly DescribedTable[],
  { path, ledger }: { path: string; ledger: string },
): PolicyDraft {
  const policy = {
    source: { engine: 'duckdb', path },
    tables: Object.fromEntries(tables.map(({ name, columns }) => [name, draftTable(columns)])),
    budget: { epsilon: null },
    ledger: `sqlite:${ledger}`,
  };
  return {
    text: `${policyText(policy, JSON.stringify)}\n`,
    undecided: undecidedIn(policy).map(pathText),
    leftOut: tables.flatMap(({ name, columns }) =>
      columns
        .filter(({ type }) => draftColumn(type) === undefined)
        .map(column => ({ table: name, column: column.name, type: column.type })),
    ),
  };
}

/** Who is protected is the first decision, so it is asked for first. */
const draftTable = (columns: DescribedTable['columns']) => ({
  unit: null,
  rowsPerUnit: null,
  columns: Object.fromEntries(
    columns.flatMap(({ name, type }) => {
      const column = draftColumn(type);
      return column === undefined ? [] : [[name, column]];
    }),
  ),
});

const UNDECIDED_BOUNDS = { min: null, max: null };

/** An enumeration's members may have been collected from the data, so they are asked for like bounds. */
const TYPES: readonly (readonly [RegExp, (match: RegExpExecArray) => object])[] = [
  [/^U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?$/, () => ({ type: 'integer', ...UNDECIDED_BOUNDS })],
  [/^DECIMAL\(\d+,0\)$/, () => ({ type: 'integer', ...UNDECIDED_BOUNDS })],
  [/^DECIMAL\(\d+,(\d+)\)$/, ([, scale]) => ({ type: 'number', ...UNDECIDED_BOUNDS, step: Number(`1e-${scale}`) })],
  [/^(FLOAT|DOUBLE)$/, () => ({ type: 'number', ...UNDECIDED_BOUNDS, step: null })],
  [/^ENUM\(/, () => ({ type: 'category', values: null })],
  [/^(VARCHAR|UUID)$/, () => ({ type: 'text' })],
  [/^BOOLEAN$/, () => ({ type: 'boolean' })],
  [/^DATE$/, () => ({ type: 'date', ...UNDECIDED_BOUNDS })],
  [/^TIMESTAMP( WITH TIME ZONE|_S|_MS|_NS)?$/, () => ({ type: 'timestamp', ...UNDECIDED_BOUNDS })],
];

function draftColumn(type: string): object | undefined {
  for (const [pattern, column] of TYPES) {
    const match = pattern.exec(type);
    if (match !== null) return column(match);
  }
  return undefined;
}
