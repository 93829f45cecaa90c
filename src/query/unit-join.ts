/** Two protected tables side by side on their common unit, as both entry points make it. */
import type { PlanTable } from '../plan/index.ts';
import { isDrawn } from '../plan/operators/index.ts';
import { refuse } from '../vocabulary/index.ts';
import type { Scope } from './scope.ts';

/** Which side stands first decides nothing, so the one that is a sample does: nothing is drawn in the other. */
export const unitJoinOf = (left: PlanTable, right: PlanTable): PlanTable =>
  isDrawn(right) && !isDrawn(left)
    ? { kind: 'unitJoin', input: right, with: left }
    : { kind: 'unitJoin', input: left, with: right };

/** The columns of both sides; one name must not stand for two columns. */
export function columnsOfBoth(left: Scope, right: Scope): Scope {
  const twice = [...right.keys()].find(name => left.has(name));
  if (twice !== undefined)
    refuse(
      'name_taken',
      `both sides of the join have a column ${JSON.stringify(twice)}; select other columns, or rename one, in a subquery: JOIN (SELECT id, ${twice} AS other_${twice} FROM t) x ON ...`,
    );
  return new Map([...left, ...right]);
}
