/** The state of the budget in plain numbers. */
import * as amount from './amount.ts';
import { nothing } from './book.ts';
import type { BudgetReport, Limit, Loss, Share, State } from './ledger.ts';
import { remaining } from './limits.ts';
import { printed, printedSample } from './printed-sample.ts';

export function report(state: State): BudgetReport {
  const { budget, spent, policy, entries, head } = state;
  return Object.freeze({
    budget: printed(budget, 'down'),
    spent: printed(spent, 'up'),
    remaining: printed(remaining(state), 'down'),
    byAnalyst: shares(state.analysts, policy.analysts).map(([analyst, share]) => ({ analyst, ...share })),
    byTable: shares(state.tables, policy.tables).map(([table, share]) => ({ table, ...share })),
    samples: [...state.samples.values()].map(sample => printedSample(sample, state)),
    entries,
    head,
  });
}

const noLimit: Limit = { epsilon: null, delta: null };

/** Everybody who spent or may spend, by name. */
function shares(spent: ReadonlyMap<string, Loss>, limits: ReadonlyMap<string, Limit>): [string, Share][] {
  const names = [...new Set([...limits.keys(), ...spent.keys()])].sort();
  return names.map(name => {
    const { epsilon, delta } = limits.get(name) ?? noLimit;
    const limit = {
      epsilon: epsilon && amount.number(epsilon, 'down'),
      delta: delta && amount.number(delta, 'down'),
    };
    return [name, { spent: printed(spent.get(name) ?? nothing, 'up'), limit }];
  });
}
