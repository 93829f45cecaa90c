/** Columns of published data: how often each combination occurs. */
import { readFileSync } from 'node:fs';

/** The counts of all combinations of the columns. */
export function publishedCounts(path: string, columns: readonly string[]): number[] {
  const [names, ...rows] = readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map(line => line.trim().split(','));
  const counts = new Map<string, number>();
  for (const row of rows) {
    const combination = columns.map(column => row[names.indexOf(column)]).join();
    counts.set(combination, (counts.get(combination) ?? 0) + 1);
  }
  return [...counts.values()];
}
