/** Constants of the text, which become literals: data of the plan, never text of another question. */
import type { A_Const, Node, TypeCast } from 'libpg-query';
import type { ValueType } from '../../plan/expressions/index.ts';
import { literalOf, nothing } from '../literal.ts';
import type { Typed } from '../typed.ts';
import * as make from '../typed.ts';
import { stepOf } from './function.ts';
import type { SqlConstruct } from './node.ts';
import { bodyOf, namesIn } from './node.ts';
import { refuseAt, unsupported } from './place.ts';

/** Types by the names that the parser gives them; others have no counterpart. */
const TYPES: Readonly<Record<string, ValueType>> = {
  date: 'date',
  timestamp: 'timestamp',
  timestamptz: 'timestamp',
  text: 'text',
  varchar: 'text',
  int2: 'integer',
  int4: 'integer',
  int8: 'integer',
  integer: 'integer',
  bigint: 'integer',
  numeric: 'number',
  decimal: 'number',
  float4: 'number',
  float8: 'number',
  double: 'number',
  bool: 'boolean',
};

export function constant(text: string, node: Node, { ival, fval, boolval, sval, isnull }: A_Const): Typed {
  if (isnull === true) return nothing('text');
  const value = ival !== undefined ? String(ival.ival ?? 0) : fval?.fval;
  const literal =
    value !== undefined
      ? literalOf('number', value)
      : boolval !== undefined
        ? literalOf('boolean', boolval.boolval ?? false)
        : literalOf('text', sval?.sval ?? '');
  const spelledOut = value !== undefined || boolval !== undefined || sval !== undefined;
  return spelledOut && literal !== undefined
    ? literal
    : unsupported(
        text,
        node,
        'this constant',
        "write digits such as 0.5, a text in single quotes, or DATE '2020-01-31'",
      );
}

/** `DATE '2020-01-31'` is a constant; a column is cast as far as its values have one meaning in the other type. */
export function cast({ text, node, read }: SqlConstruct, { arg, typeName }: TypeCast): Typed {
  const name =
    namesIn(typeName?.names)
      ?.filter(part => part !== 'pg_catalog')
      .join('.') ?? '';
  const type = Object.hasOwn(TYPES, name) ? TYPES[name] : undefined;
  const written = arg === undefined ? undefined : bodyOf(arg, 'A_Const');
  const places = typeName?.typmods === undefined ? undefined : placesIn(typeName.typmods);
  const plain = typeName?.arrayBounds === undefined && (typeName?.typmods === undefined || places !== undefined);
  if (arg === undefined || type === undefined || !plain) return refuseCast(text, node, name);
  if (places !== undefined && type !== 'number') return refuseCast(text, node, name);
  if (written === undefined) return convertedTo(text, node, read(arg), type, places) ?? refuseCast(text, node, name);
  const typed = fitted(text, node, constant(text, arg, written), type);
  if (type === 'integer' && typed.type === 'number')
    return unsupported(text, node, 'a cast that rounds', 'write the integer itself');
  return places === undefined ? typed : make.round(typed, stepOf(places));
}

const refuseCast = (text: string, node: Node, name: string): never =>
  unsupported(
    text,
    node,
    `a cast to ${name}`,
    'columns have the types of the policy; a timestamp can be cast to date, a condition to int, and round(x, 2) rounds',
  );

/** `numeric(10, 2)` has two decimal places. */
function placesIn(typmods: readonly Node[]): number | undefined {
  const [, scale] = typmods.map(node => bodyOf(node, 'A_Const')?.ival);
  const places = typmods.length === 1 ? 0 : (scale?.ival ?? (scale === undefined ? -1 : 0));
  return places >= 0 && places <= 20 ? places : undefined;
}

/** Undefined where engines disagree on what it means. */
function convertedTo(text: string, node: Node, of: Typed, type: ValueType, places?: number): Typed | undefined {
  if (of.expression.kind === 'literal') return fitted(text, node, of, type);
  if (type === 'date' || type === 'timestamp')
    return of.type === 'date' || of.type === 'timestamp' ? make.convert(type, of) : undefined;
  if (isNumber(of.type) && type === 'number') return places === undefined ? of : make.round(of, stepOf(places));
  if (of.type === 'number' && type === 'integer') return make.round(of, '1');
  if (of.type === 'boolean' && isNumber(type)) return asNumber(of);
  return of.type === type ? of : undefined;
}

/** 1 where a condition is true, 0 where it is false. */
export function asNumber(condition: Typed): Typed {
  const [yes, no] = ['1', '0'].map(digit => literalOf('number', digit)!);
  return make.choose(
    [
      { when: condition, result: yes },
      { when: make.not(condition), result: no },
    ],
    nothing('number'),
  );
}

const isNumber = (type: ValueType): boolean => type === 'integer' || type === 'number';

/** A constant in quotes, or null, takes the type of what it meets; everything else must have it already. */
export function fitted(text: string, node: Node, typed: Typed, type: ValueType): Typed {
  const { expression } = typed;
  if (expression.kind === 'literal' && expression.value === null) return nothing(type);
  if (typed.type === type || (isNumber(typed.type) && isNumber(type))) return typed;
  const quoted = expression.kind === 'literal' ? expression.value : undefined;
  const literal = typeof quoted === 'string' ? quotedAs(typed.type, quoted, type) : undefined;
  return (
    literal ??
    refuseAt('type_mismatch', text, node, `a value of type ${typed.type} is used where type ${type} is needed`)
  );
}

/** A text in quotes as what it spells; a day is its midnight where a moment is needed. */
function quotedAs(given: ValueType, quoted: string, type: ValueType): Typed | undefined {
  const midnight = type === 'timestamp' && (given === 'text' || given === 'date') ? `${quoted}T00:00:00Z` : undefined;
  const spelled = given === 'text' ? literalOf(type, quoted) : undefined;
  return spelled ?? (midnight === undefined ? undefined : literalOf(type, midnight));
}

/** Two values that meet, each as what the other needs. */
export function meeting(text: string, node: Node, left: Typed, right: Typed): readonly [Typed, Typed] {
  if (left.type === 'date' && right.type === 'timestamp') return [asMoment(left), right];
  if (left.type === 'timestamp' && right.type === 'date') return [left, asMoment(right)];
  const loose = left.expression.kind === 'literal' && (left.type === 'text' || left.expression.value === null);
  return loose ? [fitted(text, node, left, right.type), right] : [left, fitted(text, node, right, left.type)];
}

const asMoment = (day: Typed): Typed =>
  (day.expression.kind === 'literal' && typeof day.expression.value === 'string'
    ? quotedAs('date', day.expression.value, 'timestamp')
    : undefined) ?? make.convert('timestamp', day);

export const isNothing = ({ expression }: Typed): boolean => expression.kind === 'literal' && expression.value === null;
