/** What a draw is charged. A promise for one table costs no budget of differential privacy: it is none. */
import { losses, spendings } from '../amounts/index.ts';
import type { Payment } from '../ledger/index.ts';
import type { Protection } from './protection.ts';
import type { ReleaseLedger } from './release-ledger.ts';

/** Without a policy nobody pays: the cost stands in the order. */
export function paymentOf(protection: Protection, budget: ReleaseLedger['budget']): Payment {
  if (protection.kind === 'table' || budget === undefined) return FREE;
  const { cost } = protection;
  return {
    charge: spendings.under(budget.neighbours, cost),
    nodes: new Map([['base', { spent: cost, passed: spendings.nothing }]]),
  };
}

const FREE: Payment = { charge: losses.none, nodes: new Map() };
