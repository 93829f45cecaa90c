/** The sample or part that a question asks, as an answer names it. */
import { type CheckedPlan, drawsOf, type PlanDraw } from '../plan/index.ts';
import { type DrawnStrata, schemeOf } from '../plan/operators/index.ts';

/** The sample that a question was asked of. */
export interface AskedSample {
  /** Null where it was given none: a sample is then drawn for this question alone, and a split is known by what it is. */
  readonly name: string | null;
  readonly scheme: string;
  /** Null where the scheme has none: a number of units, or an order. */
  readonly rate: number | null;
  /** Of splits only. */
  readonly part?: string | null;
  /** By an order or a key, not by chance: estimates are of these people, and of no others. */
  readonly chosen?: true;
  /** Whom estimates are about, where units of other values were left out. */
  readonly strata?: readonly DrawnStrata[];
}

/** The last draw that the question's table came through. */
export function sampleOf(checked: CheckedPlan): AskedSample | null {
  const draws = drawsOf(checked);
  const draw = draws.at(-1);
  if (draw === undefined) return null;
  const { scheme, name, kind, part = null } = draw;
  const rate = schemeOf(draw).rate(scheme, part);
  const told = { rate: rate === undefined ? null : Number(rate), ...(kind === 'split' && { part }) };
  const more = { ...(!draw.random && { chosen: true as const }), ...strataOf(draws) };
  return { name, scheme: kind === 'sample' ? scheme.kind : `${scheme.kind} split`, ...told, ...more };
}

/** Of all draws on the way, for what one of them left out no later one has. */
function strataOf(draws: readonly PlanDraw[]): Pick<AskedSample, 'strata'> {
  const strata = draws.flatMap(draw => schemeOf(draw).strata?.(draw.scheme) ?? []);
  return strata.length === 0 ? {} : { strata };
}
