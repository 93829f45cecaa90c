/** Questions answered again and again over the same exact statistics, without an engine: only the noise is new. */

import { amounts } from '../../src/amounts/index.ts';
import { type AnswerRow, releaserOf } from '../../src/answer/releaser.ts';
import { sharesOf } from '../../src/plan/costs/index.ts';
import { type Aggregate, check, type NamedExpression } from '../../src/plan/index.ts';
import { meaning } from '../../src/plan/meaning.ts';
import type { RawRow } from '../../src/plan/operators/operator.ts';
import { reproducibleEntropy, uniform } from '../../src/random/index.ts';
import { loadPolicy } from '../../src/source/index.ts';
import { hospital } from './hospital.ts';
import { plan, scan } from './plan-builders.ts';

export interface NoisyQuestion {
  readonly visits: readonly RawRow[];
  readonly aggregates: readonly Aggregate[];
  readonly computed?: readonly NamedExpression[];
  readonly epsilon: string;
  readonly delta?: number;
  readonly seed: number;
}

const policy = await loadPolicy(hospital);

/** What one more telling says of the whole table. */
export function noisyAnswers({
  visits,
  aggregates,
  computed = [],
  epsilon,
  delta = 0,
  seed,
}: NoisyQuestion): () => AnswerRow['values'] {
  const checked = check({ ...plan(scan('visits'), aggregates), afterwards: { computed } }, policy);
  const mechanisms = sharesOf(checked, { epsilon: amounts.written(epsilon), delta });
  const groups = meaning(checked, { visits }, '5a'.repeat(32));
  const { release } = releaserOf(checked, mechanisms, uniform(reproducibleEntropy(seed)));
  return () => release(groups)[0].values;
}
