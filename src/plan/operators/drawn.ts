/** What samples and parts have in common: their name, their place among the draws, and whom they are drawn from. */
import { refuse } from '../../vocabulary/index.ts';
import type { CheckedTable, Drawn, Membership, Schema, SchemaColumn } from '../checked-plan.ts';
import { columnNamed } from '../columns.ts';
import type { Order } from '../scheme.ts';
import { unitSize } from '../unit-size.ts';
import type { Scope, TableOf } from './operator.ts';

const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

/** Names are public, and part of file names. */
export function checkDrawName(name: string): void {
  if (NAME.test(name)) return;
  refuse(
    'value_out_of_range',
    'The name of a sample, split or part has 1 to 64 letters, digits, points, hyphens and underscores, and begins with a letter or digit.',
  );
}

/** The name, the input and the population of a draw; chance needs a name to be the same chance again, an order does not. */
export function drawnFrom(draw: TableOf<'sample' | 'part'>, random: boolean, scope: Scope): Omit<Drawn, 'membership'> {
  const { name } = draw;
  if (name !== null) {
    if (!random)
      refuse('value_out_of_range', 'Nothing is drawn here, so there is nothing to name: leave the name out.');
    checkDrawName(name);
  }
  const input = scope.check(draw.input);
  return { input, population: scope.population(draw), name, place: drawsIn(input) };
}

/** How many draws a table came through. */
function drawsIn(table: CheckedTable): number {
  if (table.kind === 'scan') return 0;
  return drawsIn(table.input) + (table.kind === 'sample' || table.kind === 'part' ? 1 : 0);
}

/** A column by which whole units are told apart. */
export function constantColumn(schema: Schema, name: string, what: string): SchemaColumn {
  const column = columnNamed(schema, name);
  if (column.perUnit) return column;
  return refuse('type_mismatch', `${what} is of a whole unit: ${name} must be perUnit in the policy.`);
}

export function firstOf({ by, descending, size }: Order, schema: Schema, others: boolean): Membership {
  constantColumn(schema, by, 'An order of units');
  return Object.freeze({ kind: 'first', by, descending, size: unitSize(size), others });
}
