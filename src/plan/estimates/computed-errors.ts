/** Errors of computed values before any data are read: of sums of values they are known, of all else they depend on the data. */
import type { CheckedPlan } from '../checked-plan.ts';
import { shownIn } from '../post-processing.ts';
import { together } from './computed.ts';
import { linearIn } from './slopes.ts';

/** The errors of what is shown: those of the aggregates, and of what is a sum of them; `alike` where all may err the same way. */
export function withComputedErrors(
  checked: CheckedPlan,
  errors: Readonly<Record<string, number>>,
  alike: 'independent' | 'alike',
): Record<string, number> {
  const { aggregates, postProcessing } = checked;
  const computed = (postProcessing.computed ?? []).flatMap(({ name, expression }) => {
    const slopes = linearIn(expression);
    if (slopes === undefined) return [];
    const parts = [...slopes].map(([of, slope]) => ({
      noises: alike === 'alike' ? [0] : (aggregates.find(each => each.name === of)?.uses ?? []),
      error: Math.abs(slope) * (errors[of] ?? Number.NaN),
    }));
    const error = Math.hypot(...together(parts));
    return Number.isNaN(error) ? [] : [[name, error] as const];
  });
  const known = new Map([...Object.entries(errors), ...computed]);
  const shown = shownIn(checked).flatMap(name => {
    const error = known.get(name);
    return error === undefined ? [] : [[name, error] as const];
  });
  return Object.fromEntries(shown);
}
