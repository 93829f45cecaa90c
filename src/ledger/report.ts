/** The state of the budget in plain numbers. */
import { amounts, type ExactLoss, type LossLimit, losses } from '../amounts/index.ts';
import type { BudgetReport, SpentShare, State } from './ledger.ts';
import { remaining } from './limits.ts';
import { printedSample } from './printed-sample.ts';

export function report(state: State): BudgetReport {
  const { budget, spent, policy, entries, head } = state;
  return Object.freeze({
    budget: losses.number(budget, 'down'),
    spent: losses.number(spent, 'up'),
    remaining: losses.number(remaining(state), 'down'),
    byAnalyst: shares(state.analysts, policy.analysts).map(([analyst, share]) => ({ analyst, ...share })),
    byTable: shares(state.tables, policy.tables).map(([table, share]) => ({ table, ...share })),
    samples: [...state.samples.values()].map(sample => printedSample(sample, state)),
    entries,
    head,
  });
}

/** Everybody who spent or may spend, by name. */
function shares(spent: ReadonlyMap<string, ExactLoss>, limits: ReadonlyMap<string, LossLimit>): [string, SpentShare][] {
  const names = [...new Set([...limits.keys(), ...spent.keys()])].sort();
  return names.map(name => {
    const limit = losses.ofLimit(limits.get(name) ?? losses.unlimited, most => amounts.number(most, 'down'));
    return [name, { spent: losses.number(spent.get(name) ?? losses.none, 'up'), limit }];
  });
}
