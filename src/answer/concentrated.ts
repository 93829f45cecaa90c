/** What questions add to the concentrated sum of a budget that counts rho, and questions that are asked by rho alone. */
import { choiceRho, type Increments, type Lineage, nothing, pureRho } from '../accounting/index.ts';
import { type Amount, amounts, type CountedLoss, type ExactLoss } from '../amounts/index.ts';
import type { Payment } from '../ledger/index.ts';
import type { PricedMechanism } from '../plan/index.ts';
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
  mechanism.kind === 'quantile' ? choiceRho(share.epsilon) : pureRho(share.epsilon);

/** What is spent, charged, and told of every step. */
interface DecidedByRho {
  readonly inner: CountedLoss;
  readonly payment: Payment;
  readonly increments: Increments;
}

/** The base is charged all of it, parts by a key included: they are filters here. No node holds any of it. */
export function decidedByRho(rho: Amount, workload: CheckedWorkload, lineage: Lineage): DecidedByRho {
  checkRho(workload, lineage);
  const charge = Object.freeze({ epsilon: null, delta: amounts.none, rho });
  const increments: Increments = {
    root: nothing,
    nodes: new Map(),
    steps: lineage.steps.map(derivation => ({ ...nothing, derivation })),
  };
  return { inner: charge, payment: { charge, nodes: new Map() }, increments };
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
