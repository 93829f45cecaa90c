/** What drawing a sample to be published does to the book. Pure, like reserving. */

import { pureRho } from '../accounting/concentrated/index.ts';
import { type CountedLoss, counts } from '../amounts/index.ts';
import { invariant, refuse } from '../vocabulary/index.ts';
import type { Book } from './book.ts';
import { storedNodes } from './entry-kinds.ts';
import type { CreateRequest, DrawnRelease, Payment, Receipt } from './ledger.ts';
import { checkLimits, remaining } from './limits.ts';
import { earlierReleases, type NewRelease } from './release-record.ts';
import type { LedgerStep } from './store.ts';

/** Two who draw at once come one after the other: the second finds the first. */
export function drawingRelease(
  book: Book,
  { analyst, tables }: CreateRequest,
  { place, schema, order, reason, charge: asked, nodes }: NewRelease & Payment,
  at: string,
): LedgerStep<DrawnRelease> {
  const earlier = earlierReleases(book.releases, { place, schema });
  if (earlier.length > 0 && reason === null)
    return refuse(
      'release_repeated',
      'A sample of this table was drawn before, and a second one reveals more. If you need another, give --reason; it is recorded in the ledger and the certificate.',
    );
  const charge = countedIn(book, asked);
  if (!counts.isNothing(charge)) checkLimits(book, { analyst, tables }, charge);
  return {
    drafts: [
      {
        kind: 'release-drawn',
        body: {
          ...{ at, analyst, tables: [...tables], charge: counts.text(charge), nodes: storedNodes(nodes) },
          ...{ place, schema, order, reason },
        },
      },
    ],
    result: ([{ sequence, hash }], after) =>
      Object.freeze({ entry: sequence, head: hash, at, earlier, remaining: remaining(after) }),
  };
}

/** A published sample is one mechanism with an epsilon and a delta, and is asked of the table itself. */
const countedIn = ({ policy }: Book, charge: CountedLoss): CountedLoss =>
  policy.failing === undefined || charge.epsilon === null || counts.isNothing(charge)
    ? charge
    : { ...charge, rho: pureRho(charge.epsilon) };

export function writingRelease(book: Book, draw: number, output: string, at: string): LedgerStep<Receipt> {
  const release = book.releases.get(draw);
  invariant(release?.output === null, 'a draw is written once');
  return {
    drafts: [{ kind: 'release-written', body: { at, draw, output } }],
    result: ([{ sequence, hash }]) => Object.freeze({ entry: sequence, head: hash }),
  };
}
