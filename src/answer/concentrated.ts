/** What questions add to the concentrated sum of a budget that counts rho, and questions that are asked by rho alone. */
import { choiceRho, pureRho } from '../accounting/concentrated/index.ts';
import { type Increments, type Lineage, type TreeState, throughParts } from '../accounting/tree/index.ts';
import { type Amount, amounts, type CountedLoss, type ExactLoss, nothing } from '../amounts/index.ts';
import type { Payment } from '../ledger/index.ts';
import type { PricedMechanism } from '../plan/costs/index.ts';
import { refuse } from '../vocabulary/index.ts';
import { type CheckedWorkload, sharesTogether } from './workload.ts';

/**
 * A question with an epsilon on the table itself, without a sample.
 *   Says     the sum over its mechanisms of `choiceRho` for quantiles, and of `pureRho` for everything else; where questions that are
 *            asked together are composed by their losses, `pureRho` of their epsilon in all
 *   Assumes  shares are what the mechanisms are given; quantiles are drawn by the exponential mechanism
 *   Rounds   up, to 18 decimals each
 *   Source   concentrated privacy adds up
 */
export function rhoAlone(workload: CheckedWorkload, inner: ExactLoss): Amount {
  const isComposed = workload.plans.length > 1 && inner.delta.numerator > 0n;
  return isComposed
    ? pureRho(inner.epsilon)
    : sharesTogether(workload, inner).flat().map(rhoOf).reduce(amounts.plus, amounts.none);
}

const rhoOf = ({ mechanism, share }: PricedMechanism): Amount =>
  'drawing' in mechanism ? choiceRho(share.epsilon) : pureRho(share.epsilon);

/** What is spent, charged, and told of every step. */
interface DecidedByRho {
  readonly inner: CountedLoss;
  readonly payment: Payment;
  readonly increments: Increments;
}

/** The mechanisms spend all of it. Parts by a key hold it, and charge the base no more than the one that costs most. */
export function decidedByRho(rho: Amount, workload: CheckedWorkload, lineage: Lineage, nodes: TreeState): DecidedByRho {
  checkRho(workload, lineage);
  const parts = throughParts(lineage, nodes, rho);
  const inner = Object.freeze({ epsilon: null, delta: amounts.none, rho });
  const increments: Increments = {
    root: nothing,
    nodes: new Map(),
    steps: lineage.steps.map(derivation => ({ ...nothing, derivation })),
  };
  const payment = { charge: { ...inner, rho: parts.root }, nodes: new Map() };
  return { inner, payment: withParts(payment, parts), increments };
}

/** With what parts by a key hold in concentrated privacy. */
export function withParts({ charge, nodes }: Payment, parts: ReturnType<typeof throughParts> | undefined): Payment {
  const all = new Map(nodes);
  for (const [node, rho] of parts?.nodes ?? [])
    all.set(node, { ...(nodes.get(node) ?? { spent: nothing, passed: nothing }), rho });
  return { charge, nodes: all };
}

function checkRho({ concentrated }: CheckedWorkload, { steps }: Lineage): void {
  if (!concentrated)
    refuse(
      'rho_unsupported',
      'This budget is pure: it counts epsilon only. Ask with epsilon, or start a ledger whose budget has "accounting": "concentrated".',
    );
  if (steps.some(step => 'node' in step && !(step.kind === 'part' && step.split.operator === 'partition')))
    refuseDrawn();
}

export const refuseDrawn = (): never =>
  refuse(
    'rho_unsupported',
    'Questions on a sample or a random part cannot be asked with rho. Ask them with epsilon, or ask the whole table with rho.',
  );
