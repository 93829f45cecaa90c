/** Operators: arithmetic, comparison, texts put together, IN, BETWEEN and LIKE. */
import type { A_Expr, A_Expr_Kind, Node } from 'libpg-query';
import type { Arithmetic, Comparison } from '../../plan/expressions/index.ts';
import { literalOf, nothing } from '../literal.ts';
import type { Typed } from '../typed.ts';
import * as make from '../typed.ts';
import { textOf } from './argument.ts';
import { isNothing, meeting } from './constant.ts';
import { movedByDays, movedByInterval } from './interval.ts';
import type { SqlConstruct } from './node.ts';
import { bodyOf, namesIn } from './node.ts';
import { unsupported } from './place.ts';

const ARITHMETIC: ReadonlyMap<string, Arithmetic> = new Map([
  ['+', 'add'],
  ['-', 'subtract'],
  ['*', 'multiply'],
  ['/', 'divide'],
]);

const COMPARISONS: ReadonlyMap<string, Comparison> = new Map([
  ['=', 'equal'],
  ['<>', 'notEqual'],
  ['<', 'less'],
  ['<=', 'atMost'],
  ['>', 'greater'],
  ['>=', 'atLeast'],
]);

type Reader = (part: SqlConstruct, operator: string, left: Node, right: Node) => Typed;

const READERS: ReadonlyMap<A_Expr_Kind, Reader> = new Map<A_Expr_Kind, Reader>([
  ['AEXPR_OP', binary],
  ['AEXPR_IN', membership],
  ['AEXPR_BETWEEN', range],
  ['AEXPR_NOT_BETWEEN', (part, ...rest) => make.not(range(part, ...rest))],
  ['AEXPR_LIKE', pattern],
  ['AEXPR_ILIKE', pattern],
  ['AEXPR_DISTINCT', distinct],
  ['AEXPR_NOT_DISTINCT', (part, ...rest) => make.not(distinct(part, ...rest))],
  ['AEXPR_OP_ANY', anyOf],
  ['AEXPR_NULLIF', nullIf],
]);

const REFUSED: Readonly<Partial<Record<A_Expr_Kind, readonly [construct: string, nearest: string]>>> = {
  AEXPR_OP_ALL: ['ALL', 'write NOT IN (...) with constants'],
  AEXPR_SIMILAR: ['SIMILAR TO', "write LIKE 'a%' or LIKE '%a%'"],
  AEXPR_BETWEEN_SYM: ['BETWEEN SYMMETRIC', 'write BETWEEN with the smaller end first'],
  AEXPR_NOT_BETWEEN_SYM: ['BETWEEN SYMMETRIC', 'write NOT BETWEEN with the smaller end first'],
};

export function operation(part: SqlConstruct, { kind, name, lexpr, rexpr }: A_Expr): Typed {
  const operator = namesIn(name)?.join('.') ?? '';
  const reader = kind === undefined ? undefined : READERS.get(kind);
  if (reader === undefined || rexpr === undefined) {
    const [construct, nearest] = REFUSED[kind ?? 'AEXPR_OP'] ?? [`the operator ${operator}`, OPERATORS];
    return unsupported(part.text, part.node, construct, nearest);
  }
  if (lexpr !== undefined) return reader(part, operator, lexpr, rexpr);
  if (operator === '-') return make.negate(part.read(rexpr));
  return operator === '+' ? part.read(rexpr) : unknownOperator(part, operator);
}

const OPERATORS = "use + - * / % || = <> < <= > >=, or LIKE 'a%' for texts";

const unknownOperator = ({ text, node }: SqlConstruct, operator: string): never =>
  unsupported(text, node, `the operator ${operator}`, OPERATORS);

function binary(part: SqlConstruct, operator: string, leftNode: Node, rightNode: Node): Typed {
  const [calculation, comparison] = [ARITHMETIC.get(operator), COMPARISONS.get(operator)];
  if (calculation === undefined && comparison === undefined && operator !== '%' && operator !== '||')
    return unknownOperator(part, operator);
  const later = movedByInterval(part, operator, leftNode, rightNode);
  if (later !== undefined) return later;
  const given = [part.read(leftNode), part.read(rightNode)] as const;
  if (operator === '||') return together(part, given);
  const moved = movedByDays(operator, ...given);
  if (moved !== undefined) return moved;
  const [left, right] = meeting(part.text, part.node, ...given);
  if (operator === '%') return make.remainder(left, right);
  if (calculation !== undefined) return calculated(part, calculation, left, right);
  refuseNothing(part, [left, right]);
  return make.compare(comparison!, left, right);
}

function calculated({ text, node }: SqlConstruct, operator: Arithmetic, left: Typed, right: Typed): Typed {
  if (left.type === 'timestamp' && right.type === 'timestamp')
    return unsupported(text, node, 'a difference of timestamps', 'count days: a::date - b::date');
  return make.arithmetic(operator, left, right);
}

/** Numbers have many spellings, and engines choose different ones. */
function together({ text, node }: SqlConstruct, texts: readonly Typed[]): Typed {
  const other = texts.find(({ type }) => type !== 'text');
  if (other === undefined) return make.concatenate(texts);
  return unsupported(text, node, `|| with a value of type ${other.type}`, 'put texts together: town || ward');
}

/** SQL says neither yes nor no to `x = NULL`, which is never what was meant. */
function refuseNothing({ text, node }: SqlConstruct, values: readonly Typed[]): void {
  if (values.some(isNothing)) unsupported(text, node, 'a comparison with NULL', 'write x IS NULL or x IS NOT NULL');
}

function membership(part: SqlConstruct, operator: string, left: Node, right: Node): Typed {
  const operand = part.read(left);
  const values = (bodyOf(right, 'List')?.items ?? []).map(
    item => meeting(part.text, item, operand, part.read(item))[1],
  );
  refuseNothing(part, values);
  const member = make.isIn(operand, values);
  return operator === '=' ? member : make.not(member);
}

function range(part: SqlConstruct, _operator: string, left: Node, right: Node): Typed {
  const operand = part.read(left);
  const ends = (bodyOf(right, 'List')?.items ?? []).map(item => meeting(part.text, item, operand, part.read(item))[1]);
  refuseNothing(part, ends);
  return make.between(operand, ends[0], ends[1]);
}

function nullIf({ text, node, read }: SqlConstruct, _operator: string, leftNode: Node, rightNode: Node): Typed {
  const [given, other] = meeting(text, node, read(leftNode), read(rightNode));
  if (isNothing(other)) return given;
  return make.choose([{ when: make.compare('equal', given, other), result: nothing(given.type) }], given);
}

/** Null is a value like others. */
function distinct({ text, node, read }: SqlConstruct, _operator: string, leftNode: Node, rightNode: Node): Typed {
  const [left, right] = meeting(text, node, read(leftNode), read(rightNode));
  if (isNothing(right)) return make.not(make.isNull(left));
  const [oneMissing, otherMissing] = [make.isNull(left), make.isNull(right)];
  return make.choose(
    [{ when: make.any([oneMissing, otherMissing]), result: make.not(make.all([oneMissing, otherMissing])) }],
    make.compare('notEqual', left, right),
  );
}

/** `x = ANY (ARRAY[1, 2])` is `x IN (1, 2)`. */
function anyOf(part: SqlConstruct, operator: string, left: Node, right: Node): Typed {
  const elements = bodyOf(right, 'A_ArrayExpr')?.elements;
  if (operator !== '=' || elements === undefined)
    return unsupported(part.text, part.node, 'ANY', 'write IN (...) with constants');
  return membership(part, operator, left, { List: { items: elements } });
}

const PATTERNS = "write LIKE 'a%' for a beginning, '%a' for an end, 'a%b' for both or '%a%' for a part";

function pattern(part: SqlConstruct, operator: string, left: Node, right: Node): Typed {
  const [operand, wanted] = [part.read(left), part.read(right)];
  const ignoresCase = operator === '~~*' || operator === '!~~*';
  const text = textOf(wanted);
  const matched = operand.type !== 'text' || text === undefined ? undefined : like(operand, text, ignoresCase);
  if (matched === undefined) return unsupported(part.text, right, 'this LIKE pattern', PATTERNS);
  return operator.startsWith('!') ? make.not(matched) : matched;
}

/** LIKE as far as the closed language goes: whole texts, beginnings, ends, and parts; undefined for any other pattern. */
function like(of: Typed, wanted: string, ignoresCase: boolean): Typed | undefined {
  const operand = ignoresCase ? make.lower(of) : of;
  const written = ignoresCase ? wanted.replace(/[A-Z]/g, letter => letter.toLowerCase()) : wanted;
  if (/[_\\]/.test(written)) return undefined;
  const [first, ...others] = written.replace(/%+/g, '%').split('%');
  const last = others.at(-1);
  if (last === undefined) return make.compare('equal', operand, literalOf('text', first)!);
  const inside = others.slice(0, -1);
  if (first === '' && last === '') return inside.length > 1 ? undefined : make.contains(operand, inside[0] ?? '');
  if (inside.length > 0) return undefined;
  const [begins, ends] = [make.startsWith(operand, first), endsWith(operand, last)];
  if (first === '' || last === '') return first === '' ? ends : begins;
  // the beginning and the end are not the same characters
  const enough = literalOf('number', String([...first].length + [...last].length))!;
  return make.all([begins, ends, make.compare('atLeast', make.length(operand), enough)]);
}

const endsWith = (operand: Typed, text: string): Typed =>
  make.compare('equal', make.ending(operand, [...text].length), literalOf('text', text)!);
