/** The public values of a column of a derived table, as far as the policy and the plan say them. */
import type { Expression, PlanTable } from '../plan/index.ts';
import { refuse } from '../vocabulary/index.ts';
import { columnOf, type KnownPolicy, type Scope } from './scope.ts';

export function listedValues(policy: KnownPolicy, columns: Scope, input: PlanTable, name: string): readonly string[] {
  if (columnOf(columns, name).type === 'boolean') return ['false', 'true'];
  return (
    valuesIn(policy, input, name) ??
    refuse(
      'keys_not_public',
      `The values of ${name} are not listed in the policy. Name one part at a time with part(column, value).`,
    )
  );
}

/** Followed down to where the column comes from. */
function valuesIn(policy: KnownPolicy, table: PlanTable, name: string): readonly string[] | undefined {
  if (table.kind === 'scan') return policy.tables[table.table].columns[name]?.values;
  if (table.kind === 'derive') {
    const derived = table.columns.find(column => column.name === name);
    if (derived !== undefined) return resultsIn(derived.expression);
  }
  const joined = table.kind === 'join' ? policy.tables[table.table] : undefined;
  if (joined !== undefined && name !== joined.key && Object.hasOwn(joined.columns, name))
    return joined.columns[name].values;
  return valuesIn(policy, table.input, name);
}

/** Of a choice between constants: the constants. */
function resultsIn(expression: Expression): readonly string[] | undefined {
  if (expression.kind === 'literal' && typeof expression.value === 'string') return [expression.value];
  if (expression.kind !== 'case') return undefined;
  const results = [...expression.branches.map(({ then }) => then), expression.otherwise].map(resultsIn);
  return results.every(values => values !== undefined) ? [...new Set(results.flat())] : undefined;
}
