/**
 * A policy as people write it, in a file or in code. Readonly all the way down, so that literal types may be given.
 * What may be left out has its default in `Policy`, the policy as it is read.
 */
import type { Relation } from '../vocabulary/index.ts';
import type { SourceInput } from './engines/engines.ts';

/** A policy as people write it, in JSON or in code. */
export interface PolicyInput {
  /** In code only: the file that paths are relative to, as `import.meta.url`. Without it: the working directory. */
  readonly relativeTo?: string;
  readonly $schema?: string;
  readonly source: SourceInput;
  readonly tables: { readonly [name: string]: TableInput };
  readonly budget: WholeBudgetInput;
  readonly analysts?: { readonly [name: string]: BudgetInput };
  /** `sqlite:FILE`, or `postgres:` with a URL without a password, `env:NAME` or `file:PATH`. */
  readonly ledger: string;
  /** `file:PATH` on another disk: the last head of the ledger. */
  readonly anchor?: string;
  readonly keyFile?: string;
}

export interface BudgetInput {
  readonly epsilon: number;
  readonly delta?: number;
}

export interface WholeBudgetInput extends BudgetInput {
  /** `pure` unless said: epsilons are added up. `concentrated`: rho is too, and one of the two sums must fit. */
  readonly accounting?: 'pure' | 'concentrated';
  /** Of a concentrated budget: the part of delta that mechanisms may fail with by themselves; a hundredth of it unless said. */
  readonly thresholdDelta?: number;
}

export type TableInput = ProtectedTableInput | PublicTableInput;

export interface ProtectedTableInput {
  readonly public?: false;
  /** Where the table's rows lie, when that is not the source's own path. */
  readonly path?: string;
  /** The column that names the person. Without it each row is a unit of its own. */
  readonly unit?: string;
  readonly rowsPerUnit?: number;
  /** The most rows of one unit that count in one group of an answer. */
  readonly rowsPerGroup?: number;
  readonly neighbours?: Relation;
  readonly approximateUnits?: number;
  readonly size?: 'public';
  readonly key?: string;
  readonly budget?: BudgetInput;
  readonly columns: { readonly [name: string]: ColumnInput };
}

export interface PublicTableInput {
  readonly public: true;
  readonly path?: string;
  readonly key: string;
  readonly columns: { readonly [name: string]: ColumnInput };
}

export type ColumnInput =
  | NumericColumnInput
  | { readonly type: 'category'; readonly values: readonly string[]; readonly perUnit?: boolean }
  | { readonly type: 'text' | 'boolean'; readonly perUnit?: boolean }
  | {
      readonly type: 'date' | 'timestamp';
      readonly min?: string;
      readonly max?: string;
      readonly perUnit?: boolean;
    };

export interface NumericColumnInput {
  readonly type: 'integer' | 'number';
  readonly min?: number;
  readonly max?: number;
  readonly step?: number;
  readonly perUnit?: boolean;
}
