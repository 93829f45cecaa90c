/**
 * Samples that are kept in Trino: tables of the schema that the policy names for them. A copy is made by one statement, the only one
 * that the secret of a kept sample ever stands in: others may be able to read the statements of a server.
 */
import type { TrinoSource } from '../../source/engines/index.ts';
import type { DeclaredTable } from '../../source/index.ts';
import { type Catalogue, copiedRows, quotePath, quoteText } from '../../sql/index.ts';
import { refuse } from '../../vocabulary/index.ts';
import { copyName, copyStem } from '../copy-name.ts';
import type { Copy } from '../engine.ts';
import { unitColumn } from '../needed-columns.ts';
import { lookedUp, rowsOfStatement, type TrinoAddress, TrinoFailure } from './client.ts';
import { statementForTrino } from './values.ts';

type Place = Pick<TrinoSource, 'catalog' | 'schema'>;

interface Scratch {
  readonly place: Place;
  readonly catalogue: Catalogue;
  readonly pinned: ReadonlyMap<string, string>;
}

const PREFIX = 'sortition_';

/** Before anything is charged: samples could not be kept later on. */
export async function checkScratch(address: TrinoAddress, { catalog, schema }: Place): Promise<void> {
  const found = await lookedUp(
    address,
    `SELECT 1 FROM ${quotePath([catalog, 'information_schema', 'schemata'])} WHERE schema_name = ${quoteText(schema.toLowerCase())}`,
  );
  if (found.length === 0)
    refuse('source_unreadable', `Samples cannot be stored: catalog ${catalog} has no schema ${schema}. Create it.`);
}

/** The table of a copy, as Trino calls it; made unless it is there. */
export async function copyTable(
  address: TrinoAddress,
  copy: Copy,
  table: DeclaredTable,
  { place, catalogue, pinned }: Scratch,
): Promise<readonly string[]> {
  const path = [place.catalog, place.schema, `${PREFIX}${copyName(copy.name, copy.state)}`];
  const made = await tablesNamed(address, place, copy.name);
  if (made.includes(path[2])) return path;
  for (const stale of made) await run(address, `DROP TABLE IF EXISTS ${quotePath([...path.slice(0, 2), stale])}`);
  const { text, parameters } = copiedRows(copy.units, { catalogue, table: copy.table, unit: unitColumn(table) });
  try {
    await run(address, `CREATE TABLE ${quotePath(path)} AS ${statementForTrino({ text, parameters }, pinned)}`);
  } catch (thrown) {
    // another process made the same one in between, of the same units
    if (!(thrown instanceof TrinoFailure && thrown.code === 'TABLE_ALREADY_EXISTS')) throw thrown;
  }
  return path;
}

/** Erases all copies of a name. */
export async function dropCopies(address: TrinoAddress, name: string, place: Place): Promise<void> {
  for (const table of await tablesNamed(address, place, name))
    await run(address, `DROP TABLE IF EXISTS ${quotePath([place.catalog, place.schema, table])}`);
}

async function tablesNamed(
  address: TrinoAddress,
  { catalog, schema }: Place,
  name: string,
): Promise<readonly string[]> {
  const rows = await lookedUp(
    address,
    `SELECT table_name FROM ${quotePath([catalog, 'information_schema', 'tables'])} WHERE table_schema = ${quoteText(schema.toLowerCase())} AND starts_with(table_name, ${quoteText(`${PREFIX}${copyStem(name)}`)})`,
  );
  return rows.map(([found]) => String(found));
}

async function run(address: TrinoAddress, text: string): Promise<void> {
  for await (const _ of rowsOfStatement(address, text));
}
