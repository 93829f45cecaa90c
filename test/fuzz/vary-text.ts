/** Texts like another: words of it left out, doubled, exchanged, moved, or taken from elsewhere. */
import type { Below } from '../../src/random/index.ts';

export const oneOf = <Item>(below: Below, items: readonly Item[]): Item => items[below(items.length)];

const TOKENS = /\w+|\s+|[^\w\s]/gu;

/** Numbers, marks and letters that are read differently by somebody. */
const ODD = [
  ...['0', '-1', '1e999', '9007199254740993', '0.1', '1e-400', '-0', '99999999999999999999', 'NaN', 'Infinity'],
  ...[
    "'",
    '"',
    '(',
    ')',
    ',',
    ';',
    '--',
    '/*',
    '\\',
    '$1',
    '$$',
    '%',
    '\t',
    '\u0000',
    '\ud800',
    'é',
    '💥',
    'ſ',
    '\u2028',
  ],
  ...['null', 'true', '__proto__', 'constructor', 'toString', ''],
];

type Change = (tokens: readonly string[], other: readonly string[], below: Below) => readonly string[];

const spanOf = (tokens: readonly string[], below: Below): readonly [number, number] => {
  const start = below(tokens.length);
  return [start, Math.min(tokens.length, start + 1 + below(6))];
};

const CHANGES: readonly Change[] = [
  (tokens, _, below) => {
    const [from, to] = spanOf(tokens, below);
    return [...tokens.slice(0, from), ...tokens.slice(to)];
  },
  (tokens, _, below) => {
    const [from, to] = spanOf(tokens, below);
    return [...tokens.slice(0, to), ' ', ...tokens.slice(from)];
  },
  (tokens, other, below) => tokens.with(below(tokens.length), oneOf(below, other)),
  (tokens, _, below) => tokens.with(below(tokens.length), oneOf(below, ODD)),
  (tokens, other, below) => tokens.toSpliced(below(tokens.length + 1), 0, ' ', oneOf(below, [...ODD, ...other]), ' '),
  (tokens, _, below) => {
    const [one, another] = [below(tokens.length), below(tokens.length)];
    return tokens.with(one, tokens[another]).with(another, tokens[one]);
  },
  (tokens, other, below) => {
    const [from, to] = spanOf(other, below);
    return tokens.toSpliced(below(tokens.length + 1), below(4), ...other.slice(from, to));
  },
  (tokens, other, below) => [...tokens.slice(0, below(tokens.length + 1)), ...other.slice(below(other.length))],
];

/** Nobody needs longer ones to find what is wrong. */
const LENGTH_MOST = 5000;

export function varyText(text: string, other: string, below: Below): string {
  const tokensOf = (words: string): readonly string[] => words.match(TOKENS) ?? [' '];
  let tokens = tokensOf(text);
  for (let changes = 1 + below(4); changes > 0; changes -= 1) {
    if (tokens.length === 0) tokens = [' '];
    tokens = oneOf(below, CHANGES)(tokens, tokensOf(other), below);
  }
  return tokens.join('').slice(0, LENGTH_MOST);
}
