/** A question as frozen data: read, checked against a policy, and described; where its tables come from, and what is done afterwards. */
export { check } from './check.ts';
export type { CheckedAggregate, CheckedPlan, CheckedTable, EngineStatistic, GroupResult } from './checked-plan.ts';
export { describe } from './describe.ts';
export { drawsOf, type PlanDraw, tablesRead } from './draws.ts';
export { lineageOf, tablesOf } from './lineage.ts';
export { parsePlan } from './parsing/parse-plan.ts';
export type { Aggregate, Grouping, NamedExpression, Plan, PlanTable, PostProcessing, UnitAggregate } from './plan.ts';
export { applyPostProcessing, type ReleasedScalar, releasedScalar, shownIn } from './post-processing.ts';
export { byName } from './rate.ts';
