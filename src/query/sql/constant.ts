/** Constants of the text, which become literals: data of the plan, never text of another question. */
import type { A_Const, Node, TypeCast } from 'libpg-query';
import type { ValueType } from '../../plan/index.ts';
import { literalOf, nothing } from '../literal.ts';
import type { Typed } from '../typed.ts';
import { bodyOf, namesIn } from './node.ts';
import { refuseAt, unsupported } from './place.ts';

/** Types by the names that the parser gives them; others have no counterpart. */
const TYPES: Readonly<Record<string, ValueType>> = {
  date: 'date',
  timestamp: 'timestamp',
  timestamptz: 'timestamp',
  text: 'text',
  int4: 'integer',
  int8: 'integer',
  numeric: 'number',
  float8: 'number',
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

/** `DATE '2020-01-31'` is a constant; a column cannot be cast, for engines disagree on how. */
export function cast(text: string, node: Node, { arg, typeName }: TypeCast): Typed {
  const name =
    namesIn(typeName?.names)
      ?.filter(part => part !== 'pg_catalog')
      .join('.') ?? '';
  const type = Object.hasOwn(TYPES, name) ? TYPES[name] : undefined;
  const written = arg === undefined ? undefined : bodyOf(arg, 'A_Const');
  const plain = typeName?.arrayBounds === undefined && typeName?.typmods === undefined;
  if (arg === undefined || written === undefined || type === undefined || !plain)
    return unsupported(
      text,
      node,
      `a cast to ${name}`,
      'columns have the types of the policy; round(x) makes integers',
    );
  const typed = fitted(text, node, constant(text, arg, written), type);
  return type === 'integer' && typed.type === 'number'
    ? unsupported(text, node, 'a cast that rounds', 'write the integer itself')
    : typed;
}

const isNumber = (type: ValueType): boolean => type === 'integer' || type === 'number';

/** A constant in quotes, or null, takes the type of what it meets; everything else must have it already. */
export function fitted(text: string, node: Node, typed: Typed, type: ValueType): Typed {
  const { expression } = typed;
  if (expression.kind === 'literal' && expression.value === null) return nothing(type);
  if (typed.type === type || (isNumber(typed.type) && isNumber(type))) return typed;
  const quoted = expression.kind === 'literal' && typed.type === 'text' ? expression.value : undefined;
  const literal = typeof quoted === 'string' ? literalOf(type, quoted) : undefined;
  return (
    literal ??
    refuseAt('type_mismatch', text, node, `a value of type ${typed.type} is used where type ${type} is needed`)
  );
}

/** Two values that meet, each as what the other needs. */
export function meeting(text: string, node: Node, left: Typed, right: Typed): readonly [Typed, Typed] {
  const loose = left.expression.kind === 'literal' && (left.type === 'text' || left.expression.value === null);
  return loose ? [fitted(text, node, left, right.type), right] : [left, fitted(text, node, right, left.type)];
}

export const isNothing = ({ expression }: Typed): boolean => expression.kind === 'literal' && expression.value === null;
