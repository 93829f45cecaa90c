/** Adds what a question or a cap costs to everything that it counts against. */
import type { NodeState, Spending } from '../accounting/index.ts';
import * as amount from './amount.ts';
import { nothing, type OpenBook } from './book.ts';
import type { Body } from './entry-kinds.ts';
import type { Loss } from './ledger.ts';

type Paid = Pick<Body<'reserved'>, 'analyst' | 'tables' | 'charge' | 'nodes'>;

export function pay(book: OpenBook, { analyst, tables, charge, nodes }: Paid): void {
  book.spent = sum(book.spent, charge);
  book.analysts.set(analyst, sum(book.analysts.get(analyst) ?? nothing, charge));
  for (const table of tables) book.tables.set(table, sum(book.tables.get(table) ?? nothing, charge));
  for (const { node, ...more } of nodes) book.nodes.set(node, moreSpent(book.nodes.get(node), more));
}

export const sum = (a: Loss, b: Loss): Loss =>
  Object.freeze({ epsilon: amount.plus(a.epsilon, b.epsilon), delta: amount.plus(a.delta, b.delta) });

const moreSpent = (before: NodeState | undefined, more: NodeState): NodeState =>
  before === undefined
    ? Object.freeze(more)
    : Object.freeze({ spent: together(before.spent, more.spent), passed: together(before.passed, more.passed) });

const together = (a: Spending, b: Spending): Spending =>
  Object.freeze({
    ...sum(a, b),
    replace: amount.plus(a.replace, b.replace),
    replaceDelta: amount.plus(a.replaceDelta, b.replaceDelta),
  });
