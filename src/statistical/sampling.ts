/** The schemes that are known, each to its template; another scheme is a file in templates/ and a line here. */
import type { Outcomes } from './outcomes.ts';
import { checkQuery, type PropertyQuery } from './property-query.ts';
import { type Everything, everything } from './templates/everything.ts';
import { type PoissonSampling, poisson } from './templates/poisson.ts';
import type { PrivacyCurve, Template } from './templates/template.ts';
import { type SamplingWithReplacement, withReplacement } from './templates/with-replacement.ts';
import { type SamplingWithoutReplacement, withoutReplacement } from './templates/without-replacement.ts';

/** How entries are drawn before they are counted or added. */
export type Sampling = Everything | SamplingWithoutReplacement | PoissonSampling | SamplingWithReplacement;

type Templates = { readonly [Kind in Sampling['kind']]: Template<Extract<Sampling, { kind: Kind }>> };

const templates: Templates = {
  everything,
  'without-replacement': withoutReplacement,
  poisson,
  'with-replacement': withReplacement,
};

/** Refuses a scheme that cannot be drawn from so many entries, whatever is asked of them. */
export const checkSampling = (sampling: Sampling, entries: number): void =>
  (templates[sampling.kind] as Template<Sampling>).check(sampling, { entries, probability: 0.5 });

/** A scheme applied to a query, checked. */
export interface SampledQuery {
  readonly exact: PrivacyCurve;
  readonly bound: PrivacyCurve;
  readonly outcomes: () => Outcomes;
}

export const sampled = (query: PropertyQuery, sampling: Sampling): SampledQuery =>
  applied(templates[sampling.kind] as Template<Sampling>, query, sampling);

function applied(template: Template<Sampling>, query: PropertyQuery, sampling: Sampling): SampledQuery {
  checkQuery(query);
  template.check(sampling, query);
  return {
    exact: template.exact(sampling, query),
    bound: template.bound(sampling, query),
    outcomes: () => template.outcomes(sampling, query),
  };
}
