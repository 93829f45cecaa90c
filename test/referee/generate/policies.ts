/** Random policies over a few columns: every kind of unit and neighbour, narrow bounds, public tables. */
import type { ColumnInput, ProtectedTableInput, TableInput } from '../../../src/source/policy-input.ts';
import type { Dice } from './dice.ts';

export type Identity = 'unit' | 'key' | 'row';
export type Tables = Readonly<Record<string, TableInput>>;

export const PUBLIC_TABLE = 'wards';
/** The column that names the person, in every protected table. */
export const PERSON = 'person';

/** Bounds that little noise hides, of either sign. */
const BOUNDS = [
  [0, 1],
  [0, 2],
  [-1, 1],
  [-2, 1],
  [1, 2],
] as const;

const integer = (dice: Dice): ColumnInput => {
  const [min, max] = dice.pick(BOUNDS);
  return { type: 'integer', min, max };
};

const category = (dice: Dice): ColumnInput => ({
  type: 'category',
  values: dice.chance(0.7) ? ['A', 'B'] : ['A', 'B', 'C'],
});

export function randomTables(dice: Dice): Tables {
  const visits = protectedTable(dice);
  return {
    visits,
    ...(dice.chance(0.2) && { tests: protectedTable(dice, visits.neighbours) }),
    [PUBLIC_TABLE]: {
      public: true,
      key: 'ward',
      columns: { ward: { type: 'text' }, floor: { type: 'integer', min: 0, max: 2 } },
    },
  };
}

/** Two tables of the same people, which both name them. */
export function twoTables(dice: Dice): Tables {
  for (;;) {
    const tables = randomTables(dice);
    const named = Object.values(tables).filter(table => isProtected(table) && identityOf(table) !== 'row');
    if (named.length > 1) return tables;
  }
}

function protectedTable(dice: Dice, like?: ProtectedTableInput['neighbours']): ProtectedTableInput {
  const identity = dice.weighted<Identity>([
    [6, 'unit'],
    [2, 'key'],
    [1, 'row'],
  ]);
  const neighbours = like ?? dice.pick(['add-remove', 'replace-one'] as const);
  const constant = (column: ColumnInput, often: number): ColumnInput =>
    identity === 'unit' && dice.chance(often) ? { ...column, perUnit: true } : column;
  return {
    ...(identity === 'unit' && { unit: PERSON, ...boundsOf(dice, [1, 1, 2, 3]) }),
    ...(identity === 'key' && { key: PERSON }),
    neighbours,
    ...(neighbours === 'replace-one' && dice.chance(0.6) && { size: 'public' as const }),
    columns: {
      ward: constant(category(dice), 0.4),
      cost: constant(integer(dice), 0.15),
      age: constant(integer(dice), 0.8),
      urgent: constant({ type: 'boolean' }, 0.5),
      town: constant({ type: 'text' }, 0.5),
    },
  };
}

/** How many rows of a unit count, and in every third table how many of them in one group. */
function boundsOf(dice: Dice, most: readonly number[]): Pick<ProtectedTableInput, 'rowsPerUnit' | 'rowsPerGroup'> {
  const rowsPerUnit = dice.pick(most);
  return {
    rowsPerUnit,
    ...(dice.chance(1 / 3) && { rowsPerGroup: dice.pick([1, 2, 3].filter(rows => rows <= rowsPerUnit)) }),
  };
}

const withoutBound = ({ rowsPerGroup: _, ...table }: ProtectedTableInput): ProtectedTableInput => table;

/** The same people under other bounds, or another number of rows that count. */
export function changedTables(dice: Dice, tables: Tables): Tables {
  const visits = tables.visits as ProtectedTableInput;
  const changed: ProtectedTableInput =
    visits.unit !== undefined && dice.chance(0.5)
      ? { ...withoutBound(visits), ...boundsOf(dice, [1, 2, 3]) }
      : { ...visits, columns: { ...visits.columns, cost: { ...integer(dice), ...perUnitOf(visits.columns.cost) } } };
  return { ...tables, visits: changed };
}

const perUnitOf = ({ perUnit }: ColumnInput): { readonly perUnit?: boolean } => (perUnit ? { perUnit } : {});

export const isProtected = (table: TableInput): table is ProtectedTableInput => table.public !== true;

export const identityOf = ({ unit, key }: ProtectedTableInput): Identity =>
  unit !== undefined ? 'unit' : key !== undefined ? 'key' : 'row';

/** Rows of one person may lie in several wards. */
export function hasSeveralWards({ visits }: Tables): boolean {
  return isProtected(visits) && visits.unit !== undefined && visits.columns.ward.perUnit !== true;
}

/** Of three rows that count one in each ward: squares of what a person adds are as small as they can be. */
export const boundedInWards = ({ visits, ...others }: Tables): Tables => ({
  ...others,
  visits: { ...visits, rowsPerUnit: 3, rowsPerGroup: 1 } as typeof visits,
});
