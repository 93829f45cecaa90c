/** Two protected tables side by side on their common unit, as both entry points make it. */
import type { PlanTable } from '../plan/index.ts';
import { checkDifferent, isDrawn } from '../plan/operators/index.ts';
import { refuse } from '../vocabulary/index.ts';
import type { Scope } from './scope.ts';

interface JoinedSide {
  readonly input: PlanTable;
  readonly columns: Scope;
}

/** Which side stands first decides nothing, so the one that is a sample does: nothing is drawn in the other. */
export function besideEachOther(left: JoinedSide, right: JoinedSide, rowsPerUnit: number | null = null): JoinedSide {
  // of a table beside itself all names are taken, and other names would not help
  checkDifferent(left.input, right.input);
  const [input, other] = isDrawn(right.input) && !isDrawn(left.input) ? [right, left] : [left, right];
  return {
    input: { kind: 'unitJoin', input: input.input, with: other.input, rowsPerUnit },
    columns: columnsOfBoth(left.columns, right.columns),
  };
}

/** The columns of both sides; one name must not stand for two columns. */
function columnsOfBoth(left: Scope, right: Scope): Scope {
  const twice = [...right.keys()].find(name => left.has(name));
  if (twice !== undefined)
    refuse(
      'name_taken',
      `both sides of the join have a column ${JSON.stringify(twice)}; select other columns, or rename one, in a subquery: JOIN (SELECT id, ${twice} AS other_${twice} FROM t) x ON ...`,
    );
  return new Map([...left, ...right]);
}
