/** Statements on a Trino server, as somebody who may do everything. */
import { addressOf, rowsOfStatement } from '../../src/engine/trino/client.ts';

export async function runOn(url: string, statement: string): Promise<(readonly (string | boolean | null)[])[]> {
  const rows = [];
  for await (const row of rowsOfStatement(addressOf(url), statement)) rows.push(row);
  return rows;
}
