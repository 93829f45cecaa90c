/**
 * Numbers that are computed from released values: their estimate, its error, and where the truth lies. Free of charge, like all that
 * is done to noisy numbers.
 */
import type { Expression } from '../expressions/expression.ts';
import { columnsIn } from '../mentioned.ts';
import { judge, type ReleasedScalar } from '../post-processing.ts';
import { type Estimate, type Withheld, withheld } from './noisy.ts';
import { type Possible, possibleValues } from './possible.ts';
import { slope } from './slopes.ts';

/** A number with its error, or one that no interval bounds. */
export type ComputedEstimate = Estimate | UnboundedEstimate;

/** `unbounded`: a divisor may be zero, so that the value may be of any size. Without a reason a part is a quantile, which has no interval. */
export interface UnboundedEstimate {
  readonly estimate: number;
  readonly standardError: number | null;
  readonly interval95: null;
  readonly reason?: 'unbounded';
}

/** A released value that others are computed from. */
export interface ComputedPart {
  /** As it is told alone: where that has an estimate, what is computed from it has one. */
  readonly released: Estimate | Withheld | QuantilePart;
  /** The same, its interval so wide that all parts of one value hold theirs 95 times in 100; it may leave nothing possible where one statement alone tells. */
  readonly wider: ComputedPart['released'];
  /** The noises that it is computed from: of parts that share one, errors may go the same way. */
  readonly noises: readonly number[];
}

interface QuantilePart {
  readonly estimate: number | string;
  readonly standardError: null;
  readonly interval95: null;
}

/** `partOf` knows noisy values, all else are keys. */
export function computedFrom(
  expression: Expression,
  partOf: (name: string) => ComputedPart | undefined,
  keyOf: (name: string) => ReleasedScalar,
  drawn: boolean,
): ComputedEstimate | Withheld {
  const read = (name: string): ReleasedScalar => partOf(name)?.released.estimate ?? (partOf(name) ? null : keyOf(name));
  const parts = [...new Set(columnsIn(expression))].flatMap(name => {
    const part = partOf(name);
    return part === undefined ? [] : [{ name, ...part }];
  });
  const reasons = parts.flatMap(({ released }) => ('reason' in released ? [released.reason] : []));
  if (reasons.includes('not_drawn')) return withheld('not_drawn');
  const isKnown = parts.every(({ released }) => 'reason' in released || released.standardError !== null);
  const { numbers } = possibleValues(expression, name => {
    const part = partOf(name);
    return part === undefined ? { exact: keyOf(name) } : possiblePart(part);
  });
  const interval = isKnown && numbers?.every(Number.isFinite) ? Object.freeze([...numbers] as const) : null;
  const estimate = judge(expression, read);
  if (typeof estimate !== 'number') return withheld(reasons.includes('too_few') ? 'too_few' : 'undefined', interval);
  const deviation = isKnown ? errorOf(expression, parts, read, drawn) : Number.NaN;
  const value = estimate + 0; // and never -0
  const isSmooth = Number.isFinite(deviation);
  if (interval !== null) {
    // where it bends at its estimate, as a root at zero, the interval is all that is known
    const standardError = isSmooth ? deviation : Math.max(value - interval[0], interval[1] - value);
    if (Number.isFinite(standardError)) return Object.freeze({ estimate: value, standardError, interval95: interval });
  }
  const unbounded = { estimate: value, standardError: isSmooth ? deviation : null, interval95: null };
  return Object.freeze(isKnown ? { ...unbounded, reason: 'unbounded' as const } : unbounded);
}

/** Where too few are there to tell, there may be nothing at all. */
function possiblePart({ wider }: ComputedPart): Possible {
  return { numbers: wider.interval95 ?? [-Infinity, Infinity], truths: [], none: 'reason' in wider };
}

/**
 * To first order: slopes times errors. Those of independent noises add up by their squares; where parts share a noise, or the draw of
 * a sample, as if all went the same way, which is the most that they can do together.
 */
function errorOf(
  expression: Expression,
  parts: readonly (ComputedPart & { readonly name: string })[],
  read: (name: string) => ReleasedScalar,
  drawn: boolean,
): number {
  const each = parts.map(({ name, noises, released }) => ({
    noises: drawn ? [DRAW] : noises,
    error: Math.abs(slope(expression, name, read)) * (released.standardError ?? Number.NaN),
  }));
  return Math.hypot(...together(each));
}

/** Any number that is no noise's place. */
const DRAW = -1;

interface PartError {
  readonly noises: readonly number[];
  readonly error: number;
}

/** Sums of the errors of those that share a noise, be it through others. */
export function together(errors: readonly PartError[]): readonly number[] {
  const groups: { noises: readonly number[]; error: number }[] = [];
  for (const { noises, error } of errors) {
    const shared = groups.filter(group => group.noises.some(noise => noises.includes(noise)));
    for (const group of shared) groups.splice(groups.indexOf(group), 1);
    groups.push({
      noises: [...noises, ...shared.flatMap(group => group.noises)],
      error: shared.reduce((sum, group) => sum + group.error, error),
    });
  }
  return groups.map(group => group.error);
}
