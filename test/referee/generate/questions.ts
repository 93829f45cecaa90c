/** Random tables derived from a policy's, and random questions to them. Most pass the checker; what it refuses is counted. */

import type { Expression } from '../../../src/plan/expressions/index.ts';
import type { Aggregate, Grouping, Plan, UnitAggregate } from '../../../src/plan/index.ts';
import type { ProtectedTableInput } from '../../../src/source/policy-input.ts';
import type { Dice } from './dice.ts';
import { sampled, split } from './draws.ts';
import { after, type Column, type Derive, named, type Place } from './place.ts';
import { identityOf, isProtected, PUBLIC_TABLE, type Tables } from './policies.ts';

const column = (name: string): Expression => ({ kind: 'column', name });
const whole = (value: number): Expression => ({ kind: 'literal', type: 'integer', value: String(value) });

/** The tables of a policy as they are. */
export function bases(tables: Tables): Place[] {
  return Object.entries(tables).flatMap(([table, policy]) =>
    isProtected(policy)
      ? [
          {
            make: () => ({ kind: 'scan', table }),
            columns: columnsOf(policy),
            way: ['scan'],
            counted: policy.size === 'public',
          },
        ]
      : [],
  );
}

function columnsOf(table: ProtectedTableInput): Column[] {
  const rowsAreUnits = identityOf(table) !== 'unit';
  return Object.entries(table.columns).map(([name, kind]) => ({
    name,
    type: kind.type,
    perUnit: rowsAreUnits || kind.perUnit === true,
    values: kind.type === 'category' ? kind.values : [],
  }));
}

const STEPS: readonly (readonly [number, Derive])[] = [
  [3, filtered],
  [2, derived],
  [1, projected],
  [1, joined],
  [2, gathered],
  [7, sampled],
  [6, split],
];

/** One more operator on a place; undefined where the columns do not allow it. */
export const extended = (dice: Dice, from: Place, number: number): Place | undefined =>
  dice.weighted(STEPS)(dice, from, number);

/** What treats rows one by one. */
export const mapped = (dice: Dice, from: Place, number: number): Place | undefined =>
  dice.weighted<Derive>([
    [2, filtered],
    [1, derived],
    [1, projected],
  ])(dice, from, number);

function filtered(dice: Dice, from: Place): Place | undefined {
  const by = named(dice, from.columns, ['integer', 'boolean', 'category']);
  if (by === undefined) return undefined;
  const condition = conditionOn(dice, by);
  return after(from, 'where', input => ({ kind: 'where', input, condition }));
}

function conditionOn(dice: Dice, { name, type, values }: Column): Expression {
  if (dice.chance(0.15)) return { kind: 'not', operand: { kind: 'isNull', operand: column(name) } };
  if (type === 'boolean') return column(name);
  if (type === 'category')
    return {
      kind: 'comparison',
      operator: dice.pick(['equal', 'notEqual'] as const),
      left: column(name),
      right: { kind: 'literal', type: 'text', value: dice.pick(values) },
    };
  return {
    kind: 'comparison',
    operator: dice.pick(['less', 'atLeast'] as const),
    left: column(name),
    right: whole(1),
  };
}

function derived(dice: Dice, from: Place, number: number): Place | undefined {
  const by = named(dice, from.columns, ['integer']);
  if (by === undefined) return undefined;
  const name = `more${number}`;
  const expression: Expression = dice.chance(0.5)
    ? { kind: 'negate', operand: column(by.name) }
    : { kind: 'clamp', operand: column(by.name), low: '0', high: '1' };
  return after(from, 'derive', input => ({ kind: 'derive', input, columns: [{ name, expression }] }), [
    ...from.columns,
    { ...by, name },
  ]);
}

function projected(dice: Dice, from: Place): Place {
  const kept = dice.some(from.columns, 2);
  return after(from, 'project', input => ({ kind: 'project', input, columns: kept.map(({ name }) => name) }), kept);
}

function joined(dice: Dice, from: Place): Place | undefined {
  const on = from.columns.find(({ name }) => name === 'ward');
  if (on === undefined || from.columns.some(({ name }) => name === 'floor')) return undefined;
  const keep = dice.pick(['matched', 'all'] as const);
  return after(from, `join ${keep}`, input => ({ kind: 'join', input, table: PUBLIC_TABLE, on: 'ward', keep }), [
    ...from.columns,
    { name: 'floor', type: 'integer', perUnit: on.perUnit, values: [] },
  ]);
}

/** Beside the rows of the same people in the other table, of which some columns come along, under other names. */
export function besideOthers(dice: Dice, from: Place, number: number, tables: Tables): Place | undefined {
  const own = tableOf(from.make(dice));
  const other = bases(tables).find(place => tableOf(place.make(dice)) !== own);
  if (other === undefined) return undefined;
  // samples of both sides are refused
  const before = dice.chance(0.07) ? (sampled(dice, other, number + 50) ?? other) : filteredOrNot(dice, other);
  const chosen = dice.some(other.columns, 1 + dice.below(2));
  const columns = chosen.map(column => ({ ...column, name: `${column.name}${number}` }));
  const added = chosen.map(({ name }, i) => ({ name: columns[i].name, expression: column(name) }));
  const renamed: Place = {
    ...before,
    make: later => ({
      kind: 'project',
      input: { kind: 'derive', input: before.make(later), columns: added },
      columns: columns.map(({ name }) => name),
    }),
    columns,
  };
  const beside = dice.chance(0.3) ? (gathered(dice, renamed, number + 50) ?? renamed) : renamed;
  const rowsPerUnit = dice.pick([null, null, 1, 2]);
  return after(
    from,
    'unitJoin',
    (input, later) => ({ kind: 'unitJoin', input, with: beside.make(later), rowsPerUnit }),
    [...from.columns, ...beside.columns],
  );
}

const filteredOrNot = (dice: Dice, from: Place): Place => (dice.chance(0.3) ? (filtered(dice, from) ?? from) : from);

function tableOf(table: Plan['input']): string {
  return table.kind === 'scan' ? table.table : tableOf(table.input);
}

const CLAMPS = [null, { low: '0', high: '1' }, { low: '-1', high: '4' }] as const;

/** Each person as one row, with a number made of all their rows. */
function gathered(dice: Dice, from: Place, number: number): Place | undefined {
  const by = named(dice, from.columns, ['integer']);
  const kept = from.columns.filter(({ perUnit }) => perUnit && dice.chance(0.7));
  const clamp = dice.pick(CLAMPS);
  const [name, rows] = [`of${number}`, `rows${number}`];
  const aggregates: UnitAggregate[] = [
    { kind: 'count', name: rows, clamp },
    ...(by === undefined
      ? []
      : [{ kind: dice.pick(['sum', 'sum', 'mean', 'min', 'max'] as const), name, of: column(by.name), clamp }]),
  ];
  const columns = kept.map(each => each.name);
  return after(from, 'perUnit', input => ({ kind: 'perUnit', input, columns, aggregates }), [
    ...kept,
    ...aggregates.map(({ name: made, kind }) => ({
      ...{ name: made, type: 'integer' as const, perUnit: true, values: [] },
      ...(kind === 'mean' && { isFine: true as const }),
    })),
  ]);
}

/** What is asked of a place, on its own or for a share of the same epsilon. */
export function randomPlan(dice: Dice, place: Place, { isPrivate }: { readonly isPrivate: boolean }): Plan {
  const grouping = groupingOf(dice, place, isPrivate);
  const aggregates = Array.from(
    {
      length: dice.weighted([
        [6, 1],
        [2, 2],
      ]),
    },
    (_, i) => aggregateOf(dice, place, `a${i}`),
  );
  const input = place.make(dice);
  // what follows from the same statistics is asked beside them
  const [first] = aggregates;
  const beside: Aggregate[] =
    (first.kind === 'mean' || first.kind === 'variance') && dice.chance(0.4)
      ? [{ kind: dice.pick(['countValues', 'sum', 'mean', 'variance'] as const), name: 'beside', of: first.of }]
      : [];
  // three and more are drawn together
  const quantiles: Aggregate[] =
    first.kind === 'quantile' && dice.chance(0.8)
      ? ['0.25', '0.5', '0.75']
          .filter(rank => rank !== first.rank)
          .map(rank => ({ kind: 'quantile', name: `at ${rank}`, of: first.of, rank }))
      : [];
  return { version: 1, input, grouping, aggregates: [...aggregates, ...beside, ...quantiles], afterwards: {} };
}

function groupingOf(dice: Dice, { columns }: Place, isPrivate: boolean): Grouping {
  const by = named(dice, columns, isPrivate ? ['text', 'category'] : ['category', 'boolean']);
  if (by === undefined || (!isPrivate && dice.chance(0.6))) return { kind: 'none' };
  return { kind: isPrivate ? 'private' : 'public', keys: [{ name: 'key', expression: column(by.name) }] };
}

const AGGREGATES: readonly (readonly [number, Aggregate['kind']])[] = [
  [4, 'count'],
  [3, 'units'],
  [2, 'countValues'],
  [2, 'countDistinct'],
  [4, 'sum'],
  [2, 'mean'],
  [1, 'variance'],
  [1, 'standardDeviation'],
  [1, 'covariance'],
  [2, 'histogram'],
  [2, 'bounds'],
  [4, 'quantile'],
];

function aggregateOf(dice: Dice, { columns }: Place, name: string): Aggregate {
  const numbers = columns.filter(({ type }) => type === 'integer');
  const kind = dice.weighted(AGGREGATES);
  if (kind === 'count' || kind === 'units') return { kind, name };
  if (numbers.length === 0) return { kind: 'count', name };
  const { name: chosen, isFine } = dice.pick(numbers);
  const of = column(chosen);
  switch (kind) {
    case 'covariance':
      return { kind, name, of, with: column(dice.pick(numbers).name) };
    case 'histogram':
      return { kind, name, of, edges: ['-2', '0', '1', '3'] };
    case 'quantile': {
      const rank = dice.pick(['0', '0.5', '0.25', '1']);
      // every value that may be drawn is enumerated, with every other one that is drawn with it
      return { kind, name, of: isFine ? { kind: 'round', operand: of, step: '1' } : of, rank };
    }
    default:
      return { kind, name, of };
  }
}
