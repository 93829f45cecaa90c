/** Adds what a question or a cap costs to everything that it counts against. */
import type { NodeState } from '../accounting/index.ts';
import { type ExactLoss, losses, spendings } from '../amounts/index.ts';
import type { OpenBook } from './book.ts';
import type { Body } from './entry-kinds.ts';

type Paid = Pick<Body<'reserved'>, 'analyst' | 'tables' | 'charge' | 'nodes'>;

export function pay(book: OpenBook, { analyst, tables, charge, nodes }: Paid): void {
  book.spent = losses.plus(book.spent, charge);
  book.analysts.set(analyst, counted(book.analysts.get(analyst), charge));
  for (const table of tables) book.tables.set(table, counted(book.tables.get(table), charge));
  for (const { node, ...more } of nodes) book.nodes.set(node, moreSpent(book.nodes.get(node), more));
}

/** The first charge of somebody is all that was spent. */
export const counted = (before: ExactLoss = losses.none, charge: ExactLoss): ExactLoss => losses.plus(before, charge);

const moreSpent = (before: NodeState | undefined, more: NodeState): NodeState =>
  before === undefined
    ? Object.freeze(more)
    : Object.freeze({
        spent: spendings.plus(before.spent, more.spent),
        passed: spendings.plus(before.passed, more.passed),
      });
