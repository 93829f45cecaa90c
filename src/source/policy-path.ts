/** What is wrong with a policy, where, and what is left to decide. */
import type { Path } from '../json/index.ts';

/** What is wrong, and where; the rule goes on from the name of the place: "must be ...". */
export interface Complaint {
  readonly path: Path;
  readonly rule: string;
}

/** Places that hold null: what a draft leaves to the custodian. */
export function undecidedIn(data: unknown, path: Path = []): Path[] {
  if (data === null) return [path];
  if (typeof data !== 'object') return [];
  const entries = Array.isArray(data) ? data.entries() : Object.entries(data);
  return [...entries].flatMap(([key, entry]) => undecidedIn(entry, [...path, key]));
}
