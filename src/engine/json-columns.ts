/**
 * The columns of a JSON file, which has none of its own: the keys of its objects. DuckDB would look at some rows and let one
 * of them decide, a list or an object of many keys, that there are no columns at all.
 */
import type { DuckDBConnection } from '@duckdb/node-api';
import { isJsonArray } from './json-file.ts';
import { jsonFields, jsonObjects } from './text-rows.ts';

/** More would be one row's doing, and take minutes: of more, those that most objects have. */
const NAMES_MAX = 1000;

/** What objects have as keys, those of most objects first. Nothing can be called by an empty name, nor by one with NUL. */
export async function jsonNames(connection: DuckDBConnection, path: string): Promise<readonly string[]> {
  const keys = `SELECT json_keys(object) AS keys FROM ${jsonObjects(path, isJsonArray(path))}`;
  const found = await connection.runAndReadAll(
    `SELECT name FROM (SELECT unnest(keys) AS name, generate_subscripts(keys, 1) AS place, n FROM (SELECT keys, count(*) AS n FROM (${keys}) GROUP BY keys)) WHERE name <> '' AND NOT contains(name, chr(0)) GROUP BY name ORDER BY sum(n) DESC, sum(place * n) / sum(n), name`,
  );
  return distinctNames(found.getRows().map(([name]) => String(name))).slice(0, NAMES_MAX);
}

/** DuckDB takes names for one that differ in capitals of ASCII alone; the one that most objects have is meant. */
function distinctNames(names: readonly string[]): readonly string[] {
  const folded = names.map(name => name.replace(/[A-Z]/g, capital => capital.toLowerCase()));
  return names.filter((_, place) => folded.indexOf(folded[place]) === place);
}

/** Fields as JSON, by their places, as what stands after FROM; null is none. */
export const jsonCells = (path: string, names: readonly string[]): string =>
  `(SELECT ${names.map((_, place) => `CASE WHEN json_type(c${place}) <> 'NULL' THEN c${place} END AS c${place}`).join(', ')} FROM ${jsonFields(path, isJsonArray(path), names)})`;
