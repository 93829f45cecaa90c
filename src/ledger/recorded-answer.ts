/** An answer as it was recorded, or a refusal: nobody is given what somebody edited. */

import type { Json } from '../json/index.ts';
import { sha256 } from '../text/index.ts';
import { refuse } from '../vocabulary/index.ts';

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
