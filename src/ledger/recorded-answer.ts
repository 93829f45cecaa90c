/** An answer as it was recorded, or a refusal: nobody is told what somebody edited. */
import { refuse } from '../vocabulary/index.ts';
import { type Json, sha256 } from './canonical-json.ts';
import type { Store } from './store.ts';

export interface Recording {
  readonly entry: number;
  /** Of the answer's text. */
  readonly hash: string;
}

export async function recordedAnswer(store: Store, { entry, hash }: Recording): Promise<Json> {
  const answer = await store.answer(entry);
  if (answer !== undefined && sha256(answer) === hash) return JSON.parse(answer);
  return refuse('ledger_damaged', 'The recorded answer was edited or removed. Restore the ledger from a copy.');
}
