/** The rows of a state as files that a real engine reads, put in place as whoever renames a new file does. */
import { renameSync, writeFileSync } from 'node:fs';
import type { Field, Row } from '../generate/case.ts';

export function writeTable(path: string, columns: readonly string[], rows: readonly Row[]): void {
  const lines = [columns.join(), ...rows.map(row => columns.map(column => fieldOf(row[column] ?? null)).join())];
  writeFileSync(`${path}.new`, `${lines.join('\n')}\n`);
  renameSync(`${path}.new`, path);
}

const fieldOf = (value: Field): string =>
  value === null ? '' : typeof value === 'string' ? `"${value.replaceAll('"', '""')}"` : String(value);
