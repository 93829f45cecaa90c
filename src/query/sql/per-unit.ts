/** GROUP BY in a subquery: one row per person, by the unit's column, with aggregates of all rows that a person has there. */
import type { FuncCall, Node, SelectStmt } from 'libpg-query';
import type { Expression } from '../../plan/expressions/index.ts';
import type { NamedExpression, UnitAggregate } from '../../plan/index.ts';
import { nameOf } from '../aggregate.ts';
import { type UnnamedOfUnit, unitAggregateOf, unitType } from '../per-unit.ts';
import { extend } from '../scope.ts';
import { column, type Typed } from '../typed.ts';
import { aggregateNameOf, aggregateOf, hasAggregate } from './aggregate.ts';
import { expressionOf } from './expression.ts';
import { meant, type SelectTarget, targetsOf } from './keys.ts';
import { columnAt, type From, isUnit, rowReading, unitNamed, unitUnder } from './names.ts';
import { bodyOf, type SqlContext } from './node.ts';
import { placed, refuseAt, unsupported } from './place.ts';
import { isSame } from './results.ts';

/** What is known of the people while the text is read: an aggregate that stands only in HAVING is computed too. */
interface People {
  readonly text: string;
  readonly from: From;
  /** Keys besides the person: constant within a person, or the plan is refused. */
  readonly keys: readonly { readonly name: string; readonly typed: Typed }[];
  readonly aggregates: UnitAggregate[];
  readonly types: Map<string, Typed['type']>;
  readonly taken: ReadonlySet<string>;
}

export const isGrouped = ({ groupClause, havingClause, distinctClause }: SelectStmt): boolean =>
  groupClause !== undefined || havingClause !== undefined || distinctClause !== undefined;

export function perPerson(text: string, from: From, select: SelectStmt, alias: string): From {
  const targets = targetsOf(text, select);
  const people = peopleOf(text, from, targets, select);
  const ofPeople = targets.filter(({ node, alias: name }) => !(isUnit(from, node) && name === undefined));
  const shown = ofPeople.map(target => shownBy(people, target));
  const names = shown.map(({ name }) => name);
  if (new Set(names).size < names.length)
    refuseAt('name_taken', text, select.targetList, 'two columns have the same name; rename one with AS');
  const having = select.havingClause && expressionOf(readingOf(people, unclamped), select.havingClause).expression;
  const made = shown.filter(({ name, typed }) => !isColumn(typed.expression, name));
  const computed = made.map(({ typed }) => typed.expression);
  const aggregates = people.aggregates.map(aggregate => withClamp(aggregate, computed));
  const kept = people.keys.map(({ name }) => name);
  const rows: From['input'] = { kind: 'perUnit', input: keyed(people), columns: kept, aggregates };
  const filtered: From['input'] = having ? { kind: 'where', input: rows, condition: having } : rows;
  const there = [...kept, ...aggregates.map(({ name }) => name)];
  const columns = placed(text, select.targetList, () =>
    extend(
      new Map(),
      shown.map(({ name, typed }) => [name, typed.type] as const),
    ),
  );
  const units = targets.flatMap(({ node, alias: name }) => (name === undefined ? (unitNamed(from, node) ?? []) : []));
  return {
    input: narrowed(filtered, made.map(namedIn), names, there),
    columns,
    tables: new Map([[alias, new Map(names.map(name => [name, name]))]]),
    unit: unitUnder(alias, from.unit, units),
  };
}

const namedIn = ({ name, typed }: Shown): NamedExpression => ({ name, expression: typed.expression });

/** The columns of the select list, and no others. */
function narrowed(
  input: From['input'],
  made: readonly NamedExpression[],
  names: readonly string[],
  there: readonly string[],
): From['input'] {
  const wider: From['input'] = made.length === 0 ? input : { kind: 'derive', input, columns: made };
  const all = [...there, ...made.map(({ name }) => name)];
  return all.every(name => names.includes(name)) ? wider : { kind: 'project', input: wider, columns: names };
}

const nearestTo = ({ unit }: From): string =>
  unit === undefined
    ? 'select the column that identifies the person inside, and group by it'
    : `group by ${unit.column}, which identifies the person, and by columns that are constant within a person; group by anything else in the outer SELECT`;

function peopleOf(text: string, from: From, targets: readonly SelectTarget[], select: SelectStmt): People {
  const groups = groupsOf(text, from, targets, select);
  const clause = select.distinctClause === undefined ? 'GROUP BY' : 'DISTINCT';
  if (!groups.some(group => isUnit(from, group)))
    return unsupported(text, select.groupClause ?? targets, `${clause} in a subquery`, nearestTo(from));
  const rows = rowReading(from, text);
  const computed = targets
    .filter(({ node }) => !hasAggregate(node) && !isUnit(from, node))
    .map(({ node, alias }) => ({ alias, expression: expressionOf(rows, node).expression }));
  const keys = groups
    .filter(group => !isUnit(from, group))
    .map((group, place) => {
      const typed = expressionOf(rows, group);
      const alias = computed.find(({ expression }) => isSame(expression, typed.expression))?.alias;
      const own = typed.expression.kind === 'column' ? typed.expression.name : (alias ?? `key_${place + 1}`);
      return { name: own, typed };
    });
  const given = targets.flatMap(({ alias: name }) => name ?? []);
  return { text, from, keys, aggregates: [], types: new Map(), taken: new Set(given) };
}

/** `SELECT DISTINCT patient_id, age` has one row for each person, as GROUP BY by the same has. */
function groupsOf(text: string, from: From, targets: readonly SelectTarget[], select: SelectStmt): readonly Node[] {
  const { groupClause, havingClause, distinctClause } = select;
  if (distinctClause === undefined) return (groupClause ?? []).map(group => meant(text, from, targets, group));
  const isPlain = distinctClause.every(node => Object.keys(node).length === 0);
  if (!isPlain || groupClause !== undefined || havingClause !== undefined)
    return unsupported(text, targets, isPlain ? 'DISTINCT with GROUP BY' : 'DISTINCT ON', 'write GROUP BY alone');
  return targets.map(({ node }) => node);
}

/** Keys that are no columns yet are made so, of the rows. */
function keyed({ from, keys }: People): From['input'] {
  const made = keys.filter(({ name, typed }) => !isColumn(typed.expression, name)).map(namedIn);
  return made.length === 0 ? from.input : { kind: 'derive', input: from.input, columns: made };
}

const isColumn = (expression: Expression, name: string): boolean =>
  expression.kind === 'column' && expression.name === name;

interface Shown {
  readonly name: string;
  readonly typed: Typed;
}

/** One entry of the select list: a key, an aggregate, or what is computed of them. */
function shownBy(people: People, { node, alias }: SelectTarget): Shown {
  const { text, from } = people;
  if (isUnit(from, node)) return unsupported(text, node, 'a new name for the person', 'leave AS out');
  const typed =
    keyAt(people, node) ??
    (aggregateNameOf(node) === undefined || alias === undefined
      ? expressionOf(readingOf(people), node)
      : asked(people, node, bodyOf(node, 'FuncCall')!, alias));
  const own = typed.expression.kind === 'column' && keyAt(people, node) ? typed.expression.name : undefined;
  return {
    name: alias ?? own ?? unsupported(text, node, 'an expression without a name', 'name it with AS'),
    typed,
  };
}

/** The key that a node is, as a column of the grouped rows. */
function keyAt({ text, from, keys }: People, node: Node): Typed | undefined {
  if (keys.length === 0 || hasAggregate(node)) return undefined;
  const { expression } = expressionOf(rowReading(from, text), node);
  const key = keys.find(({ typed }) => isSame(typed.expression, expression));
  return key && column(key.name, key.typed.type);
}

/** How HAVING and computed columns are read: names are those of keys, aggregates are those of the person. */
const readingOf = (people: People, bounded: Bounded = wanted => wanted): SqlContext => ({
  text: people.text,
  column: (path, node) => {
    const { text, from, keys } = people;
    const { expression } = columnAt(from, text, path, node);
    const key = keys.find(({ typed }) => isSame(typed.expression, expression));
    return key
      ? column(key.name, key.typed.type)
      : unsupported(text, node, 'a column that is not in GROUP BY', 'group by it too, or put it in an aggregate');
  },
  aggregate: (call, node) => asked(people, node, call, undefined, bounded),
});

type Bounded = (wanted: UnnamedOfUnit) => UnnamedOfUnit;

/** HAVING compares what a person has, however much that is: only what is asked for afterwards needs bounds. */
const unclamped: Bounded = wanted =>
  ['count', 'countValues', 'sum'].includes(wanted.kind)
    ? { ...wanted, clamp: { low: `-${WIDEST}`, high: WIDEST } }
    : wanted;

/** More than any number of steps, at which the plan ends anyway. */
const WIDEST = '1000000000000000000000000';

/** The aggregate of a person that a call asks for, as a column; equal ones are computed once. */
function asked(people: People, node: Node, call: FuncCall, alias?: string, bounded: Bounded = given => given): Typed {
  const { text, from, aggregates, types } = people;
  const rows = rowReading(from, text);
  const read = (child: Node): Typed => expressionOf(rows, child);
  const unnamed = aggregateOf({ text, read, readConstant: read, isUnit: child => isUnit(from, child) }, node, call);
  const wanted = bounded(placed(text, node, () => unitAggregateOf(unnamed)));
  const same = aggregates.find(({ name: _, ...known }) => isSame(known, wanted));
  if (same !== undefined && (alias === undefined || same.name === alias))
    return column(same.name, types.get(same.name)!);
  const [argument] = call.args ?? [];
  const name = alias ?? freeName(people, nameOf(unnamed));
  const type = unitType(wanted.kind, argument === undefined ? undefined : read(argument).type);
  types.set(name, type);
  aggregates.push({ ...wanted, name });
  return column(name, type);
}

function freeName({ keys, aggregates, taken }: People, own: string): string {
  const isTaken = (name: string): boolean =>
    taken.has(name) || [...keys, ...aggregates].some(known => known.name === name);
  let name = own;
  for (let number = 2; isTaken(name); number += 1) name = `${own}_${number}`;
  return name;
}

/**
 * The bounds that the text gives a person's number: `LEAST(GREATEST(sum(x), 0), 100)`. They are taken where the number is used
 * nowhere without them, so that no other bounds cut it first.
 */
function withClamp(aggregate: UnitAggregate, used: readonly Expression[]): UnitAggregate {
  const clamps = used.flatMap(expression => clampsOf(aggregate.name, expression));
  const [clamp] = clamps;
  return clamp !== undefined && clamp !== null && clamps.every(other => isSame(other, clamp))
    ? { ...aggregate, clamp }
    : aggregate;
}

/** What a column is clamped to wherever it stands; null where it stands by itself. Whether it is null does not need its bounds. */
function clampsOf(name: string, part: unknown): readonly UnitAggregate['clamp'][] {
  if (typeof part !== 'object' || part === null) return [];
  if (Array.isArray(part)) return part.flatMap(each => clampsOf(name, each));
  const expression = part as Expression;
  if (isColumn(expression, name)) return [null];
  if ((expression.kind === 'isNull' || expression.kind === 'clamp') && isColumn(expression.operand, name))
    return expression.kind === 'clamp' ? [{ low: expression.low, high: expression.high }] : [];
  return Object.values(part).flatMap(each => clampsOf(name, each));
}
