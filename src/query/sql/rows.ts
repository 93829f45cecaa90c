/** What WHERE and the select list of a subquery do to rows: keep some, add columns, leave columns out. */
import type { Node } from 'libpg-query';
import { extend, narrowed } from '../scope.ts';
import type { Typed } from '../typed.ts';
import { expressionOf } from './expression.ts';
import { type From, rowReading, unitNamed, unitNames, unitUnder } from './names.ts';
import { bodyOf } from './node.ts';
import { placed, refuseAt, unsupported } from './place.ts';

export function filtered(text: string, from: From, condition: Node | undefined): From {
  if (condition === undefined) return from;
  const { expression } = expressionOf(rowReading(from, text), condition);
  return { ...from, input: { kind: 'where', input: from.input, condition: expression } };
}

/** One entry of a select list. */
type Shown =
  | { readonly kind: 'all' }
  | { readonly kind: 'unit'; readonly called: string }
  | { readonly kind: 'kept'; readonly name: string }
  | { readonly kind: 'made'; readonly name: string; readonly typed: Typed };

export function selected(text: string, from: From, targets: readonly Node[], alias: string): From {
  const shown = targets.map(target => shownBy(text, from, target));
  const made = shown.flatMap(entry => (entry.kind === 'made' ? [entry] : []));
  const all = shown.some(({ kind }) => kind === 'all');
  const wider = placed(text, targets, () =>
    extend(
      from.columns,
      made.map(({ name, typed }) => [name, typed.type] as const),
    ),
  );
  const names = shown.flatMap(entry => ('name' in entry ? [entry.name] : []));
  // the unit's column is in no scope, but it is among all columns
  const hidesUnit = made.some(({ name }) => unitNames(from.unit).some(({ column }) => column === name));
  if (new Set(names).size < names.length || (all && hidesUnit))
    refuseAt('name_taken', text, targets, 'two columns have the same name; rename one with AS');
  const derived: From['input'] =
    made.length === 0
      ? from.input
      : {
          kind: 'derive',
          input: from.input,
          columns: made.map(({ name, typed }) => ({ name, expression: typed.expression })),
        };
  const columns = all ? wider : narrowed(wider, names);
  const units = shown.flatMap(entry =>
    entry.kind === 'unit'
      ? [entry.called]
      : entry.kind === 'kept' && entry.name === from.unit?.column
        ? [entry.name]
        : [],
  );
  return {
    input: all ? derived : { kind: 'project', input: derived, columns: names },
    columns,
    tables: new Map([[alias, new Map([...columns.keys()].map(name => [name, name]))]]),
    unit: unitUnder(alias, from.unit, all ? undefined : units),
  };
}

function shownBy(text: string, from: From, target: Node): Shown {
  const { name, val } = bodyOf(target, 'ResTarget') ?? {};
  const fields = val === undefined ? undefined : bodyOf(val, 'ColumnRef')?.fields;
  if (fields?.length === 1 && bodyOf(fields[0], 'A_Star') !== undefined) return { kind: 'all' };
  const called = unitNamed(from, val!);
  if (called !== undefined && name === undefined && !from.columns.has(called)) return { kind: 'unit', called };
  const typed = expressionOf(rowReading(from, text), val!);
  const own = typed.expression.kind === 'column' ? typed.expression.name : undefined;
  const shown = name ?? own ?? unsupported(text, target, 'an expression without a name', 'name it with AS');
  return shown === own ? { kind: 'kept', name: shown } : { kind: 'made', name: shown, typed };
}
