/** CASE and COALESCE, which choose among values, and GREATEST and LEAST where the two make a clamp. */
import type { CaseExpr, CoalesceExpr, MinMaxExpr } from 'libpg-query';
import { nothing } from '../literal.ts';
import type { Typed } from '../typed.ts';
import * as make from '../typed.ts';
import { fitted, isNothing, meeting } from './constant.ts';
import type { SqlConstruct } from './node.ts';
import { bodyOf } from './node.ts';
import { unsupported } from './place.ts';

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

export function coalesce({ text, node, read }: SqlConstruct, { args = [] }: CoalesceExpr): Typed {
  const [operand, fallback, ...others] = args.map(read);
  if (fallback === undefined || others.length > 0)
    return unsupported(text, node, 'COALESCE of other than two values', 'write COALESCE(x, 0), or CASE');
  const [given, instead] = meeting(text, node, operand, fallback);
  return make.choose([{ when: make.isNull(given), result: instead }], given);
}

/** `LEAST(GREATEST(x, 0), 10)`, either way round. */
export function clamp({ text, node, read }: SqlConstruct, outer: MinMaxExpr): Typed {
  const [first, outerEnd, ...others] = outer.args ?? [];
  const inner = first === undefined ? undefined : bodyOf(first, 'MinMaxExpr');
  const [operand, innerEnd, ...more] = inner?.args ?? [];
  const [outside, inside] = [outerEnd, innerEnd].map(end => (end === undefined ? undefined : read(end)));
  const [outerText, innerText] = [outside, inside].map(end => end && numberIn(end));
  const isPair = inner?.op !== outer.op && others.length + more.length === 0;
  if (!isPair || inside === undefined || outerText === undefined || innerText === undefined)
    return unsupported(
      text,
      node,
      'GREATEST or LEAST',
      'the two together clamp: LEAST(GREATEST(x, 0), 10) with constants',
    );
  const [low, high] = outer.op === 'IS_LEAST' ? [innerText, outerText] : [outerText, innerText];
  const given = read(operand);
  // both functions pass over nulls: of nothing and an end the inner one makes the end
  return make.choose([{ when: make.isNull(given), result: inside }], make.clamp(given, low, high));
}

function numberIn({ expression }: Typed): string | undefined {
  const isNumber = expression.kind === 'literal' && (expression.type === 'integer' || expression.type === 'number');
  return isNumber && typeof expression.value === 'string' ? expression.value : undefined;
}
