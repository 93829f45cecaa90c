/** The key of a public table must name one row: a question that joins it is refused otherwise, before any charge. */
import type { KeyCheck } from '../sql/index.ts';
import { refuse } from '../vocabulary/index.ts';
import type { Engine, Limits } from './engine.ts';

/** Only public tables are looked at, so the refusal may say what it found. */
export async function checkPublicKeys(engine: Engine, checks: readonly KeyCheck[], limits: Limits = {}): Promise<void> {
  for (const { table, column, query } of checks)
    for await (const _ of engine.run([query], limits))
      refuse(
        'key_not_unique',
        `Column ${column} is the key of public table ${table}, but two of its rows share a value.`,
      );
}
