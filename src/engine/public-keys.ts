/** What can still be refused by its own code, before any charge: the key of a public table must name one row. */
import type { KeyCheck } from '../sql/index.ts';
import { Refusal, refuse } from '../vocabulary/index.ts';
import type { EngineLimits, Snapshot } from './engine.ts';

/** Only public tables are looked at, so the refusal may say what it found. */
export async function checkPublicKeys(
  { run }: Pick<Snapshot, 'run'>,
  checks: readonly KeyCheck[],
  limits: EngineLimits = {},
): Promise<void> {
  for (const { table, column, query } of checks)
    if (!(await isEmpty(run([query], limits), table)))
      refuse(
        'key_not_unique',
        `Column ${column} is the key of public table ${table}, but two rows have the same value. Remove the duplicate, or choose another key.`,
      );
}

/** An engine that fails here has cost nothing yet, and must not say that it has. */
async function isEmpty(rows: AsyncIterable<unknown>, table: string): Promise<boolean> {
  try {
    let isEmpty = true;
    for await (const _ of rows) isEmpty = false;
    return isEmpty;
  } catch (thrown) {
    if (thrown instanceof Refusal && thrown.code === 'engine_failed')
      return refuse('source_unreadable', `Public table ${table} cannot be read. Nothing was charged.`);
    throw thrown;
  }
}
