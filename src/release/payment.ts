/** What a draw is charged. A promise for one table costs no budget of differential privacy: it is none. */
import { nothing } from '../accounting/index.ts';
import type { Payment } from '../ledger/index.ts';
import type { Protection } from './protection.ts';
import type { LedgerPlace } from './release-ledger.ts';

/** Without a policy nobody pays: the cost stands in the order. */
export function paymentOf(protection: Protection, budget: LedgerPlace['budget']): Payment {
  if (protection.kind === 'table' || budget === undefined) return FREE;
  const { cost } = protection;
  const { epsilon, delta, replace, replaceDelta } = cost;
  return {
    charge: budget.neighbours === 'add-remove' ? { epsilon, delta } : { epsilon: replace, delta: replaceDelta },
    nodes: new Map([['base', { spent: cost, passed: nothing }]]),
  };
}

const FREE: Payment = { charge: { epsilon: nothing.epsilon, delta: nothing.delta }, nodes: new Map() };
