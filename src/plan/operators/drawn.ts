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
  checkNesting(draw);
  const input = scope.check(draw.input);
  return { input, population: scope.population(draw), name, place: drawsIn(input) };
}

/** Nobody means more; each is priced through all the others, so that a few hundred kept a service busy for minutes. */
const DRAWS_MOST = 10;

function checkNesting(draw: PlanTable): void {
  if (drawsIn(draw) <= DRAWS_MOST) return;
  refuse(
    'plan_too_large',
    `Samples and parts may be drawn one from the other at most ${DRAWS_MOST} times. Draw from an earlier one.`,
  );
}

/** Whether a table came through a draw. */
export const isDrawn = (table: PlanTable): boolean => drawsIn(table) > 0;

/** How many draws a table came through. */
function drawsIn(table: CheckedTable | PlanTable): number {
  if (table.kind === 'scan') return 0;
  return drawsIn(table.input) + (table.kind === 'sample' || table.kind === 'part' ? 1 : 0);
}
