/** Operators: arithmetic, comparison, IN, BETWEEN and LIKE. */
import type { A_Expr, A_Expr_Kind, Node } from 'libpg-query';
import type { Arithmetic, Comparison } from '../../plan/index.ts';
import type { Typed } from '../typed.ts';
import * as make from '../typed.ts';
import { isNothing, meeting } from './constant.ts';
import { textOf } from './function.ts';
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
]);

const REFUSED: Readonly<Partial<Record<A_Expr_Kind, readonly [construct: string, nearest: string]>>> = {
  AEXPR_OP_ANY: ['ANY', 'write IN (...) with constants'],
  AEXPR_OP_ALL: ['ALL', 'write NOT IN (...) with constants'],
  AEXPR_DISTINCT: ['IS DISTINCT FROM', 'write x <> y OR x IS NULL'],
  AEXPR_NOT_DISTINCT: ['IS NOT DISTINCT FROM', 'write x = y, or x IS NULL'],
  AEXPR_NULLIF: ['NULLIF', 'write CASE WHEN x <> y THEN x END'],
  AEXPR_ILIKE: ['ILIKE', "write lower(x) LIKE 'a%'"],
  AEXPR_SIMILAR: ['SIMILAR TO', "write LIKE 'a%' or LIKE '%a%'"],
  AEXPR_BETWEEN_SYM: ['BETWEEN SYMMETRIC', 'write BETWEEN with the smaller end first'],
  AEXPR_NOT_BETWEEN_SYM: ['BETWEEN SYMMETRIC', 'write NOT BETWEEN with the smaller end first'],
};

export function operation(part: SqlConstruct, { kind, name, lexpr, rexpr }: A_Expr): Typed {
  const operator = namesIn(name)?.join('.') ?? '';
  const reader = kind === undefined ? undefined : READERS.get(kind);
  if (reader === undefined || rexpr === undefined) {
    const [construct, nearest] = REFUSED[kind ?? 'AEXPR_OP'] ?? [
      `the operator ${operator}`,
      'use + - * / = <> < <= > >=',
    ];
    return unsupported(part.text, part.node, construct, nearest);
  }
  if (lexpr !== undefined) return reader(part, operator, lexpr, rexpr);
  if (operator === '-') return make.negate(part.read(rexpr));
  return operator === '+' ? part.read(rexpr) : unknownOperator(part, operator);
}

const unknownOperator = ({ text, node }: SqlConstruct, operator: string): never =>
  unsupported(text, node, `the operator ${operator}`, 'use + - * / = <> < <= > >=');

function binary(part: SqlConstruct, operator: string, leftNode: Node, rightNode: Node): Typed {
  const [calculation, comparison] = [ARITHMETIC.get(operator), COMPARISONS.get(operator)];
  if (calculation === undefined && comparison === undefined) return unknownOperator(part, operator);
  const [left, right] = meeting(part.text, part.node, part.read(leftNode), part.read(rightNode));
  if (calculation !== undefined) return make.arithmetic(calculation, left, right);
  refuseNothing(part, [left, right]);
  return make.compare(comparison!, left, right);
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

function pattern(part: SqlConstruct, operator: string, left: Node, right: Node): Typed {
  const matched = like(part.read(left), part.read(right));
  if (matched === undefined)
    return unsupported(
      part.text,
      right,
      'this LIKE pattern',
      "write LIKE 'a%' for a beginning or LIKE '%a%' for a part",
    );
  return operator === '~~' ? matched : make.not(matched);
}

/** LIKE as far as the closed language goes: a whole text, its beginning, or a part of it; undefined for any other pattern. */
function like(operand: Typed, pattern: Typed): Typed | undefined {
  const [, before, middle, after] = /^(%?)([^%_\\]*)(%?)$/s.exec(textOf(pattern) ?? '_') ?? [];
  if (middle === undefined) return undefined;
  if (before === '') return after === '' ? make.compare('equal', operand, pattern) : make.startsWith(operand, middle);
  return after === '' ? undefined : make.contains(operand, middle);
}
