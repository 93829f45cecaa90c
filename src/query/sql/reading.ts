/** How expressions are read: what names stand for at a place, and what the readers of single constructs are given. */
import type { FuncCall, Node } from 'libpg-query';
import type { Typed } from '../typed.ts';

export interface SqlContext {
  readonly text: string;
  /** What a name stands for here; it may have a table before it. */
  readonly column: (path: readonly string[], node: Node) => Typed;
  /** What an aggregate stands for; absent where single rows are spoken of. */
  readonly aggregate?: (call: FuncCall, node: Node) => Typed;
}

/** One construct: where it stands, and how to read what stands inside it. */
export interface SqlConstruct {
  readonly text: string;
  readonly node: Node;
  readonly read: (node: Node) => Typed;
}
