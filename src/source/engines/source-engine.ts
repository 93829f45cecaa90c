/** What is known of an engine where a policy names it. How it is opened and spoken to is in the stations `engine` and `sql`. */
import { name, optional, text } from '../schema-bricks.ts';

/** `Written` is the source as a policy has it, `Resolved` as it is read. */
export interface SourceEngine<Written, Resolved> {
  /** Names that differ by capitals alone are two names. */
  readonly tellsCapitals: boolean;
  /** All paths and references to files that it holds. */
  readonly moved: (source: Written, move: (path: string) => string) => Written;
  readonly resolved: (source: Written) => Resolved;
}

/** Never quotes what it refuses: it may be a password. */
export const secretUrl = text(
  '"env:NAME" or "file:PATH", because a policy must not contain a password',
  /^(env|file):./,
);
export const version = optional(name, 'Names the state of data that change; the budget covers all states.');
export const scratch = optional(name, 'The schema in which samples may be materialised.');
