/** An answer as it was recorded, or a refusal: nobody is given what somebody edited. */

import type { Json } from '../json/index.ts';
import { sha256 } from '../text/index.ts';
import { refuse } from '../vocabulary/index.ts';
import type { StoredEntry } from './entry.ts';

export interface Recording {
  readonly entry: number;
  /** Of the answer's text. */
  readonly hash: string;
}

/** `answer` is what lies there now, if anything does. */
export function recordedAnswer(answer: string | undefined, { hash }: Pick<Recording, 'hash'>): Json {
  if (answer !== undefined && sha256(answer) === hash) return JSON.parse(answer);
  return refuse('ledger_damaged', 'The recorded answer was edited or removed. Restore the ledger from a copy.');
}

/** Only what is settled has an answer, and its hash stands in the entry. */
export function answerIsKept({
  kind,
  body,
  answer,
}: Pick<StoredEntry, 'kind' | 'body'> & { readonly answer: string | null }): boolean {
  if (kind !== 'settled') return answer === null;
  const { answer: hash }: { answer: string } = JSON.parse(body);
  return answer !== null && sha256(answer) === hash;
}
