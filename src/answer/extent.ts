/** How many numbers an answer tells, known before any row is read: whoever answers many people bounds what each may have made. */
import type { CheckedPlan } from '../plan/index.ts';
import { refuse } from '../vocabulary/index.ts';
import type { QuestionLimits } from './deployment.ts';
import type { CheckedWorkload } from './workload.ts';

/** Refuses before anything is charged. Private keys are found in the data: how many are shown nobody knows beforehand. */
export function checkExtent(
  { plans }: CheckedWorkload,
  { valuesMost = Infinity }: Pick<QuestionLimits, 'valuesMost'>,
): void {
  const values = plans.reduce((sum, plan) => sum + valuesOf(plan), 0n);
  if (!(Number(values) <= valuesMost))
    refuse(
      'too_many_groups',
      `The answer would have ${values} numbers; at most ${valuesMost} are allowed here. Group by fewer or coarser keys, or use the command line, which has no such limit.`,
    );
}

function valuesOf({ plan: { aggregates }, grouping: { groups = 1n } }: CheckedPlan): bigint {
  const each = aggregates.map(one => (one.kind === 'histogram' ? one.edges.length - 1 : 1));
  return groups * BigInt(each.reduce((sum, values) => sum + values, 0));
}
