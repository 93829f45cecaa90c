/** What every scheme of samples brings: whom it keeps, what the accountant is told of it, how many units it leaves. */
import type { Sample } from '../../../accounting/index.ts';
import type { Membership, Schema } from '../../checked-plan.ts';
import type { NodeOf } from '../../node-of.ts';
import type { SampleScheme } from '../../scheme.ts';

export interface SampleOperator<Kind extends SampleScheme['kind']> {
  /** Chance decides, by a secret key of the draw's own. */
  readonly random: boolean;
  /** By a secret number of its own and by its own rows: whoever else is there has no say in who is drawn. */
  readonly byUnit: boolean;
  /** Refuses what cannot be drawn from a table of these columns. */
  readonly membership: (scheme: SchemeOf<Kind>, schema: Schema) => Membership;
  /** `of` is the public number of units of the input, where there is one. */
  readonly sample: (scheme: SchemeOf<Kind>, of: number | undefined) => Sample;
  readonly size: (scheme: SchemeOf<Kind>, units: number) => number | undefined;
}

export type SchemeOf<Kind> = NodeOf<SampleScheme, Kind>;
