/** A planted fault: edits of the product's text that break its promise, and the referee that must find it out. */
import type { RefereeName } from '../referee.ts';

export interface Fault {
  readonly name: string;
  readonly referee: RefereeName;
  /** Each must match exactly once; one that does not is stale. */
  readonly edits: readonly Edit[];
}

export interface Edit {
  readonly file: string;
  readonly find: string;
  readonly replace: string;
}
