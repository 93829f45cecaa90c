/** The end of a sample: nobody asks it again, its key and its copies are erased, and what was spent on it stays spent. */
import type { Retired } from '../ledger/index.ts';
import type { Deployment } from './deployment.ts';
import { forgetCopies } from './forgotten-copies.ts';

/** The chain first: whatever fails afterwards, the sample is not used any more, and retiring again erases what is left. */
export async function retireDraw(name: string, reason: string, { ledger, engine }: Deployment): Promise<Retired> {
  const retired = await ledger.retireSample(name, reason);
  const { commitment } = retired.sample;
  if (commitment !== null) ledger.keys.erase(commitment);
  await forgetCopies(retired.sample, await engine());
  return retired;
}
