/** The sample or part that a question asks, as an answer names it. */
import { type CheckedPlan, drawsOf } from '../plan/index.ts';

/** The sample that a question was asked of. */
export interface Sample {
  /** Null: drawn for this question alone. */
  readonly name: string | null;
  readonly scheme: string;
  /** Null where the scheme has none: a number of units, or an order. */
  readonly rate: number | null;
  /** Of splits only. */
  readonly part?: string | null;
}

/** The last draw that the question's table came through. */
export function sampleOf(checked: CheckedPlan): Sample | null {
  const draw = drawsOf(checked).at(-1);
  if (draw === undefined) return null;
  const { scheme, name, kind, part = null } = draw;
  if (kind === 'sample') return { name, scheme: scheme.kind, rate: rateOf(scheme) };
  const rates = scheme.kind === 'random' ? scheme.parts.filter(each => each.name === part) : [scheme];
  return { name, scheme: `${scheme.kind} split`, rate: rates.map(rateOf)[0] ?? null, part };
}

const rateOf = (scheme: object): number | null => ('rate' in scheme ? Number(scheme.rate) : null);
