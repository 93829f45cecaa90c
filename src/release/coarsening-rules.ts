/** Rules that a custodian writes: `range:10`, `top:80`, `bottom:18`, `prefix:3`, `year`, `month`, `hierarchy:FILE:LEVEL`. */
import type { CoarsenedColumn, Coarsening } from '../engine/index.ts';
import { rational } from '../numerics/index.ts';
import { sha256 } from '../text/index.ts';
import { refuse } from '../vocabulary/index.ts';
import { type ListFolder, readHierarchy } from './hierarchy.ts';

/** A rule with the words that it was written in. */
export interface WrittenRule {
  readonly column: string;
  readonly text: string;
  readonly rule: Coarsening;
}

/** Columns with the rules that were written for them, in their order. */
export async function coarsenedColumns(
  names: readonly string[],
  words = '',
  lists?: ListFolder,
): Promise<readonly CoarsenedColumn[]> {
  if (names.length === 0 || names.includes(''))
    return refuse('unknown_column', 'Name the columns to publish, separated by commas: at least one, none empty.');
  const rules = words === '' ? [] : await readRules(words, lists);
  const stray = rules.find(({ column }) => !names.includes(column));
  if (stray !== undefined)
    return refuse('unknown_column', `--coarsen names ${stray.column}, which is not among --columns.`);
  return names.map(name => ({
    name,
    rules: rules.filter(({ column }) => column === name).map(({ rule }) => rule),
  }));
}

/** `age=range:10,age=top:80`. */
export const readRules = (words: string, lists?: ListFolder): Promise<WrittenRule[]> =>
  Promise.all(
    words.split(',').map(async word => {
      const sign = word.indexOf('=');
      const [column, text] = [word.slice(0, sign), word.slice(sign + 1)];
      if (sign < 1) return refuse('usage', `--coarsen takes COLUMN=RULE,...; "${word}" is not such a pair.`);
      return { column, text, rule: await readRule(text, lists) };
    }),
  );

async function readRule(text: string, lists: ListFolder): Promise<Coarsening> {
  const [, kind, argument] = /^([a-z]+)(?::(.+))?$/.exec(text) ?? [];
  if (kind === 'year' || kind === 'month') return { kind };
  if (kind === 'range') return { kind, width: number(text, argument, isWidth) };
  if (kind === 'top') return { kind, most: number(text, argument, Number.isFinite) };
  if (kind === 'bottom') return { kind, least: number(text, argument, Number.isFinite) };
  if (kind === 'prefix')
    return { kind, length: number(text, argument, length => Number.isInteger(length) && length > 0 && length < 1000) };
  if (kind === 'suppress')
    return refuse(
      'sampling_unsound',
      'Suppressing rare values reveals them by their absence. Recode the column by a public rule instead.',
    );
  if (kind === 'hierarchy' && argument !== undefined)
    return { kind: 'mapping', names: await readHierarchy(argument, lists) };
  return refuse(
    'usage',
    `"${text}" is not a rule. Use range:WIDTH, top:MOST, bottom:LEAST, prefix:LENGTH, year, month or hierarchy:FILE:LEVEL.`,
  );
}

function number(text: string, argument: string | undefined, holds: (value: number) => boolean): number {
  const value = isExact(argument) ? Number(argument) : Number.NaN;
  return holds(value) && Number.isFinite(value)
    ? value
    : refuse(
        'value_out_of_range',
        `The number in the rule "${text}" is missing, out of range, or longer than 15 digits.`,
      );
}

const DECIMAL = /^[+-]?\d+(\.\d+)?(e[+-]?\d{1,3})?$/i;

/** Rules are exact: a number that a double does not print again would be another rule than was written. */
const isExact = (argument = ''): boolean =>
  DECIMAL.test(argument) &&
  Number.isFinite(Number(argument)) &&
  rational.equals(rational.fromDecimal(argument), rational.fromDecimal(String(Number(argument))));

/** Engines hold 19 decimal places exactly. */
const isWidth = (width: number): boolean =>
  width > 0 && width <= 1e18 && rational.mul(rational.fromDecimal(String(width)), TEN_TO_19).denominator === 1n;

const TEN_TO_19 = rational.ratio(10n ** 19n);

/** A rule in the words it is written in; a list of names by how long it is and its hash. */
export function ruleText(rule: Coarsening): string {
  switch (rule.kind) {
    case 'range':
      return `range:${rule.width}`;
    case 'top':
      return `top:${rule.most}`;
    case 'bottom':
      return `bottom:${rule.least}`;
    case 'prefix':
      return `prefix:${rule.length}`;
    case 'year':
    case 'month':
      return rule.kind;
    case 'mapping':
      return `hierarchy of ${rule.names.size} names, SHA-256 ${sha256(JSON.stringify([...rule.names]))}`;
  }
}
