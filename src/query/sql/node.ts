/** The parser's tree: nodes are objects with one key, the node's kind. And what their readers are given. */
import type { FuncCall, Node } from 'libpg-query';
import type { Typed } from '../typed.ts';

export type NodeKind = Node extends infer Each ? (Each extends unknown ? keyof Each : never) : never;

export type BodyOf<K extends NodeKind> =
  Extract<Node, { readonly [key in K]: unknown }> extends { readonly [key in K]: infer Body } ? Body : never;

/** The one key of a node; its type is a union with one member for each kind, which no key of it can be read from. */
export const kindOf = (node: Node): NodeKind => Object.keys(node)[0] as NodeKind;

export const bodyOf = <K extends NodeKind>(node: Node, kind: K): BodyOf<K> | undefined =>
  Object.hasOwn(node, kind) ? (node as unknown as { readonly [key in K]: BodyOf<K> })[kind] : undefined;

/** The text of a list of names, such as a function's; undefined where one is no plain name. */
export function namesIn(nodes: readonly Node[] = []): readonly string[] | undefined {
  const names = nodes.map(node => bodyOf(node, 'String')?.sval);
  return names.every(name => name !== undefined) ? names : undefined;
}

/** How many nodes stand inside one another. Without recursion: what is too deep must not be felt first. */
export function depthOf(tree: unknown): number {
  let deepest = 0;
  const waiting: [part: unknown, depth: number][] = [[tree, 0]];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [part, depth] = next;
    deepest = Math.max(deepest, depth);
    if (typeof part !== 'object' || part === null) continue;
    for (const [key, value] of Object.entries(part)) waiting.push([value, depth + (/^[A-Z]/.test(key) ? 1 : 0)]);
  }
  return deepest;
}

/** How expressions are read: what names stand for at a place, and what the readers of single constructs are given. */
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
