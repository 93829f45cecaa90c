/** What an answer shows, by name: the keys of GROUP BY, and the aggregates of the select list, of HAVING and of ORDER BY. */
import type { FuncCall, Node } from 'libpg-query';
import type { Expression, ValueType } from '../../plan/expressions/index.ts';
import type { Aggregate, NamedExpression } from '../../plan/index.ts';
import { nameOf, resultType, type Unnamed } from '../aggregate.ts';
import { column, type Typed } from '../typed.ts';
import { aggregateOf, isPopulation, populationOf } from './aggregate.ts';
import { expressionOf } from './expression.ts';
import { columnAt, type From, isUnit, rowReading } from './names.ts';
import type { SqlContext } from './node.ts';
import { bodyOf, namesIn } from './node.ts';
import { refuseAt, unsupported } from './place.ts';

export interface Key {
  readonly name: string;
  readonly typed: Typed;
}

/** Grows while the text is read: an aggregate that stands only in HAVING is asked, and charged, too. */
export interface Results {
  readonly keys: readonly Key[];
  readonly aggregates: Aggregate[];
  /** What the select list computes from them. */
  readonly computed: NamedExpression[];
  /** The values in the order of the select list; an aggregate that is only computed with is not shown. */
  readonly shown: string[];
  /** Names that the select list gives: what has none stays clear of them. */
  readonly given: ReadonlySet<string>;
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
  const unnamed = aggregateOf({ text, read, readConstant: read, isUnit: child => isUnit(from, child) }, node, call);
  const [sorted, argument] = [call.agg_order?.[0], call.args?.[0]];
  const of = sorted === undefined ? argument : bodyOf(sorted, 'SortBy')?.node;
  return { unnamed, type: resultType(unnamed, of === undefined || !('of' in unnamed) ? undefined : read(of).type) };
}

const isTaken = ({ keys, aggregates, computed }: Results, name: string): boolean =>
  [...keys, ...aggregates, ...computed].some(each => each.name === name);

/** The name of a result: what AS says, or else its own, with a number behind it where that is taken. */
export function nameFor(text: string, node: object, results: Results, own: string, alias?: string): string {
  if (alias !== undefined && isTaken(results, alias))
    refuseAt('name_taken', text, node, `two results are named ${alias}; rename one with AS`);
  if (alias !== undefined) return alias;
  const isFree = (name: string): boolean => !isTaken(results, name) && !results.given.has(name);
  let name = own;
  for (let number = 2; !isFree(name); number += 1) name = `${own}_${number}`;
  return name;
}

/** Adds an aggregate under a name of its own. */
export function include(results: Results, { unnamed, type }: TypedAggregate, name: string): Typed {
  results.aggregates.push({ ...unnamed, name });
  results.types.set(name, type);
  return column(name, type);
}

/** How HAVING, ORDER BY and what is computed are read: names are those of keys and aggregates. `computes`: only as parts of a value. */
export const resultReading = (text: string, from: From, results: Results, computes = false): SqlContext => {
  const resultColumn = ({ name }: Aggregate): Typed => column(name, results.types.get(name) ?? 'number');
  const asked = (call: FuncCall, node: Node): Typed => {
    const wanted = askedOf(text, from, node, call);
    const known = results.aggregates.find(({ name, ...aggregate }) => isSame(aggregate, wanted.unnamed));
    if (known !== undefined) return resultColumn(known);
    const name = nameFor(text, node, results, nameOf(wanted.unnamed));
    if (!computes) results.shown.push(name);
    return include(results, wanted, name);
  };
  return {
    text,
    column: (path, node) => {
      const name = path.length === 1 ? path[0] : undefined;
      const shown = results.aggregates.find(aggregate => aggregate.name === name);
      if (shown !== undefined && !from.columns.has(shown.name)) return resultColumn(shown);
      if (!computes && results.computed.some(each => each.name === name && !from.columns.has(each.name)))
        return column(path[0], 'number');
      const alias = results.keys.find(key => key.name === name);
      const { expression } = alias?.typed ?? columnAt(from, text, path, node);
      const { name: key, typed } = keyOf(text, node, results, expression);
      return column(key, typed.type);
    },
    aggregate: (call, node) => {
      const name = namesIn(call.funcname)?.join('.');
      return isPopulation(name) ? populationOf(call, part => asked(part, node)) : asked(call, node);
    },
  };
};

function keyOf(text: string, node: Node, { keys }: Results, expression: Expression): Key {
  const key = keys.find(({ typed }) => isSame(typed.expression, expression));
  return key ?? unsupported(text, node, 'a column that is not in GROUP BY', 'group by it, or put it in an aggregate');
}

/** The name of the key that an expression is. */
export const nameOfKey = (text: string, node: Node, results: Results, expression: Expression): string =>
  keyOf(text, node, results, expression).name;
