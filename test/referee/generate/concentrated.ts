/** What is asked of budgets that count rho: Gaussian answers among the others, and histories that only wrong sums of rho miss. */
import type { Plan, PlanTable } from '../../../src/plan/index.ts';
import type { AskStep, Step } from './case.ts';
import type { Dice } from './dice.ts';

/** Whatever is asked is the number of rows by ward, by rho: what bounds a ward shows in squares alone. */
export function countedByWard(dice: Dice, steps: readonly Step[]): Step[] {
  const plan: Plan = {
    version: 1,
    input: { kind: 'scan', table: 'visits' },
    grouping: { kind: 'public', keys: [{ name: 'key', expression: { kind: 'column', name: 'ward' } }] },
    aggregates: [{ kind: 'count', name: 'a0' }],
    afterwards: {},
  };
  return steps.map(step => {
    if (step.kind !== 'ask') return step;
    const { epsilon, inner, interval, delta, ...options } = step.options;
    return { ...step, plans: [plan], options: { ...options, rho: dice.pick(['0.5', '2']) } };
  });
}

/** Some by rho; and sometimes each of them of one ward, so that parts by a key have siblings. */
export function countedByRho(dice: Dice, steps: readonly Step[]): Step[] {
  const parted = dice.chance(0.5);
  if (parted && dice.chance(0.2)) return quietThenLoud(dice, steps);
  return steps.map(step => askedByRho(dice, parted ? ofOneWard(dice, step) : step));
}

/** Several small questions to one ward and then a large one to another: their squares add up to less than its own. */
function quietThenLoud(dice: Dice, [state]: readonly Step[]): Step[] {
  const input: PlanTable = { kind: 'scan', table: 'visits' };
  const asking = (part: string, epsilon: string): AskStep => ({
    kind: 'ask',
    plans: [
      {
        version: 1,
        input: withinPart(input, part),
        grouping: { kind: 'none' },
        aggregates: [{ kind: 'units', name: 'a0' }],
        afterwards: {},
      },
    ],
    options: { epsilon, fresh: true },
  });
  const [quiet, loud] = dice.pick([
    ['A', 'B'],
    ['B', 'A'],
  ]);
  return [state, ...Array.from({ length: 3 }, () => asking(quiet, '0.5')), asking(loud, dice.pick(['1', '2']))];
}

function ofOneWard(dice: Dice, step: Step): Step {
  if (step.kind !== 'ask') return step;
  const part = dice.pick(['A', 'B']);
  return { ...step, plans: step.plans.map(plan => ({ ...plan, input: withinPart(plan.input, part) })) };
}

function withinPart(table: PlanTable, part: string): PlanTable {
  if (table.kind !== 'scan') return { ...table, input: withinPart(table.input, part) };
  return { kind: 'part', input: table, split: { kind: 'key', by: 'ward' }, part, name: null };
}

/** Gaussian answers are among those with an epsilon, before them and after. */
function askedByRho(dice: Dice, step: Step): Step {
  if (step.kind !== 'ask' || !dice.chance(0.3)) return step;
  const { epsilon, inner, interval, ...options } = step.options;
  return { ...step, options: { ...options, rho: dice.pick(['0.1', '0.5', '2']) } };
}
