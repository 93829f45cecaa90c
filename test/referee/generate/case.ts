/**
 * A case: policies, what happens to the data, and what is asked, as plain data that can be printed and run again. It holds two
 * worlds at once, which differ in one person in every state of the data: `one` and `other` are that person's rows.
 */
import type { Plan } from '../../../src/plan/index.ts';
import type { PolicyInput, TableInput } from '../../../src/source/policy-input.ts';

/** Text, whole numbers, truth and nothing: what every engine and every file can hold. */
export type Field = string | number | boolean | null;
export type Row = Readonly<Record<string, Field>>;
/** Rows by table. A table that is not named has none. */
export type Rows = Readonly<Record<string, readonly Row[]>>;

export const SIDES = ['one', 'other'] as const;
export type Side = (typeof SIDES)[number];

/** The rows of everybody else, and of the one person in either world. Public tables are among the others. */
export interface Worlds {
  readonly others: Rows;
  readonly one: Rows;
  readonly other: Rows;
}

/** The data from now on. */
export interface StateStep extends Worlds {
  readonly kind: 'state';
  /** Tables whose files are written anew. */
  readonly written: readonly string[];
  /** What the source calls this state; null where it has no name. */
  readonly version: string | null;
}

export interface AskStep {
  readonly kind: 'ask';
  /** Several are asked together. */
  readonly plans: readonly Plan[];
  readonly options: AskedOptions;
  /** The engine fails after the charge: nothing is told, and the same question may be resumed. */
  readonly fails?: true;
}

export interface AskedOptions {
  readonly epsilon?: string;
  readonly rho?: string;
  readonly delta?: string;
  readonly inner?: { readonly epsilon: string };
  readonly interval?: { readonly share: string };
  readonly fresh?: true;
  readonly idempotencyKey?: string;
}

type Sample = Extract<Plan['input'], { readonly kind: 'sample' }>;

export type Step =
  | StateStep
  | AskStep
  /** Draws a sample of a whole table now, with what it may ever spend. */
  | {
      readonly kind: 'create';
      readonly name: string;
      readonly table: string;
      readonly scheme: Sample['scheme'];
      readonly cap: { readonly epsilon: number; readonly delta: number } | null;
    }
  | { readonly kind: 'retire'; readonly name: string }
  /** Another policy of the same people is accepted. */
  | { readonly kind: 'accept'; readonly policy: number };

export interface Case {
  /** `memory`: the real road on what plans mean; `duckdb`: on files and a real engine; `postgres`: on a real server's live tables. */
  readonly engine: 'memory' | 'duckdb' | 'postgres';
  /** What the policy says its source is; a database may change without a name. */
  readonly source: 'duckdb' | 'postgres';
  /** The first is in force until another one is accepted. */
  readonly policies: readonly Readonly<Record<string, TableInput>>[];
  /** The first is a state. */
  readonly steps: readonly Step[];
  /** What may be asked instead of the last step: whoever reads the earlier answers decides. */
  readonly otherwise?: AskStep | undefined;
  /** Its budget counts rho too. */
  readonly concentrated?: true;
  /** What coverage counts it by. */
  readonly marks: readonly string[];
}

/** The rows of a world in one state. */
export function rowsIn(state: Worlds, side: Side): Rows {
  const tables = new Set([...Object.keys(state.others), ...Object.keys(state[side])]);
  return Object.fromEntries(
    [...tables].map(table => [table, [...(state[side][table] ?? []), ...(state.others[table] ?? [])]]),
  );
}

/** A table that is not written holds the rows of before: another tale is told of no data. */
export const isPossible = ({ steps }: Pick<Case, 'steps'>): boolean =>
  steps
    .filter(step => step.kind === 'state')
    .every(({ written, ...state }, i, states) =>
      Object.keys(state.others).every(
        table => written.includes(table) || (i > 0 && SIDES.every(side => isKept(table, side, states[i - 1], state))),
      ),
    );

const isKept = (table: string, side: Side, before: Worlds, now: Worlds): boolean =>
  JSON.stringify(rowsIn(before, side)[table]) === JSON.stringify(rowsIn(now, side)[table]);

/** The policy as the product reads it. */
export const policyOf = (
  tables: Case['policies'][number],
  source: PolicyInput['source'],
  ledger: string,
  concentrated?: true,
) => ({ source, tables, budget: concentrated ? CONCENTRATED : PURE, ledger }) satisfies PolicyInput;

const PURE = { epsilon: 100_000, delta: 0.999 };
const CONCENTRATED = { ...PURE, accounting: 'concentrated', thresholdDelta: 0.99 } as const;
