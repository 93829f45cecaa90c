/** Places in a policy, as messages and drafts name them: `tables.visits.columns.age.min`. */
export type Path = readonly (string | number)[];

/** What is wrong, and where; the rule goes on from the name of the place: "must be ...". */
export interface Complaint {
  readonly path: Path;
  readonly rule: string;
}

const PLAIN = /^[\p{L}\p{N}_$-]+$/u;

/** Names that would be misread, or that hold a line break, stand in quotes. */
export const pathText = (path: Path): string =>
  path
    .map((key, index) => {
      if (typeof key === 'number') return `[${key}]`;
      if (!PLAIN.test(key)) return `[${JSON.stringify(key)}]`;
      return index === 0 ? key : `.${key}`;
    })
    .join('');

/** Places that hold null: what a draft leaves to the custodian. */
export function undecidedIn(data: unknown, path: Path = []): Path[] {
  if (data === null) return [path];
  if (typeof data !== 'object') return [];
  const entries = Array.isArray(data) ? data.entries() : Object.entries(data);
  return [...entries].flatMap(([key, entry]) => undecidedIn(entry, [...path, key]));
}
