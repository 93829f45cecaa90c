/** An answer as it was recorded, or a refusal: nobody is given what somebody edited. */
import { refuse } from '../vocabulary/index.ts';
import { type Json, sha256 } from './canonical-json.ts';

export interface Recording {
  readonly entry: number;
  /** Of the answer's text. */
  readonly hash: string;
}

/** `answer` is what lies there now, if anything does. */
export function recordedAnswer(answer: string | undefined, { hash }: Pick<Recording, 'hash'>): Json {
  if (answer !== undefined && sha256(answer) === hash) return JSON.parse(answer);
  return refuse('ledger_damaged', 'The recorded answer was edited or removed. Restore the ledger from a backup.');
}
