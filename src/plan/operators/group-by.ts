/** Groups by public keys, every combination of which is answered, or by private ones, found by noise and threshold. */
import { refuse } from '../../vocabulary/index.ts';
import type { CheckedGrouping, GroupKey } from '../checked-plan.ts';
import { checkExpression } from '../expressions/check-expression.ts';
import type { Schema } from '../expressions/columns.ts';
import { isPerUnit } from '../expressions/columns.ts';
import { sizeOf, valuesOf } from '../expressions/domain.ts';
import type { Value } from '../expressions/value.ts';
import type { Grouping, NamedExpression } from '../plan.ts';

const GROUPS_MAX = 1_000_000n;

export function checkGrouping(grouping: Grouping, schema: Schema, rowsPerUnit: bigint): CheckedGrouping {
  if (grouping.kind === 'none')
    return Object.freeze({ kind: 'none', keys: Object.freeze([]), perUnit: true, groupsPerUnit: 1n, groups: 1n });
  const { kind } = grouping;
  if (grouping.keys.length === 0) return refuse('unknown_column', 'GROUP BY needs at least one key.');
  checkNames(grouping.keys);
  const checked = grouping.keys.map(({ name, expression }) => ({
    name,
    expression: checkExpression(expression, schema),
  }));
  const perUnit = checked.every(({ expression }) => isPerUnit(expression, schema));
  const groups = kind === 'public' ? numberOfGroups(checked) : undefined;
  const keys = kind === 'public' ? checked.map(withValues) : checked;
  const groupsPerUnit = perUnit ? 1n : groups !== undefined && groups < rowsPerUnit ? groups : rowsPerUnit;
  return Object.freeze({
    kind,
    keys: Object.freeze(keys.map(key => Object.freeze(key))),
    perUnit,
    groupsPerUnit,
    groups,
  });
}

/** Every combination of the public keys, in order, nulls last. Without keys there is one. */
export function* combinations(keys: readonly GroupKey[]): Generator<readonly Value[]> {
  if (keys.length === 0) {
    yield [];
    return;
  }
  const [{ values = [] }, ...others] = keys;
  for (const value of values) for (const rest of combinations(others)) yield [value, ...rest];
}

function checkNames(keys: readonly NamedExpression[]): void {
  const names = new Set(keys.map(({ name }) => name));
  if (names.size < keys.length) refuse('name_taken', 'Two keys of GROUP BY have the same name. Rename one.');
}

function numberOfGroups(keys: readonly GroupKey[]): bigint {
  const groups = keys.map(sizeWithNull).reduce((all, size) => all * size, 1n);
  if (groups <= GROUPS_MAX) return groups;
  return refuse(
    'too_many_groups',
    `The keys have ${groups} combinations, nulls included; at most ${GROUPS_MAX} are allowed. Group by fewer or coarser keys.`,
  );
}

function sizeWithNull({ name, expression }: GroupKey): bigint {
  const size = sizeOf(expression.domain);
  if (size !== undefined) return size + 1n;
  return refuse(
    'keys_not_public',
    `The values of ${name} are not public. List them in the policy or in a CASE, or use a delta: groups not listed in advance need one.`,
  );
}

const withValues = (key: GroupKey): GroupKey => ({
  ...key,
  values: Object.freeze([...valuesOf(key.expression.domain), null]),
});
