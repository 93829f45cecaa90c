/** What is publicly known of texts that are computed: those that are listed, and how long the others may be. */
import { rational } from '../numerics/index.ts';
import type { RecordedExpression } from './recorded.ts';
import { type Known, least, most, span } from './spans.ts';

const { ratio, one } = rational;

/** ASCII alone, as the plan's language says. */
const CASES: Readonly<Record<string, (text: string) => string>> = {
  lower: text => text.replace(/[A-Z]/g, letter => letter.toLowerCase()),
  upper: text => text.replace(/[a-z]/g, letter => letter.toUpperCase()),
};

const lengthOf = (text: string): number => Array.from(text).length;

const longestOf = ({ texts, longest }: Known): number | undefined =>
  texts === undefined ? longest : Math.max(0, ...texts.map(lengthOf));

/** What is known of a text that is one of several. */
export function eitherText(several: readonly Known[]): Pick<Known, 'texts' | 'longest'> {
  const listed = several.flatMap(({ texts }) => texts ?? []);
  if (several.every(({ texts }) => texts !== undefined)) return { texts: listed };
  const lengths = several.flatMap(each => longestOf(each) ?? []);
  return lengths.length < several.length ? {} : { longest: Math.max(...lengths) };
}

/** Of a text of any length this many characters are put together with others. */
const TAKEN = 10_000;

export function ofTexts(expression: RecordedExpression, operands: readonly Known[]): Known {
  const [operand] = operands;
  const perUnit = operands.every(each => each.perUnit);
  const mapped = (map: (text: string) => string, longest: number | undefined): Known =>
    operand.texts === undefined ? { perUnit, longest } : { perUnit, texts: operand.texts.map(map) };
  const length = Number(expression.length ?? 0);
  const shorter = Math.min(length, longestOf(operand) ?? length);
  switch (expression.kind) {
    case 'length':
      return { perUnit, span: lengths(operand) };
    case 'substring': {
      const from = Number(expression.start) - 1;
      return mapped(
        text =>
          Array.from(text)
            .slice(from, from + length)
            .join(''),
        shorter,
      );
    }
    case 'ending':
      return mapped(
        text =>
          Array.from(text)
            .slice(Math.max(0, lengthOf(text) - length))
            .join(''),
        shorter,
      );
    case 'concatenate':
      return {
        perUnit,
        longest: operands.reduce((sum, each) => sum + (longestOf(each) ?? TAKEN), 0),
        ...together(operands),
      };
    default:
      return mapped(CASES[expression.kind], operand.longest);
  }
}

function lengths(operand: Known) {
  const known = (operand.texts ?? []).map(text => ratio(BigInt(lengthOf(text))));
  if (known.length > 0) return span(least(...known), most(...known), one);
  const longest = longestOf(operand);
  return span(ratio(0n), ratio(longest === undefined ? 2n ** 31n - 1n : BigInt(longest)), one);
}

/** Combinations of a few short texts are listed too. */
function together(operands: readonly Known[]): { readonly texts?: readonly string[] } {
  const longest = operands.reduce((sum, each) => sum + (longestOf(each) ?? TAKEN), 0);
  let all: readonly string[] = [''];
  for (const { texts } of operands) {
    const size = all.length * (texts?.length ?? Infinity);
    if (texts === undefined || size > 10_000 || size * longest > 1_000_000) return {};
    all = all.flatMap(before => texts.map(text => before + text));
  }
  return { texts: all };
}
