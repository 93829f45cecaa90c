/** A draft policy as far as it is decided: what nobody decided yet about a column is left out, so that its bounds can be asked for. */

/** Entries of columns that may be open, with those that make no sense alone. */
const TOGETHER: Readonly<Record<string, readonly string[]>> = {
  min: ['min', 'max'],
  max: ['min', 'max'],
  step: ['step'],
};

/** Everything else that is undecided stays, for the check to refuse. */
export function withoutOpenColumns(data: unknown): unknown {
  if (!isRecord(data)) return data;
  return changed(data, 'tables', tables =>
    each(tables, table => changed(table, 'columns', columns => decided(columns))),
  );
}

/** A category without values is no column that anybody could ask of. */
const decided = (columns: Entries): Entries =>
  Object.fromEntries(
    Object.entries(columns)
      .filter(([, column]) => !(isRecord(column) && column.values === null))
      .map(([name, column]) => [name, isRecord(column) ? withoutOpen(column) : column]),
  );

function withoutOpen(column: Entries): Entries {
  const open = new Set(Object.keys(column).flatMap(key => (column[key] === null ? (TOGETHER[key] ?? []) : [])));
  return Object.fromEntries(Object.entries(column).filter(([key]) => !open.has(key)));
}

type Entries = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is Entries =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const each = (entries: Entries, change: (entry: Entries) => Entries): Entries =>
  Object.fromEntries(Object.entries(entries).map(([name, entry]) => [name, isRecord(entry) ? change(entry) : entry]));

const changed = (entries: Entries, key: string, change: (inner: Entries) => Entries): Entries => {
  const inner = entries[key];
  return isRecord(inner) ? { ...entries, [key]: change(inner) } : entries;
};
