/** Copies of retired samples are erased: when they are retired, and by whoever opens the data next. */
import { partOf } from '../accounting/index.ts';
import type { Engine } from '../engine/index.ts';
import type { SampleRecord, State } from '../ledger/index.ts';

/** Whoever retired a sample, or recovered the ledger, may have died before its copies were erased. */
export async function forgetRetired({ retired }: Pick<State, 'retired'>, engine: Engine): Promise<void> {
  // where one cannot be erased now the next opening tries again: nobody asks it any more
  for (const sample of retired.values()) await forgetCopies(sample, engine).catch(() => {});
}

export async function forgetCopies(
  { node, described }: SampleRecord,
  { forget }: Pick<Engine, 'forget'>,
): Promise<void> {
  for (const part of partsOf(described.scheme)) await forget(partOf(node, part));
}

/** All that may have been copied of a draw. */
function partsOf({ kind, parts }: { readonly kind: string; readonly parts?: unknown }): readonly (string | null)[] {
  if (kind === 'random' && Array.isArray(parts)) return parts.map(({ name }: { name: string }) => name);
  return [null, 'first', 'rest'];
}
