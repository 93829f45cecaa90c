/** Bounds of one column as a question of their own: for data whose policy does not have them yet. */

import { invariant } from '../vocabulary/index.ts';
import type { Explained, ExplainOptions } from './explanation.ts';
import type { AskOptions } from './question.ts';
import type { Answered } from './receipt.ts';
import type { ReleasedBounds } from './released-bounds.ts';

/** Bounds, what they were charged, and the receipt. */
export type FoundBounds = ReleasedBounds & Pick<Answered, 'charged' | 'remaining' | 'recorded' | 'entry' | 'head'>;

/** What you can do with a question for bounds. */
export interface BoundsVerbs {
  ask(options: AskOptions): Promise<FoundBounds>;
  explain(options: ExplainOptions): Explained;
}

/** From the answer to a question for nothing but bounds. */
export function boundsIn({ rows, charged, remaining, recorded, entry, head }: Answered): FoundBounds {
  const [bounds] = Object.values(rows[0].values);
  invariant('threshold' in bounds, 'a question for bounds is answered with bounds');
  return { ...bounds, charged, remaining, recorded, entry, head };
}
