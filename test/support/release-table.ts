/** A table of one column, in a folder of its own: what is drawn from it has a ledger beside it. */
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export async function wardsIn(
  counts: Readonly<Record<string, number>>,
): Promise<{ readonly folder: string; readonly data: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'sortition-release-table-'));
  const data = join(folder, 'people.csv');
  const rows = Object.entries(counts).flatMap(([ward, count]) => new Array<string>(count).fill(ward));
  await writeFile(data, ['ward', ...rows].join('\n'));
  return { folder, data };
}
