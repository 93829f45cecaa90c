/** ORDER BY and LIMIT, wherever they stand: directions and whole numbers. */
import type { Node, SortBy } from 'libpg-query';
import { bodyOf } from './node.ts';
import { unsupported } from './place.ts';

export function isDescending(text: string, { node, sortby_dir, sortby_nulls, useOp }: SortBy): boolean {
  if (useOp !== undefined) unsupported(text, node, 'ORDER BY ... USING', 'write ASC or DESC');
  // whatever has no value comes last anyway
  if (sortby_nulls === 'SORTBY_NULLS_FIRST')
    unsupported(text, node, 'NULLS FIRST', 'write NULLS LAST, or leave it out');
  return sortby_dir === 'SORTBY_DESC';
}

/** `LIMIT ALL` is no limit. */
export function limitOf(text: string, node: Node | undefined, clause: 'LIMIT' | 'OFFSET'): number | undefined {
  const written = node === undefined ? undefined : bodyOf(node, 'A_Const');
  if (node === undefined || written?.isnull === true) return undefined;
  return written?.ival === undefined
    ? unsupported(text, node, `${clause} by an expression`, 'write a whole number')
    : (written.ival.ival ?? 0);
}

export function refuseTies(text: string, { limitOption, limitCount }: Limited): void {
  if (limitOption === 'LIMIT_OPTION_WITH_TIES') unsupported(text, limitCount, 'WITH TIES', 'write LIMIT n');
}

interface Limited {
  readonly limitOption?: string;
  readonly limitCount?: Node;
}
