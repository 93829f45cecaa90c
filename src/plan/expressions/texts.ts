/** Texts: parts of them, and texts put together. Whatever an engine has to hold is of a public length. */
import { refuse } from '../../vocabulary/index.ts';
import { type CheckedExpression, expressionOf } from './checked-expression.ts';
import { booleans, integers, longestOf, type TextDomain, texts, textsUpTo } from './domain.ts';
import { characters, lowerCase, upperCase } from './value.ts';

interface Textual {
  readonly expression: CheckedExpression;
  readonly domain: TextDomain;
}

function textual(expression: CheckedExpression, role: string): Textual {
  if (expression.domain.type === 'text') return { expression, domain: expression.domain };
  return refuse('type_mismatch', `${role} must be text; it is of type ${expression.domain.type}.`);
}

/** Listed texts stay listed. */
const mapped = ({ values }: TextDomain, map: (text: string) => string, longest: number | undefined): TextDomain =>
  values === undefined ? textsUpTo(longest) : texts(values.map(map));

export function inCase(kind: 'lower' | 'upper', of: CheckedExpression): CheckedExpression {
  const { expression, domain } = textual(of, `The argument of ${kind}`);
  const map = kind === 'lower' ? lowerCase : upperCase;
  return expressionOf(mapped(domain, map, domain.longest), { kind, operand: expression });
}

/** No engine holds longer texts. */
const LENGTH_MAX = 2n ** 31n - 1n;

export function lengthOf(of: CheckedExpression): CheckedExpression {
  const { expression, domain } = textual(of, 'The argument of length');
  const known = domain.values?.map(value => [...value].length) ?? [];
  const longest = longestOf(domain);
  const range =
    known.length > 0
      ? integers(BigInt(Math.min(...known)), BigInt(Math.max(...known)))
      : integers(0n, longest === undefined ? LENGTH_MAX : BigInt(longest), longest !== undefined);
  return expressionOf(range, { kind: 'length', operand: expression });
}

export function matching(kind: 'startsWith' | 'contains', of: CheckedExpression, pattern: string): CheckedExpression {
  const { expression } = textual(of, 'What is searched');
  return expressionOf(booleans, { kind, operand: expression, pattern });
}

/** As many characters of a text as are read; nobody means more. */
const CHARACTERS_MAX = 10_000;

export function substring(of: CheckedExpression, start: number, length: number): CheckedExpression {
  const { expression, domain } = textual(of, 'The argument of substring');
  checkCounts([start - 1, length]);
  const map = (text: string): string => characters(text, start, length);
  return expressionOf(mapped(domain, map, shorter(domain, length)), {
    kind: 'substring',
    operand: expression,
    start,
    length,
  });
}

export function ending(of: CheckedExpression, length: number): CheckedExpression {
  const { expression, domain } = textual(of, 'The argument of right');
  checkCounts([length]);
  const map = (text: string): string => characters(text, -length, length);
  return expressionOf(mapped(domain, map, shorter(domain, length)), { kind: 'ending', operand: expression, length });
}

const shorter = (domain: TextDomain, length: number): number => Math.min(length, longestOf(domain) ?? length);

function checkCounts(counts: readonly number[]): void {
  if (counts.every(count => count >= 0 && count <= CHARACTERS_MAX)) return;
  refuse('value_out_of_range', `A part of a text lies within its first or last ${CHARACTERS_MAX} characters.`);
}

/** Of texts that are put together: more is a mistake or an attack on memory. */
const TOGETHER_MAX = 100_000;

/** Lists that are longer are no lists that anybody would read. */
const LISTED_MAX = 10_000;

/** Of a text that may be of any length only the beginning is taken, so that one person's cannot fail everybody's question. */
export function concatenation(operands: readonly CheckedExpression[]): CheckedExpression {
  const parts = operands.map(operand => {
    const { expression, domain } = textual(operand, 'What is put together with ||');
    return longestOf(domain) === undefined ? substring(expression, 1, CHARACTERS_MAX) : expression;
  });
  const domains = parts.map(({ domain }) => domain as TextDomain);
  const longest = domains.reduce((sum, domain) => sum + (longestOf(domain) ?? 0), 0);
  if (!(longest <= TOGETHER_MAX && parts.length > 0))
    return refuse(
      'plan_too_large',
      `Texts that are put together may have at most ${TOGETHER_MAX} characters, and these could have ${longest}. Take parts of them first, such as left(x, 100).`,
    );
  const listed = together(domains, longest);
  return expressionOf(listed === undefined ? textsUpTo(longest) : texts(listed), {
    kind: 'concatenate',
    operands: Object.freeze(parts),
  });
}

/** Every combination, where each part is listed and there are not too many. */
function together(domains: readonly TextDomain[], longest: number): readonly string[] | undefined {
  let all: readonly string[] = [''];
  for (const { values } of domains) {
    const size = all.length * (values?.length ?? Infinity);
    if (values === undefined || !(size <= LISTED_MAX && size * longest <= LISTED_MAX * 100)) return undefined;
    all = all.flatMap(before => values.map(value => before + value));
  }
  return all;
}
