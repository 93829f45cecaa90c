/** How the ledger of a policy is opened: where it is, and what it must know. */
import { fingerprint, type Policy, promiseText, unitOf } from '../source/index.ts';
import { refuse } from '../vocabulary/index.ts';
import * as amount from './amount.ts';
import type { LedgerPolicy } from './ledger.ts';
import type { Opening } from './open-ledger.ts';

export function openingOf(policy: Policy): Opening {
  const place = policy.ledger;
  if (place.kind !== 'sqlite')
    return refuse('ledger_unsupported', 'Ledgers in PostgreSQL are not built yet. Use sqlite:FILE.');
  return {
    address: `sqlite:${place.path}`,
    folder: '/',
    policy: ledgerPolicy(policy),
    anchor: policy.anchor,
    keyFile: policy.keyFile,
    clock: () => new Date(),
  };
}

const one = amount.written(1);

/** What the ledger must know of a policy. */
function ledgerPolicy(policy: Policy): LedgerPolicy {
  // a delta of 1 limits nothing
  const limit = ({ epsilon, delta }: Policy['budget']) => ({
    epsilon: epsilon.exact,
    delta: amount.fits(one, delta.exact) ? null : delta.exact,
  });
  const limits = (budgets: Iterable<[string, Policy['budget'] | undefined]>) =>
    new Map([...budgets].flatMap(([name, budget]) => (budget === undefined ? [] : [[name, limit(budget)] as const])));
  return {
    fingerprint: fingerprint(policy),
    budget: { epsilon: policy.budget.epsilon.exact, delta: policy.budget.delta.exact },
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
