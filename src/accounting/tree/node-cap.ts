/**
 * A bound on all that is asked of a derived table, paid for at once: by a cap that it was made with, or because it was
 * drawn for one question, which is then its own cap.
 */
import { type Spending, spendings } from '../../amounts/index.ts';
import { type ApproximateCost, invariant, type Relation, refuse } from '../../vocabulary/index.ts';
import { type CappedPriceRequest, cappedPrice } from '../stability/index.ts';
import { chargeOf } from './exact-amounts.ts';
import type { DrawNode, PartDraw } from './lineage.ts';
import { nodePrice } from './node-price.ts';
import { asCost } from './spending.ts';

/** What a table charges of which nothing else is ever asked. Rounded up. */
export const freshPrice = (draw: DrawNode, question: Spending, relation: Relation): Spending =>
  capped(
    draw,
    nodePrice(draw, question, () => spendings.nothing, relation),
    question,
    alone,
  );

/** What a draw charges when it is made with a cap, a split with the same cap on each of its parts. Rounded up. */
export const capPrice = (draw: DrawNode, cap: Spending, relation: Relation): Spending =>
  capped(
    draw,
    nodePrice(draw, cap, () => cap, relation),
    cap,
    together,
  );

/** The pure price has refused what may not be asked, and is the charge where nothing can fail. */
function capped(
  draw: DrawNode,
  pure: Spending,
  cap: Spending,
  request: (part: PartDraw, cap: ApproximateCost) => CappedPriceRequest,
): Spending {
  if (spendings.isPure(cap)) return pure;
  const cost = asCost(cap);
  const charged = cappedPrice(draw.kind === 'sample' ? { ...draw.sample, cap: cost } : request(draw, cost));
  return spendings.mapped(charged, chargeOf);
}

/** One part without its siblings is a sample. */
function alone({ split, part }: PartDraw, cap: ApproximateCost): CappedPriceRequest {
  invariant(split.operator !== 'partition', 'a part by a key is a filter');
  const isFirst = part === 'first';
  switch (split.operator) {
    case 'split': {
      const rate = typeof part === 'string' ? split.rates.get(part) : undefined;
      invariant(rate !== undefined, 'every part of a random split has a rate');
      return { operator: 'bernoulli', rate, cap };
    }
    case 'fixed-size-split':
      return isFirst
        ? { ...split, operator: 'fixed-size', cap }
        : { operator: 'fixed-size-split', size: split.size, costs: [asCost(spendings.nothing), cap] };
    case 'fraction-split':
      return isFirst ? { ...split, operator: 'fraction', cap } : split;
    case 'take-skip-split':
      return { ...split, operator: isFirst ? 'take' : 'skip', cap };
  }
}

function together({ split }: PartDraw, cap: ApproximateCost): CappedPriceRequest {
  switch (split.operator) {
    case 'split':
      return {
        operator: 'split',
        parts: [...split.rates.values()].map(rate => ({ rate, cost: cap })),
        least: 'epsilon',
      };
    case 'partition':
      return refuse(
        'sampling_unsupported',
        'A partition by a public key takes no cap with a delta. Ask its parts with a delta; they need no cap and are charged in full.',
      );
    case 'fixed-size-split':
    case 'take-skip-split':
      return { ...split, costs: [cap, cap] };
    case 'fraction-split':
      return split;
  }
}
