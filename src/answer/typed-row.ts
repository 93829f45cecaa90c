/** What the compiler knows of the rows of an answer, by what was asked. */
import type { ComputedEstimate, Estimate, Withheld } from '../plan/estimates/index.ts';
import type { AnswerShape } from '../query/index.ts';
import type { QuantileEstimate } from './quantiles.ts';
import type { ReleasedBounds } from './released-bounds.ts';
import type { Bin } from './releaser.ts';

/** Estimates that are withheld say why, and are null. */
interface ReleasedOf {
  readonly estimate: Estimate | Withheld;
  readonly quantile: QuantileEstimate | Withheld;
  readonly computed: ComputedEstimate | Withheld;
  readonly bins: { readonly bins: readonly Bin[] };
  readonly bounds: ReleasedBounds;
}

/** A key is null for the rows that have no value. */
type KeyOf<Made> = Made extends { readonly type: 'integer' | 'number' }
  ? number | null
  : Made extends { readonly type: 'boolean' }
    ? boolean | null
    : Made extends { is(value: infer Value): unknown }
      ? Extract<Value, string> | null
      : never;

/** One row of the answer to a question that tells this. */
export interface TypedRow<T extends AnswerShape> {
  readonly key: { readonly [Name in keyof T['keys']]: KeyOf<T['keys'][Name]> };
  readonly values: {
    readonly [Name in keyof T['shown']]: T['shown'][Name] extends keyof ReleasedOf
      ? ReleasedOf[T['shown'][Name]]
      : never;
  };
}
