/**
 * The first station of the road: a plan and a policy make a checked plan, or a refusal that names the rule and the way out.
 * Names, types, public ranges, sensitivities: all of it is decided here, and none of it looks at data.
 */
import type { Policy, ProtectedTable } from '../source/index.ts';
import { invariant, refuse } from '../vocabulary/index.ts';
import type { CheckedGrouping, CheckedPlan, CheckedTable } from './checked-plan.ts';
import { releasedType } from './having-type.ts';
import { columnsBelow, mentionedColumns } from './mentioned.ts';
import { aggregateOf } from './operators/aggregates/aggregates.ts';
import { checkAggregates } from './operators/aggregates/check-aggregates.ts';
import type { MeanRule } from './operators/aggregates/joint-means.ts';
import type { QuantileRule } from './operators/aggregates/joint-quantiles.ts';
import { isDrawn } from './operators/drawn.ts';
import { checkGrouping } from './operators/group-by.ts';
import type { CheckContext, Operator } from './operators/operator.ts';
import { operators } from './operators/operators.ts';
import { hasOneRowEach } from './operators/per-unit.ts';
import { isUnitJoined, rowsMost, scanOf, scansIn } from './operators/rows-most.ts';
import type { RowBounds } from './operators/sensitivity.ts';
import type { Plan, PlanTable } from './plan.ts';
import { checkPostProcessing } from './post-processing.ts';

/** By other rules than the best only where a rho pays, or a charge of before is used. */
export function check(
  plan: Plan,
  policy: Policy,
  means: MeanRule = 'joint',
  quantiles: QuantileRule = 'joint',
): CheckedPlan {
  checkSteps(plan.input);
  const input = scopeOf(policy, plan.input, mentionedColumns(plan)).check(plan.input);
  const { table, unit } = scanOf(input);
  const rowsAreUnits = hasOneRowEach(input);
  const protectedTable = policy.tables[table];
  invariant(!protectedTable.public, 'a scan reads a protected table');
  const counted = rowsAreUnits
    ? ONE_ROW
    : isUnitJoined(input)
      ? { rowsPerUnit: Number(rowsMost(input, policy)) }
      : protectedTable;
  const grouping = checkGrouping(plan.grouping, input.schema, BigInt(counted.rowsPerUnit));
  const bounds = boundsOf(counted, grouping);
  const asked = checkAggregates(
    plan.aggregates,
    {
      schema: input.schema,
      grouping,
      ...bounds,
      rowsAreUnits,
      relation: protectedTable.neighbours,
      drawn: isDrawn(plan.input),
      means,
      quantiles,
      drawing: policy.concentrated ? 'exponential' : 'permute-and-flip',
    },
    plan.interval,
  );
  const shown = [
    ...grouping.keys.map(({ name, expression }) => ({
      name,
      isKey: true,
      type: releasedType(expression.domain.type),
    })),
    ...asked.aggregates.map(aggregate => ({
      name: aggregate.name,
      isOne: aggregateOf(aggregate).tells !== 'several',
      type: 'domain' in aggregate ? releasedType(aggregate.domain.type) : ('number' as const),
    })),
  ];
  return Object.freeze({
    plan,
    table,
    tables: Object.freeze(scansIn(input)),
    relation: protectedTable.neighbours,
    unit,
    rowsAreUnits,
    ...bounds,
    input,
    grouping,
    ...asked,
    postProcessing: checkPostProcessing(plan.afterwards, shown),
  });
}

/** An engine reads only so many queries inside each other, and would fail after the charge. */
const STEPS_MOST = 100;

function checkSteps(table: PlanTable): void {
  const steps = stepsOf(table);
  if (steps <= STEPS_MOST) return;
  refuse(
    'plan_too_large',
    `A table may be made in at most ${STEPS_MOST} steps; this one takes ${steps}. Join its conditions with AND, and compute several columns in one step.`,
  );
}

function stepsOf(table: PlanTable): number {
  if (table.kind === 'scan') return 0;
  return 1 + stepsOf(table.input) + (table.kind === 'unitJoin' ? stepsOf(table.with) : 0);
}

type RowsOfUnits = Pick<ProtectedTable, 'rowsPerUnit' | 'rowsPerGroup'>;

const ONE_ROW: RowsOfUnits = { rowsPerUnit: 1 };

/** Where all rows of a unit are in one group, the bound of a group is one of the unit. */
function boundsOf({ rowsPerUnit, rowsPerGroup }: RowsOfUnits, { perUnit }: CheckedGrouping): RowBounds {
  if (rowsPerGroup === undefined) return { rowsPerUnit: BigInt(rowsPerUnit) };
  return perUnit
    ? { rowsPerUnit: BigInt(Math.min(rowsPerUnit, rowsPerGroup)) }
    : { rowsPerUnit: BigInt(rowsPerUnit), rowsPerGroup: BigInt(rowsPerGroup) };
}

/** Populations are read once, however many draws are made one of the other. */
function scopeOf(
  policy: Policy,
  whole: PlanTable,
  mentioned: ReadonlySet<string>,
  populations = new Map<PlanTable, CheckedTable>(),
): CheckContext {
  const scope: CheckContext = {
    policy,
    mentioned,
    drawing: isDrawn(whole),
    check: table => (operators[table.kind] as Operator<PlanTable['kind']>).check(table, scope),
    population: draw => {
      const known = populations.get(draw);
      if (known !== undefined) return known;
      const own = scopeOf(policy, whole, new Set(columnsBelow(draw)), populations);
      const population = own.check(draw.input);
      populations.set(draw, population);
      return population;
    },
  };
  return scope;
}
