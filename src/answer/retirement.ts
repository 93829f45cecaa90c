/** The end of a sample: nobody asks it again, its key and its copies are erased, and what was spent on it stays spent. */
import { partOf } from '../accounting/index.ts';
import type { Retired } from '../ledger/index.ts';
import type { Deployment } from './deployment.ts';

/** The chain first: whatever fails afterwards, the sample is not used any more, and retiring again erases what is left. */
export async function retireDraw(name: string, reason: string, { ledger, engine }: Deployment): Promise<Retired> {
  const retired = await ledger.retireSample(name, reason);
  const { commitment, node, described } = retired.sample;
  if (commitment !== null) ledger.keys.erase(commitment);
  const data = await engine();
  for (const part of partsOf(described.scheme)) await data.forget(partOf(node, part));
  return retired;
}

/** All that may have been copied of a draw. */
function partsOf({ kind, parts }: { readonly kind: string; readonly parts?: unknown }): readonly (string | null)[] {
  if (kind === 'random' && Array.isArray(parts)) return parts.map(({ name }: { name: string }) => name);
  return [null, 'first', 'rest'];
}
