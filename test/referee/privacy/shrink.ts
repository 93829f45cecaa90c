/** Makes a failing case smaller for as long as it fails. */
import type { Plan, PlanTable } from '../../../src/plan/index.ts';
import {
  type AskedOptions,
  type AskStep,
  type Case,
  isPossible,
  type Rows,
  type StateStep,
  type Step,
} from '../generate/case.ts';

/** Greedy: whatever is smaller and still fails is gone on with. */
export async function shrunk(that: Case, fails: (smaller: Case) => Promise<boolean>, tries = 400): Promise<Case> {
  let best = that;
  let left = tries;
  for (let found = true; found && left > 0; ) {
    found = false;
    for (const smaller of smallerCases(best)) {
      if (!isPossible(smaller)) continue;
      if (left-- <= 0) break;
      if (!(await fails(smaller))) continue;
      best = smaller;
      found = true;
      break;
    }
  }
  return best;
}

function* smallerCases(that: Case): Generator<Case> {
  const { steps } = that;
  for (let i = steps.length - 1; i > 0; i--) yield { ...that, steps: steps.filter((_, j) => j !== i) };
  for (const [i, step] of steps.entries())
    for (const smaller of smallerSteps(step))
      yield { ...that, steps: steps.map((each, j) => (j === i ? smaller : each)) };
}

function* smallerSteps(step: Step): Generator<Step> {
  if (step.kind === 'state') yield* smallerStates(step);
  if (step.kind === 'ask') yield* smallerQuestions(step);
}

function* smallerStates(step: StateStep): Generator<StateStep> {
  for (const side of ['others', 'one', 'other'] as const)
    for (const rows of withoutOne(step[side])) yield { ...step, [side]: rows };
}

function* withoutOne(rows: Rows): Generator<Rows> {
  for (const [table, list] of Object.entries(rows))
    for (const i of list.keys()) yield { ...rows, [table]: list.filter((_, j) => j !== i) };
}

function* smallerQuestions(step: AskStep): Generator<AskStep> {
  const { plans, options } = step;
  if (plans.length > 1) for (const plan of plans) yield { ...step, plans: [plan] };
  for (const name of Object.keys(options)) {
    const { [name as keyof AskedOptions]: _, ...rest } = options;
    const left: AskedOptions = rest;
    if (left.epsilon !== undefined || left.inner !== undefined) yield { ...step, options: left };
  }
  for (const [i, plan] of plans.entries())
    for (const smaller of smallerPlans(plan))
      yield { ...step, plans: plans.map((each, j) => (j === i ? smaller : each)) };
}

function* smallerPlans(plan: Plan): Generator<Plan> {
  if (plan.grouping.kind !== 'none') yield { ...plan, grouping: { kind: 'none' } };
  if (plan.aggregates.length > 1)
    for (const i of plan.aggregates.keys()) yield { ...plan, aggregates: plan.aggregates.filter((_, j) => j !== i) };
  const [first, ...others] = plan.aggregates;
  if (first.kind !== 'count' && first.kind !== 'units')
    yield { ...plan, aggregates: [{ kind: 'units', name: first.name }, ...others] };
  for (const input of smallerTables(plan.input)) yield { ...plan, input };
}

/** One operator less. */
function* smallerTables(table: PlanTable): Generator<PlanTable> {
  if (table.kind === 'scan') return;
  yield table.input;
  for (const input of smallerTables(table.input)) yield { ...table, input };
}
