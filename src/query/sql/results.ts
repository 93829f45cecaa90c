/** What an answer shows, by name: the keys of GROUP BY, and the aggregates of the select list, of HAVING and of ORDER BY. */
import type { FuncCall, Node } from 'libpg-query';
import type { Aggregate, Expression } from '../../plan/index.ts';
import { nameOf, type Unnamed } from '../aggregate.ts';
import { column, type Typed } from '../typed.ts';
import { aggregateOf } from './aggregate.ts';
import { expressionOf } from './expression.ts';
import { columnAt, type From, isUnit, rowReading } from './names.ts';
import { refuseAt, unsupported } from './place.ts';
import type { Reading } from './reading.ts';

export interface Key {
  readonly name: string;
  readonly typed: Typed;
}

/** Grows while the text is read: an aggregate that stands only in HAVING is asked, and charged, too. */
export interface Results {
  readonly keys: readonly Key[];
  readonly aggregates: Aggregate[];
}

export const isSame = (left: unknown, right: unknown): boolean => JSON.stringify(left) === JSON.stringify(right);

/** The aggregate that a call asks for. */
export function unnamedOf(text: string, from: From, node: Node, call: FuncCall): Unnamed {
  const rows = rowReading(from, text);
  return aggregateOf(
    { text, read: child => expressionOf(rows, child), isUnit: child => isUnit(from, child) },
    node,
    call,
  );
}

/** Adds an aggregate under a name of its own. */
export function include(text: string, node: Node, results: Results, aggregate: Aggregate): void {
  const taken = [...results.keys, ...results.aggregates].some(({ name }) => name === aggregate.name);
  if (taken) refuseAt('name_taken', text, node, `two results are called ${aggregate.name}; name one with AS`);
  results.aggregates.push(aggregate);
}

/** How HAVING and ORDER BY are read: their names are those of keys and aggregates. */
export const resultReading = (text: string, from: From, results: Results): Reading => ({
  text,
  column: (path, node) => {
    const name = path.length === 1 ? path[0] : undefined;
    const shown = results.aggregates.find(aggregate => aggregate.name === name);
    if (shown !== undefined && !from.columns.has(shown.name)) return column(shown.name, 'number');
    const alias = results.keys.find(key => key.name === name);
    const { expression } = alias?.typed ?? columnAt(from, text, path, node);
    const { name: key, typed } = keyOf(text, node, results, expression);
    return column(key, typed.type);
  },
  aggregate: (call, node) => {
    const unnamed = unnamedOf(text, from, node, call);
    const shown = results.aggregates.find(({ name, ...asked }) => isSame(asked, unnamed));
    if (shown !== undefined) return column(shown.name, 'number');
    const added: Aggregate = { ...unnamed, name: nameOf(unnamed) };
    include(text, node, results, added);
    return column(added.name, 'number');
  },
});

function keyOf(text: string, node: Node, { keys }: Results, expression: Expression): Key {
  const key = keys.find(({ typed }) => isSame(typed.expression, expression));
  return key ?? unsupported(text, node, 'a column that is not in GROUP BY', 'group by it, or put it into an aggregate');
}

/** The name of the key that an expression is. */
export const nameOfKey = (text: string, node: Node, results: Results, expression: Expression): string =>
  keyOf(text, node, results, expression).name;
