/** Columns whose types in the data fit the policy: one that does not is refused before anything is charged for it. */
import { type CheckedPlan, drawsOf } from '../plan/index.ts';
import { type LoweringTarget, lower } from '../sql/index.ts';

/** By any keys, since none of these statements is run. */
export function checkFittingColumns(checked: CheckedPlan, target: LoweringTarget): void {
  lower(checked, { ...target, drawKeys: drawsOf(checked).map(() => target.key) });
}
