/** What is known of an operator that makes one table of one table, or several: all of it in the operator's own file. */
import type { ApproximateCost, Cost } from '../../vocabulary/index.ts';

export interface SampleOperator<Arguments> {
  /** As people read it. */
  readonly about: string;
  readonly takes: {
    readonly [Name in keyof Arguments]-?: undefined extends Arguments[Name] ? 'optional' : 'needed';
  };
  /** Chance decides who is in. */
  readonly random: boolean;
  /** The pair charged for what is spent behind it. */
  readonly price: (sample: Arguments, following: Cost) => Cost;
  /** The same with a chance of failure, for all that will ever be asked; undefined where no such price is known. */
  readonly capped?: (sample: Arguments, cap: ApproximateCost) => ApproximateCost;
  /** Without a cap, one unit more is this to the sample, and a delta is charged in full for it; see `deltaIncrement`. */
  readonly inFull?: 'added' | 'replaced';
  /** What one unit that is added or replaced may be to a sample whose draw is known; undefined where it may be many. */
  readonly known?: { readonly added: 'added' | 'either'; readonly replaced: 'replaced' | 'either' };
  /** The name of the theorem that its price rests on. */
  readonly theorem: (sample: Arguments) => string;
}

/** An operator that makes several tables of one; `Request` says what is spent on each. */
export interface SplitOperator<Request> {
  /** Chance decides who is in which part. */
  readonly random: boolean;
  readonly price: (split: Request) => Cost;
  readonly theorem: (split: RuleArguments) => string;
}

/** What decides which theorem of an operator holds. */
export interface RuleArguments {
  readonly of?: number | undefined;
  readonly rowsPerUnit?: number | undefined;
}
