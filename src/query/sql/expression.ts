/** Expressions of SQL as expressions of the closed language. What has no reader here is refused by its name. */
import type { BoolExpr, BooleanTest, ColumnRef, FuncCall, Node, NullTest } from 'libpg-query';
import type { Expression } from '../../plan/expressions/index.ts';
import { literalOf } from '../literal.ts';
import type { Typed } from '../typed.ts';
import * as make from '../typed.ts';
import { isAggregateName } from './aggregate.ts';
import { choice, coalesce, extreme } from './choice.ts';
import { cast, constant } from './constant.ts';
import { functionOf, insteadOf } from './function.ts';
import { type BodyOf, bodyOf, kindOf, type NodeKind, namesIn, type SqlConstruct, type SqlContext } from './node.ts';
import { operation } from './operation.ts';
import { unsupported } from './place.ts';
import { tooLarge } from './statement.ts';

export function expressionOf(reading: SqlContext, node: Node): Typed {
  const { text } = reading;
  const part: SqlConstruct = { text, node, read: child => expressionOf(reading, child) };
  const kind = kindOf(node);
  const reader = readerOf(kind);
  if (reader !== undefined) {
    const made = reader(part, bodyOf(node, kind), reading);
    checkWrittenOut(made.expression);
    return made;
  }
  const [construct, nearest] = REFUSED[kind] ?? [`the construct ${kind}`, 'compare, calculate, or choose with CASE'];
  return unsupported(text, node, construct, nearest);
}

type Reader<K extends NodeKind> = (part: SqlConstruct, body: BodyOf<K>, reading: SqlContext) => Typed;

const READERS: { readonly [K in NodeKind]?: Reader<K> } = {
  ColumnRef: ({ text, node }, { fields }: ColumnRef, { column }) => {
    const path = namesIn(fields);
    return path === undefined ? unsupported(text, node, '* here', 'name the column') : column(path, node);
  },
  A_Const: ({ text, node }, body) => constant(text, node, body),
  TypeCast: cast,
  A_Expr: operation,
  BoolExpr: (part, { boolop, args = [] }: BoolExpr) => {
    const operands = args.map(part.read);
    if (boolop === 'NOT_EXPR') return make.not(operands[0]);
    return boolop === 'AND_EXPR' ? make.all(operands) : make.any(operands);
  },
  NullTest: ({ read }, { arg, nulltesttype }: NullTest) => {
    const missing = make.isNull(read(arg!));
    return nulltesttype === 'IS_NULL' ? missing : make.not(missing);
  },
  CaseExpr: choice,
  CoalesceExpr: coalesce,
  MinMaxExpr: extreme,
  BooleanTest: truthTest,
  FuncCall: call,
};

/** The table pairs each kind with a reader of its body, which the compiler loses when the kind is not known. */
const readerOf = (kind: NodeKind) =>
  READERS[kind] as ((part: SqlConstruct, body: unknown, reading: SqlContext) => Typed) | undefined;

const REFUSED: { readonly [K in NodeKind]?: readonly [construct: string, nearest: string] } = {
  SubLink: [
    'a subquery in an expression',
    "join a public table, or the people meant, as in JOIN (SELECT DISTINCT id FROM u WHERE ...) x USING (id); list constants as in ward IN ('A', 'B'); or ask a question of its own first",
  ],
  ParamRef: ['a parameter', 'write the value itself: it is sent as data, not as SQL text'],
  A_Indirection: ['a part of a value', 'name a column of the policy'],
  A_ArrayExpr: ['ARRAY', 'list constants in IN (...)'],
  RowExpr: ['a row of values', 'compare column by column'],
  CollateClause: ['COLLATE', 'text is compared by bytes'],
  SQLValueFunction: [
    'the current date, time or user',
    "the clock is no part of a table; write the date itself, such as DATE '2026-01-31'",
  ],
  SetToDefault: ['DEFAULT', 'write the value itself'],
  GroupingFunc: ['GROUPING', 'group by one list of keys'],
};

function call({ text, node, read }: SqlConstruct, body: FuncCall, { aggregate }: SqlContext): Typed {
  const name = namesIn(body.funcname)?.join('.') ?? '';
  if (isAggregateName(name)) {
    if (aggregate !== undefined) return aggregate(body, node);
    return unsupported(
      text,
      node,
      `the aggregate ${name} here`,
      'aggregates stand in the select list, in HAVING and in ORDER BY, and never inside one another: write sum(x) / count(*), or HAVING count(*) > 9',
    );
  }
  const plain = body.over === undefined && body.agg_filter === undefined && body.agg_order === undefined;
  const place = aggregate === undefined ? 'rows' : 'answers';
  if (!plain) return unsupported(text, node, `the window or aggregate function ${name}`, insteadOf(name, place));
  const bare = body.agg_star !== true && body.agg_distinct !== true && body.func_variadic !== true;
  const made = bare ? functionOf(name, (body.args ?? []).map(read)) : undefined;
  return made ?? unsupported(text, node, `the function ${name}`, insteadOf(name, place));
}

/** `x IS TRUE` and the like are never null. */
function truthTest({ read }: SqlConstruct, { arg, booltesttype }: BooleanTest): Typed {
  const condition = read(arg!);
  const truth = (value: boolean): Typed => literalOf('boolean', value)!;
  const whether = (when: Typed): Typed => make.choose([{ when, result: truth(true) }], truth(false));
  const wanted = booltesttype?.replace(/^IS_(NOT_)?/, '');
  const holds =
    wanted === 'UNKNOWN' ? make.isNull(condition) : whether(wanted === 'TRUE' ? condition : make.not(condition));
  return booltesttype?.startsWith('IS_NOT_') ? make.not(holds) : holds;
}

/** More than any list of constants has that fits the text. */
const PARTS_MAX = 100_000;

/**
 * How large an expression is once it is written out. COALESCE, CASE, BETWEEN and clamps say a part of theirs twice: within
 * each other they would grow beyond all memory, though the text is short.
 */
function checkWrittenOut(expression: Expression): void {
  if (!(partsOf(expression, new Map()) <= PARTS_MAX)) tooLarge(`made of more than ${PARTS_MAX} parts when expanded`);
}

/** What stands in several places is one object, so that it is counted once and added often. */
function partsOf(part: unknown, counted: Map<object, number>): number {
  if (typeof part !== 'object' || part === null) return 0;
  const known = counted.get(part);
  if (known !== undefined) return known;
  const parts = Object.values(part).reduce<number>((sum, inner) => sum + partsOf(inner, counted), 1);
  counted.set(part, parts);
  return parts;
}
