/** Types as they lie in the data: what does not fit the policy is refused before anything is charged for it. */
import { type CheckedPlan, drawsOf } from '../plan/index.ts';
import { type LoweringTarget, lower } from '../sql/index.ts';

/** By any keys, since none of these statements is run. */
export function checkTypes(checked: CheckedPlan, target: LoweringTarget): void {
  lower(checked, { ...target, drawKeys: drawsOf(checked).map(() => target.key) });
}
