/** The rows of a table for many outcomes of its draws: what comes before any draw is computed once. */
import type { CheckedTable } from '../../../src/plan/index.ts';
import type { Meaning, Operator, RawData, UnitRow } from '../../../src/plan/operators/operator.ts';
import { operators } from '../../../src/plan/operators/operators.ts';

type HashOf = Meaning['hashOf'];

export function rowsReader(table: CheckedTable, data: RawData): (hashOf: HashOf) => readonly UnitRow[] {
  const known = new Map<CheckedTable, readonly UnitRow[]>();
  const rowsOf = (node: CheckedTable, hashOf: HashOf): readonly UnitRow[] => {
    const before = known.get(node);
    if (before !== undefined) return before;
    const { meaning } = operators[node.kind] as Operator<CheckedTable['kind']>;
    const rows = meaning(node, { data, hashOf, rowsOf: input => rowsOf(input, hashOf) });
    if (!isDrawn(node)) known.set(node, rows);
    return rows;
  };
  return hashOf => rowsOf(table, hashOf);
}

const isDrawn = (node: CheckedTable): boolean => 'place' in node || (node.kind !== 'scan' && isDrawn(node.input));
