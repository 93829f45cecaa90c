/** Rules between the entries of a policy. Each says what is wrong and the way out; none looks at data. */
import type { Path } from '../json/index.ts';
import { rational } from '../numerics/index.ts';
import { brokenColumnRules } from './column-rules.ts';
import { sourceEngine } from './engines/engines.ts';
import { tableFiles } from './engines/table-files.ts';
import { holdsPassword, PASSWORD_RULE } from './places/ledger-place.ts';
import type { Complaint } from './policy-path.ts';
import type { ShapedPolicy, ShapedTable } from './policy-schema.ts';

export function brokenRules(policy: ShapedPolicy): Complaint[] {
  const tables = Object.entries(policy.tables);
  const protectedTables = tables.filter(([, table]) => table.public !== true);
  const complaints: Complaint[] = tables.flatMap(([name, table]) => brokenTableRules(table, ['tables', name]));
  if (protectedTables.length === 0)
    complaints.push({ path: ['tables'], rule: 'has only public tables; a policy must protect at least one' });
  complaints.push(...brokenBudgetRules(policy.budget));
  if (!sourceEngine(policy.source).tellsCapitals) complaints.push(...namesAlike(policy));
  if (holdsPassword(policy.ledger)) complaints.push({ path: ['ledger'], rule: PASSWORD_RULE });
  return [...complaints, ...tableFiles(policy).complaints];
}

function brokenBudgetRules({ accounting, delta, thresholdDelta }: ShapedPolicy['budget']): Complaint[] {
  if (accounting !== 'concentrated')
    return thresholdDelta === undefined
      ? []
      : [
          {
            path: ['budget', 'thresholdDelta'],
            rule: 'is of a concentrated budget; write "accounting": "concentrated" beside it, or delete it',
          },
        ];
  if (delta === undefined || rational.compare(delta.exact, rational.zero) <= 0)
    return [
      {
        path: ['budget', 'accounting'],
        rule: 'needs a delta above 0 beside it, such as 1e-6: concentrated privacy keeps no promise without one',
      },
    ];
  if (thresholdDelta !== undefined && rational.compare(thresholdDelta.exact, delta.exact) >= 0)
    return [{ path: ['budget', 'thresholdDelta'], rule: 'must be less than delta, of which it is a part' }];
  return [];
}

function brokenTableRules(table: ShapedTable, path: Path): Complaint[] {
  const columns = Object.entries(table.columns);
  const inside = columns.flatMap(([name, column]) => brokenColumnRules(column, table, [...path, 'columns', name]));
  if (table.public === true)
    return Object.hasOwn(table.columns, table.key)
      ? inside
      : [
          { path: [...path, 'key'], rule: 'is not one of the columns; a public table is joined on one of them' },
          ...inside,
        ];
  // one unit more or less would show in a public number, so that nothing would protect it
  if (table.size === 'public' && table.neighbours !== 'replace-one')
    return [
      {
        path: [...path, 'size'],
        rule: 'cannot be public with add-remove neighbours, because it reveals whether a unit is present; add "neighbours": "replace-one", or delete it',
      },
      ...inside,
    ];
  if (table.unit !== undefined && table.rowsPerUnit === undefined)
    return [
      { path: [...path, 'unit'], rule: 'needs rowsPerUnit as well: the most rows of one unit that an answer counts' },
      ...inside,
    ];
  if (table.unit === undefined && (table.rowsPerUnit?.nearest ?? 1) !== 1)
    return [
      {
        path: [...path, 'rowsPerUnit'],
        rule: 'must be 1 or left out if there is no unit, because each row is then its own unit; name the unit, or delete it',
      },
      ...inside,
    ];
  return [...brokenGroupBound(table, path), ...inside];
}

/** A group has no more rows of a unit than all groups together. */
function brokenGroupBound(
  { rowsPerUnit, rowsPerGroup }: Exclude<ShapedTable, { public: true }>,
  path: Path,
): Complaint[] {
  if (rowsPerGroup === undefined || rowsPerGroup.nearest <= (rowsPerUnit?.nearest ?? 1)) return [];
  return [
    {
      path: [...path, 'rowsPerGroup'],
      rule: 'must be at most rowsPerUnit, because a group is a part of all that counts of a unit; lower it, or delete it',
    },
  ];
}

/** DuckDB and Trino take Age and age for the same name: two sets of bounds would then speak of one column. */
function namesAlike({ tables }: ShapedPolicy): Complaint[] {
  const alike = (names: readonly string[], path: Path): Complaint[] =>
    names
      .filter((name, index) => names.slice(0, index).some(other => other.toLowerCase() === name.toLowerCase()))
      .map(name => ({
        path: [...path, name],
        rule: 'differs from another name only in case, which this engine ignores; keep one',
      }));
  return [
    ...alike(Object.keys(tables), ['tables']),
    ...Object.entries(tables).flatMap(([name, { columns }]) =>
      alike(Object.keys(columns), ['tables', name, 'columns']),
    ),
  ];
}
