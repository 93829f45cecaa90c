/** Random rows of a few people, and one hostile person in two versions: the neighbours. */
import type { ColumnInput, ProtectedTableInput } from '../../../src/source/policy-input.ts';
import type { Case, Field, Row, Rows, StateStep, Step, Worlds } from './case.ts';
import type { Dice } from './dice.ts';
import { identityOf, isProtected, PERSON, PUBLIC_TABLE, type Tables } from './policies.ts';

/** In what way the one person is unlike what a policy expects. */
export const NEIGHBOURS = [
  'plain',
  'contradicts',
  'null values',
  'duplicated',
  'out of bounds',
  'every group',
  'too many rows',
  'spelled alike',
  'no name',
] as const;
export type Neighbour = (typeof NEIGHBOURS)[number];

const OTHERS = ['b', 'c', 'd'];
const TOWNS = ['P', 'Q', 'R'];

/** How a person's fields are chosen. */
type Manner = 'tame' | Neighbour;

function fieldOf(dice: Dice, column: ColumnInput, manner: Manner): Field {
  if (manner === 'null values' ? dice.chance(0.6) : dice.chance(0.08)) return null;
  switch (column.type) {
    case 'category':
      return dice.chance(manner === 'out of bounds' ? 0.4 : 0.04) ? 'Z' : dice.pick(column.values);
    case 'boolean':
      return dice.chance(0.5);
    case 'text':
      return dice.pick(TOWNS);
    case 'integer': {
      const [low, high] = [column.min ?? 0, column.max ?? 1];
      if (manner === 'out of bounds') return dice.pick([low - 5, high + 5, low, high]);
      return dice.chance(0.8) ? dice.pick([low, high]) : low + dice.below(high - low + 1);
    }
    default:
      return null;
  }
}

const rowOf = (dice: Dice, name: string | null, table: ProtectedTableInput, manner: Manner): Row => ({
  ...(identityOf(table) !== 'row' && { [PERSON]: name }),
  ...Object.fromEntries(Object.entries(table.columns).map(([column, kind]) => [column, fieldOf(dice, kind, manner)])),
});

/** A tame person has one value in a column that is constant in a unit; a hostile one need not. */
function rowsOf(dice: Dice, name: string | null, table: ProtectedTableInput, manner: Manner): Row[] {
  const identity = identityOf(table);
  if (identity === 'row') return [rowOf(dice, name, table, manner)];
  const number = identity === 'key' && !isMany(manner) ? 1 : numberOf(dice, manner);
  const rows = Array.from({ length: number }, () => rowOf(dice, name, table, manner));
  if (manner === 'duplicated') return [...rows, ...rows.slice(0, 1)];
  if (manner === 'every group') return inEveryGroup(rows, table);
  const constant = Object.entries(table.columns).filter(([, column]) => column.perUnit);
  if (manner !== 'tame' && manner !== 'plain') return rows;
  return rows.map(row => ({ ...row, ...Object.fromEntries(constant.map(([column]) => [column, rows[0][column]])) }));
}

const isMany = (manner: Manner): boolean =>
  manner === 'duplicated' || manner === 'contradicts' || manner === 'too many rows' || manner === 'every group';

function numberOf(dice: Dice, manner: Manner): number {
  if (manner === 'too many rows') return 4 + dice.below(2);
  if (manner === 'contradicts') return 2 + dice.below(2);
  return dice.pick([1, 1, 1, 2, 3]);
}

function inEveryGroup(rows: readonly Row[], { columns }: ProtectedTableInput): Row[] {
  const values = columns.ward.type === 'category' ? columns.ward.values : ['A'];
  return [...values, null].map((ward, i) => ({
    ...rows[i % rows.length],
    ward,
    town: TOWNS[i % TOWNS.length],
    urgent: i % 2 === 0,
  }));
}

/** Who the one person is in either world: somebody or nobody, under one name or another. */
export interface Cast {
  readonly manner: Neighbour;
  readonly names: Readonly<Record<'one' | 'other', string | null>>;
  readonly others: readonly string[];
}

export function randomCast(dice: Dice): Cast {
  const manner = dice.weighted<Neighbour>(
    NEIGHBOURS.map(each => [each === 'plain' ? 4 : each === 'contradicts' ? 3 : 1, each]),
  );
  const others = OTHERS.slice(0, dice.pick([0, 1, 1, 2, 2, 3]));
  if (manner === 'no name') return { manner, names: { one: null, other: null }, others };
  const one = manner === 'spelled alike' ? dice.pick(['B', 'b ', 'bb']) : dice.pick(['a', 'a', 'e']);
  return { manner, names: { one, other: dice.chance(0.4) ? one : dice.pick(['a', 'e', 'f']) }, others };
}

/** A state of the data. Before the first one there is nothing; later ones change some tables of some people. */
export function randomState(dice: Dice, tables: Tables, cast: Cast, before: StateStep | undefined): Worlds {
  const [others, one, other]: Record<string, readonly Row[]>[] = [{}, {}, {}];
  for (const [name, table] of Object.entries(tables)) {
    if (!isProtected(table)) continue;
    others[name] = cast.others.flatMap(person => {
      const old = before?.others[name]?.filter(row => row[PERSON] === person);
      if (old !== undefined && identityOf(table) !== 'row' && dice.chance(0.6)) return old;
      return dice.chance(before === undefined ? 0.15 : 0.35) ? [] : rowsOf(dice, person, table, 'tame');
    });
    const pair = pairOf(dice, table, cast);
    one[name] = pair.one;
    other[name] = pair.other;
  }
  others[PUBLIC_TABLE] =
    before !== undefined && dice.chance(0.6) ? before.others[PUBLIC_TABLE] : randomPublicTable(dice);
  return { others, one, other };
}

/** Now and then a key names two rows, which must be noticed before anything is read. */
function randomPublicTable(dice: Dice): Row[] {
  const rows = dice.some(['A', 'B', 'C'], 1).map(ward => ({ ward, floor: dice.below(3) }));
  return dice.chance(0.1) ? [...rows, { ...rows[0], floor: dice.below(3) }] : rows;
}

/** The one person's rows in either world; who is odd in one of them only tells more. */
function rowsOfOne(dice: Dice, table: ProtectedTableInput, { manner, names }: Cast) {
  const odd = dice.pick(['one', 'other', 'both'] as const);
  return (side: 'one' | 'other'): Row[] =>
    rowsOf(dice, names[side], table, odd === 'both' || odd === side ? manner : 'plain');
}

/** Added and removed people are in one world only; replaced ones, where sizes are public, are in both or in neither. */
function pairOf(dice: Dice, table: ProtectedTableInput, cast: Cast): Record<'one' | 'other', Row[]> {
  const mine = rowsOfOne(dice, table, cast);
  if (table.neighbours === 'add-remove') return { one: dice.chance(0.85) ? mine('one') : [], other: [] };
  if (table.size === 'public')
    return dice.chance(0.9) ? { one: mine('one'), other: mine('other') } : { one: [], other: [] };
  return { one: dice.chance(0.9) ? mine('one') : [], other: dice.chance(0.8) ? mine('other') : [] };
}

/** Whether both worlds are the same data in this state. */
export const isSame = ({ one, other }: { readonly one: Rows; readonly other: Rows }): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/**
 * The same program with other people, or with some of these people otherwise. Where the number of units is public, and so part of
 * what was charged, everybody stays who is there.
 */
export function otherPeople(dice: Dice, that: Case): Case {
  const [tables] = that.policies;
  const sizesMatter = Object.values(tables).some(table => isProtected(table) && table.size === 'public');
  const anew = !sizesMatter && dice.chance(0.4);
  const drawn = randomCast(dice);
  const cast = anew ? drawn : { ...drawn, names: namesIn(that) };
  let before: StateStep | undefined;
  const steps = that.steps.map((step): Step => {
    if (step.kind !== 'state') return step;
    const drawn = otherState(dice, tables, step, { cast, anew, before });
    const state = { ...step, ...(before === undefined ? drawn : asWritten(step.written, drawn, before)) };
    before = state;
    return state;
  });
  return { ...that, steps };
}

/** What is not written anew stays as it was. */
function asWritten(written: readonly string[], drawn: Worlds, before: Worlds): Worlds {
  const kept = (rows: Rows, old: Rows): Rows =>
    Object.fromEntries(Object.keys(rows).map(table => [table, (written.includes(table) ? rows : old)[table] ?? []]));
  return {
    others: kept(drawn.others, before.others),
    one: kept(drawn.one, before.one),
    other: kept(drawn.other, before.other),
  };
}

/** What the one person is called in either world, whatever the state. */
function namesIn({ steps }: Case): Cast['names'] {
  const nameOf = (side: 'one' | 'other'): string | null => {
    const rows = steps.flatMap(step => (step.kind === 'state' ? Object.values(step[side]).flat() : []));
    const name = rows.find(row => typeof row[PERSON] === 'string')?.[PERSON];
    return typeof name === 'string' ? name : null;
  };
  const one = nameOf('one');
  return { one, other: nameOf('other') ?? one };
}

interface Change {
  readonly cast: Cast;
  readonly anew: boolean;
  readonly before: StateStep | undefined;
}

function otherState(dice: Dice, tables: Tables, step: StateStep, { cast, anew, before }: Change) {
  const state = randomState(dice, tables, cast, before);
  const [others, one, other] = [{ ...state.others }, { ...state.one }, { ...state.other }];
  for (const [name, table] of Object.entries(tables)) {
    const isPublicSize = isProtected(table) && table.size === 'public';
    if (!isProtected(table) || (!anew && dice.chance(0.6))) others[name] = step.others[name];
    else if (isPublicSize)
      others[name] = [...new Set(step.others[name].map(row => row[PERSON]))].flatMap(person =>
        rowsOf(dice, String(person), table, 'tame'),
      );
    const keeps = !anew && dice.chance(0.3);
    const mine = isProtected(table) ? rowsOfOne(dice, table, cast) : () => [];
    const again = (side: 'one' | 'other'): readonly Row[] =>
      keeps || step[side][name]?.length === 0 ? (step[side][name] ?? []) : mine(side);
    if (isPublicSize || keeps) {
      one[name] = again('one');
      other[name] = again('other');
    }
  }
  return { others, one, other };
}
