/** CASE, COALESCE, GREATEST and LEAST, which choose among values. */
import type { CaseExpr, CoalesceExpr, MinMaxExpr } from 'libpg-query';
import { nothing } from '../literal.ts';
import type { Typed } from '../typed.ts';
import * as make from '../typed.ts';
import { fitted, isNothing, meeting } from './constant.ts';
import { numberOf } from './function.ts';
import type { SqlConstruct } from './node.ts';
import { bodyOf } from './node.ts';

export function choice(part: SqlConstruct, { arg, args = [], defresult }: CaseExpr): Typed {
  const { text, node, read } = part;
  const subject = arg === undefined ? undefined : read(arg);
  const cases = args.map(item => {
    const { expr, result } = bodyOf(item, 'CaseWhen')!;
    const condition = read(expr!);
    return {
      when: subject === undefined ? condition : make.compare('equal', ...meeting(text, item, subject, condition)),
      result: read(result!),
    };
  });
  const otherwise = defresult === undefined ? nothing('text') : read(defresult);
  const type = decidingType([...cases.map(({ result }) => result), otherwise]);
  const branches = cases.map(({ when, result }) => ({ when, result: fitted(text, node, result, type) }));
  return make.choose(branches, fitted(text, node, otherwise, type));
}

/** What is no constant decides; then numbers and dates among the constants; quoted constants follow. */
function decidingType(results: readonly Typed[]): Typed['type'] {
  const given = results.filter(result => !isNothing(result));
  const deciding =
    given.find(({ expression }) => expression.kind !== 'literal') ?? given.find(({ type }) => type !== 'text');
  return deciding?.type ?? 'text';
}

/** The first that is not null. */
export function coalesce({ text, node, read }: SqlConstruct, { args = [] }: CoalesceExpr): Typed {
  const values = args.map(read);
  return values.reduceRight((instead, value) => {
    const [given, other] = meeting(text, node, value, instead);
    return make.choose([{ when: make.isNull(given), result: other }], given);
  });
}

/** GREATEST and LEAST pass over nulls; the two together, with constants, are a clamp. */
export function extreme(part: SqlConstruct, body: MinMaxExpr): Typed {
  const { text, node, read } = part;
  const clamped = clamp(part, body);
  if (clamped !== undefined) return clamped;
  const values = (body.args ?? []).map(read);
  const type = decidingType(values);
  return make.extreme(
    body.op === 'IS_LEAST' ? 'least' : 'greatest',
    values.map(value => fitted(text, node, value, type)),
  );
}

/** `LEAST(GREATEST(x, 0), 10)`, either way round. */
function clamp({ read }: SqlConstruct, outer: MinMaxExpr): Typed | undefined {
  const [first, outerEnd, ...others] = outer.args ?? [];
  const inner = first === undefined ? undefined : bodyOf(first, 'MinMaxExpr');
  const [operand, innerEnd, ...more] = inner?.args ?? [];
  const isPair = inner !== undefined && inner.op !== outer.op && others.length + more.length === 0;
  if (!isPair || outerEnd === undefined || innerEnd === undefined) return undefined;
  const [outside, inside] = [read(outerEnd), read(innerEnd)];
  const [outerText, innerText] = [numberOf(outside), numberOf(inside)];
  if (outerText === undefined || innerText === undefined) return undefined;
  const [low, high] = outer.op === 'IS_LEAST' ? [innerText, outerText] : [outerText, innerText];
  const given = read(operand);
  // both functions pass over nulls: of nothing and an end the inner one makes the end
  return make.choose([{ when: make.isNull(given), result: inside }], make.clamp(given, low, high));
}
