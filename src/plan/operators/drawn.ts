/** What samples and parts have in common: their name, their place among the draws, and whom they are drawn from. */
import { refuse } from '../../vocabulary/index.ts';
import type { CheckedTable, DrawnTable } from '../checked-plan.ts';
import type { PlanTable } from '../plan.ts';
import type { CheckContext, TableOf } from './operator.ts';
import { checkDrawName } from './schemes/scheme.ts';

/** The name, the input and the population of a draw; chance needs a name to be the same chance again, an order does not. */
export function drawnFrom(
  draw: TableOf<'sample' | 'part'>,
  random: boolean,
  scope: CheckContext,
): Omit<DrawnTable, 'membership'> {
  const { name } = draw;
  if (name !== null) {
    if (!random)
      refuse('value_out_of_range', 'This does not draw a random sample, so it takes no name. Leave the name out.');
    checkDrawName(name);
  }
  const input = scope.check(draw.input);
  return { input, population: scope.population(draw), name, place: drawsIn(input) };
}

/** Whether a table came through a draw. */
export const isDrawn = (table: PlanTable): boolean =>
  table.kind === 'sample' || table.kind === 'part' || (table.kind !== 'scan' && isDrawn(table.input));

/** How many draws a table came through. */
function drawsIn(table: CheckedTable): number {
  if (table.kind === 'scan') return 0;
  return drawsIn(table.input) + (table.kind === 'sample' || table.kind === 'part' ? 1 : 0);
}
