/** Questions told again and again over the same exact statistics, without an engine: only the noise is new. */
import { type AnswerRow, tellerOf } from '../../src/answer/telling.ts';
import { amounts } from '../../src/ledger/index.ts';
import { type Aggregate, check, meaning, type RawRow, sharesOf } from '../../src/plan/index.ts';
import { reproducibleEntropy, uniform } from '../../src/random/index.ts';
import { loadPolicy } from '../../src/source/index.ts';
import { hospital } from './hospital.ts';
import { plan, scan } from './plan-builders.ts';

export interface Telling {
  readonly visits: readonly RawRow[];
  readonly aggregates: readonly Aggregate[];
  readonly epsilon: string;
  readonly delta?: number;
  readonly seed: number;
}

const policy = await loadPolicy(hospital);

/** What one more telling says of the whole table. */
export function teller({ visits, aggregates, epsilon, delta = 0, seed }: Telling): () => AnswerRow['values'] {
  const checked = check(plan(scan('visits'), aggregates), policy);
  const mechanisms = sharesOf(checked, { epsilon: amounts.written(epsilon), delta });
  const groups = meaning(checked, { visits }, '5a'.repeat(32));
  const { tell } = tellerOf(checked, mechanisms, uniform(reproducibleEntropy(seed)));
  return () => tell(groups)[0].values;
}
