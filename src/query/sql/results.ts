/** What an answer shows, by name: the keys of GROUP BY, and the aggregates of the select list, of HAVING and of ORDER BY. */
import type { FuncCall, Node } from 'libpg-query';
import type { Aggregate, Expression, ValueType } from '../../plan/index.ts';
import { nameOf, resultType, type Unnamed } from '../aggregate.ts';
import { column, type Typed } from '../typed.ts';
import { aggregateOf } from './aggregate.ts';
import { expressionOf } from './expression.ts';
import { columnAt, type From, isUnit, rowReading } from './names.ts';
import type { SqlContext } from './node.ts';
import { bodyOf } from './node.ts';
import { refuseAt, unsupported } from './place.ts';

export interface Key {
  readonly name: string;
  readonly typed: Typed;
}

/** Grows while the text is read: an aggregate that stands only in HAVING is asked, and charged, too. */
export interface Results {
  readonly keys: readonly Key[];
  readonly aggregates: Aggregate[];
  /** The type of each aggregate's released value, by its name. */
  readonly types: Map<string, ValueType>;
}

export interface TypedAggregate {
  readonly unnamed: Unnamed;
  readonly type: ValueType;
}

export const isSame = (left: unknown, right: unknown): boolean => JSON.stringify(left) === JSON.stringify(right);

/** The aggregate that a call asks for, and the type of its released value. */
export function askedOf(text: string, from: From, node: Node, call: FuncCall): TypedAggregate {
  const rows = rowReading(from, text);
  const read = (child: Node): Typed => expressionOf(rows, child);
  const unnamed = aggregateOf({ text, read, isUnit: child => isUnit(from, child) }, node, call);
  const [sorted, argument] = [call.agg_order?.[0], call.args?.[0]];
  const of = sorted === undefined ? argument : bodyOf(sorted, 'SortBy')?.node;
  return { unnamed, type: resultType(unnamed, of === undefined || !('of' in unnamed) ? undefined : read(of).type) };
}

/** Adds an aggregate under a name of its own. */
export function include(
  text: string,
  node: Node,
  results: Results,
  { unnamed, type }: TypedAggregate,
  name: string,
): Typed {
  const taken = [...results.keys, ...results.aggregates].some(each => each.name === name);
  if (taken) refuseAt('name_taken', text, node, `two results are called ${name}; name one with AS`);
  results.aggregates.push({ ...unnamed, name });
  results.types.set(name, type);
  return column(name, type);
}

/** How HAVING and ORDER BY are read: their names are those of keys and aggregates. */
export const resultReading = (text: string, from: From, results: Results): SqlContext => {
  const resultColumn = ({ name }: Aggregate): Typed => column(name, results.types.get(name) ?? 'number');
  return {
    text,
    column: (path, node) => {
      const name = path.length === 1 ? path[0] : undefined;
      const shown = results.aggregates.find(aggregate => aggregate.name === name);
      if (shown !== undefined && !from.columns.has(shown.name)) return resultColumn(shown);
      const alias = results.keys.find(key => key.name === name);
      const { expression } = alias?.typed ?? columnAt(from, text, path, node);
      const { name: key, typed } = keyOf(text, node, results, expression);
      return column(key, typed.type);
    },
    aggregate: (call, node) => {
      const asked = askedOf(text, from, node, call);
      const shown = results.aggregates.find(({ name, ...known }) => isSame(known, asked.unnamed));
      return shown === undefined ? include(text, node, results, asked, nameOf(asked.unnamed)) : resultColumn(shown);
    },
  };
};

function keyOf(text: string, node: Node, { keys }: Results, expression: Expression): Key {
  const key = keys.find(({ typed }) => isSame(typed.expression, expression));
  return key ?? unsupported(text, node, 'a column that is not in GROUP BY', 'group by it, or put it into an aggregate');
}

/** The name of the key that an expression is. */
export const nameOfKey = (text: string, node: Node, results: Results, expression: Expression): string =>
  keyOf(text, node, results, expression).name;
