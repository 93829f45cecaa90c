/**
 * Two protected tables on their common unit: every row of a unit beside every row that the same unit has in the other table.
 * A unit is treated by its own rows alone, and so is who is left out: units that are in one of both tables only, and those whose rows
 * are so many beside each other that everybody would wait for them.
 */
import type { Derivation } from '../../accounting/tree/index.ts';
import { invariant, refuse } from '../../vocabulary/index.ts';
import type { CheckedTable } from '../checked-plan.ts';
import type { Schema } from '../expressions/columns.ts';
import type { RowValues } from '../expressions/evaluate.ts';
import type { PlanTable } from '../plan.ts';
import type { CheckContext, Operator, UnitRow } from './operator.ts';
import { JOINED_ROWS_MAX, rowsMost, scanOf, scansIn } from './rows-most.ts';

export const unitJoin: Operator<'unitJoin'> = {
  check: (node, { policy, check }) => {
    const [input, other] = [check(node.input), check(node.with)];
    checkUndrawn(other);
    checkSameUnit(input, other, policy);
    checkDifferent(input, other);
    for (const { name } of other.schema) checkOneMeaning(input.schema, name, scanOf(other).table);
    const { rowsPerUnit } = node;
    const schema = Object.freeze([...input.schema, ...other.schema]);
    const joined = Object.freeze({ kind: 'unitJoin', input, with: other, rowsPerUnit, schema } as const);
    const isWhole = rowsPerUnit === null || Number.isSafeInteger(rowsPerUnit);
    const rows = isWhole ? rowsMost(joined, policy) : 0n;
    if (rows >= 1n && rows <= JOINED_ROWS_MAX) return joined;
    return refuse(
      'value_out_of_range',
      rowsPerUnit === null
        ? `After this join ${rows} rows of one unit could count, the product of rowsPerUnit of both tables; at most ${JOINED_ROWS_MAX} may. Name fewer as rowsPerUnit of the join, or join one row per unit: (SELECT id, sum(x) AS x FROM t GROUP BY id).`
        : `rowsPerUnit of a join must be a whole number from 1 to ${JOINED_ROWS_MAX}; it is ${rowsPerUnit}.`,
    );
  },
  derivation: besideOnUnit,
  size: () => undefined,
  meaning: ({ input, with: other, schema }, { rowsOf }) => {
    invariant(schema.length === input.schema.length + other.schema.length, 'names of both sides differ');
    const found = byUnit(rowsOf(other), other.schema);
    return [...byUnit(rowsOf(input), input.schema)].flatMap(([unit, own]) => {
      const beside = found.get(unit) ?? [];
      // who would make too many rows makes none
      if (own.length * beside.length > JOINED_ROWS_MAX) return [];
      return own.flatMap(one => beside.map(another => ({ unit, values: { ...one, ...another } })));
    });
  },
};

/**
 * Protected tables beside each other, unit by unit: one charge for both.
 *   Says     (e, r) ⇒ (e, max(e, r)) for the table that is input and the one that is joined to it together, both reached
 *   Assumes  neighbours differ in one unit, with any rows or none in either table; nothing is drawn in the joined one, so that a draw
 *            below is of the input's units alone, and is priced where it stands
 *   Rounds   nothing
 *   Source   derived; checked by linear program over pairs of tables
 */
export function besideOnUnit(): Derivation {
  return { kind: 'where' };
}

function byUnit(rows: readonly UnitRow[], schema: Schema): ReadonlyMap<string, readonly RowValues[]> {
  const found = new Map<string, RowValues[]>();
  for (const { unit, values } of rows) {
    const own = found.get(unit) ?? [];
    own.push(shown(schema, values));
    found.set(unit, own);
  }
  return found;
}

/** A column that a side hides must not cover one of the same name that the other shows. */
const shown = (schema: Schema, values: RowValues): RowValues =>
  Object.fromEntries(schema.filter(({ name }) => Object.hasOwn(values, name)).map(({ name }) => [name, values[name]]));

/** One sample may lie below a join, on the side that is the input: two of them, or a sample and others, are no one sample. */
function checkUndrawn(table: CheckedTable): void {
  if (table.kind === 'scan') return;
  if (table.kind === 'sample' || table.kind === 'part')
    refuse(
      'join_unsupported',
      'Only one side of a join of protected tables may be a sample or a part. Join the tables first and sample the people of the join: WITH x AS (SELECT * FROM a JOIN b USING (id)) SELECT count(*) FROM x TABLESAMPLE BERNOULLI(5).',
    );
  checkUndrawn(table.input);
  if (table.kind === 'unitJoin') checkUndrawn(table.with);
}

function checkSameUnit(input: CheckedTable, other: CheckedTable, policy: CheckContext['policy']): void {
  const sides = [input, other].map(side => {
    const { table, unit } = scanOf(side);
    const found = policy.tables[table];
    invariant(!found.public, 'a scan reads a protected table');
    if (unit === undefined)
      return refuse(
        'join_unsupported',
        `Protected tables are joined on their common unit, and ${table} has none. Name its "unit" in the policy.`,
      );
    return { table, neighbours: found.neighbours, type: found.columns[unit]?.type };
  });
  const [one, two] = sides;
  if (one.neighbours !== two.neighbours)
    refuse(
      'join_unsupported',
      `Protected tables are joined under one neighbour relation; ${one.table} has ${one.neighbours} and ${two.table} has ${two.neighbours}. Give both tables the same "neighbours" in the policy.`,
    );
  if (one.type !== undefined && two.type !== undefined && one.type !== two.type)
    refuse(
      'type_mismatch',
      `The units of ${one.table} and ${two.table} must have the same type; ${one.type} and ${two.type} do not match. Offer a view with the same type.`,
    );
}

/** Rows of a table beside themselves, or a sample beside its base, would be no table of the people that were sampled. */
export function checkDifferent(input: CheckedTable | PlanTable, other: CheckedTable | PlanTable): void {
  const known = scansIn(input);
  const twice = scansIn(other).find(table => known.includes(table));
  if (twice === undefined) return;
  refuse(
    'join_unsupported',
    `${twice} is on both sides of the join. A protected table, or a sample of it, cannot be joined with itself; compute with its columns, or with one row per unit: (SELECT id, sum(x) AS x FROM ${twice} GROUP BY id).`,
  );
}

function checkOneMeaning(schema: Schema, name: string, table: string): void {
  if (!schema.some(column => column.name === name)) return;
  refuse(
    'name_taken',
    `Both sides of the join have a column ${JSON.stringify(name)}. Rename one in a subquery: JOIN (SELECT id, ${name} AS other_${name} FROM ${table}) x ON ...`,
  );
}
