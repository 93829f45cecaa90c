/** The sample or part that a question asks, as an answer names it. */
import { type CheckedPlan, type Draw, drawsOf } from '../plan/index.ts';

/** The sample that a question was asked of. */
export interface Sample {
  /** Null where it was given none: a sample is then drawn for this question alone, and a split is known by what it is. */
  readonly name: string | null;
  readonly scheme: string;
  /** Null where the scheme has none: a number of units, or an order. */
  readonly rate: number | null;
  /** Of splits only. */
  readonly part?: string | null;
  /** By an order or a key, not by chance: estimates are of these people, and of no others. */
  readonly chosen?: true;
  /** Of stratified samples: whom estimates are about. Nobody else was drawn. */
  readonly strata?: readonly Strata[];
}

/** The values of a column whose people were drawn. */
export interface Strata {
  readonly by: string;
  readonly values: readonly string[];
}

/** The last draw that the question's table came through. */
export function sampleOf(checked: CheckedPlan): Sample | null {
  const draws = drawsOf(checked);
  const draw = draws.at(-1);
  if (draw === undefined) return null;
  const { scheme, name, kind, part = null } = draw;
  const more = { ...(!draw.random && { chosen: true as const }), ...strataOf(draws) };
  if (kind === 'sample') return { name, scheme: scheme.kind, rate: rateOf(scheme), ...more };
  const rates = scheme.kind === 'random' ? scheme.parts.filter(each => each.name === part) : [scheme];
  return { name, scheme: `${scheme.kind} split`, rate: rates.map(rateOf)[0] ?? null, part, ...more };
}

/** Of all draws on the way, for what one of them left out no later one has. */
function strataOf(draws: readonly Draw[]): Pick<Sample, 'strata'> {
  const strata = draws.flatMap(({ scheme }) =>
    scheme.kind === 'stratified' ? [{ by: scheme.by, values: scheme.rates.map(({ stratum }) => stratum) }] : [],
  );
  return strata.length === 0 ? {} : { strata };
}

const rateOf = (scheme: object): number | null => ('rate' in scheme ? Number(scheme.rate) : null);
