/** Columns of published data, where it lies beside the project: how often each combination occurs. Never copied into the project. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export function publishedPath(file: string): string | undefined {
  const path = fileURLToPath(new URL(`../../../shared/data/${file}`, import.meta.url));
  return existsSync(path) ? path : undefined;
}

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
