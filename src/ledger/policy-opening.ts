/** How the ledger of a policy is opened: where it is, and what it must know. */
import { amounts, type ExactLoss, losses } from '../amounts/index.ts';
import { fingerprint, type Policy, promiseText, unitOf } from '../source/index.ts';
import { refuse } from '../vocabulary/index.ts';
import type { LedgerPolicy } from './ledger.ts';
import type { LedgerOpening } from './open-ledger.ts';

export function openingOf(policy: Policy): LedgerOpening {
  const place = policy.ledger;
  if (place.kind !== 'sqlite')
    return refuse('ledger_unsupported', 'Ledgers in PostgreSQL are not supported yet. Use sqlite:FILE.');
  return {
    address: `sqlite:${place.path}`,
    folder: '/',
    policy: ledgerPolicy(policy),
    anchor: policy.anchor,
    keyFile: policy.keyFile,
    clock: () => new Date(),
  };
}

const one = amounts.written(1);

const exactly = (budget: Policy['budget']): ExactLoss => losses.mapped(budget, ({ exact }) => exact);

/** What the ledger must know of a policy. */
function ledgerPolicy(policy: Policy): LedgerPolicy {
  // a delta of 1 limits nothing
  const limit = (budget: Policy['budget']) => {
    const exact = exactly(budget);
    return { ...exact, delta: amounts.fits(one, exact.delta) ? null : exact.delta };
  };
  const limits = (budgets: Iterable<[string, Policy['budget'] | undefined]>) =>
    new Map([...budgets].flatMap(([name, budget]) => (budget === undefined ? [] : [[name, limit(budget)] as const])));
  return {
    fingerprint: fingerprint(policy),
    budget: exactly(policy.budget),
    analysts: limits(Object.entries(policy.analysts)),
    tables: limits(
      Object.entries(policy.tables).map(([name, table]) => [name, 'budget' in table ? table.budget : undefined]),
    ),
    units: new Map(
      Object.entries(policy.tables).flatMap(([name, table]) => (table.public ? [] : [[name, unitOf(table)] as const])),
    ),
    text: promiseText(policy),
  };
}
