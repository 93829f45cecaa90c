/** What every scheme of splits brings: whom a part holds, what the accountant is told of all parts, how many units a part has. */
import type { SplitRule } from '../../../accounting/index.ts';
import type { Membership, Schema } from '../../checked-plan.ts';
import type { NodeOf } from '../../node-of.ts';
import type { SplitScheme } from '../../scheme.ts';

export interface SplitOperator<Kind extends SplitScheme['kind']> {
  /** Chance decides, by a secret key of the split's own. */
  readonly random: boolean;
  /** By a secret number of its own and by its own rows: whoever else is there has no say in who is drawn. */
  readonly byUnit: boolean;
  /** Refuses a split or a part that this table cannot have. */
  readonly membership: (split: SplitOf<Kind>, part: string | null, schema: Schema) => Membership;
  /** The same for all parts of a split; `of` is the public number of units of the input, where there is one. */
  readonly rule: (split: SplitOf<Kind>, schema: Schema, of: number | undefined) => SplitRule;
  readonly size: (split: SplitOf<Kind>, part: string | null, units: number) => number | undefined;
}

export type SplitOf<Kind> = NodeOf<SplitScheme, Kind>;
