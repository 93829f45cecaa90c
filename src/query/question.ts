/** A question: aggregates of a table, their groups, and what is done to the noisy answers. */

import { frozen } from '../json/index.ts';
import type { Aggregate, Grouping, Plan, PlanTable, PostProcessing } from '../plan/index.ts';
import type { PrivacyLoss } from '../vocabulary/index.ts';
import type { NameOf, PublicKeyName, TermRow } from './columns.ts';
import { columnOf, extend, type Scope } from './scope.ts';
import type { Condition, NumberTerm, Term } from './term.ts';
import { named, rowOf } from './term-maker.ts';
import { type Typed, typedIn } from './typed.ts';

type Terms = { readonly [name: string]: Term };

/** What a value of an answer is. Bars and bounds are several numbers, and cannot be compared or ordered by. */
export type ValueKind = 'estimate' | 'quantile' | 'computed' | 'bins' | 'bounds';

/** What the compiler knows of an answer: the terms of its keys, the kinds of all values that were asked for, and of those shown. */
export interface AnswerShape {
  readonly keys: unknown;
  readonly values: unknown;
  readonly shown: unknown;
}

interface WithKeys<T extends AnswerShape, Keys> {
  readonly keys: T['keys'] & Keys;
  readonly values: T['values'];
  readonly shown: T['shown'];
}

interface WithComputed<T extends AnswerShape, Computed> {
  readonly keys: T['keys'];
  readonly values: T['values'] & { readonly [Name in keyof Computed]: 'computed' };
  readonly shown: T['shown'] & { readonly [Name in keyof Computed]: 'computed' };
}

interface Showing<T extends AnswerShape, Name extends keyof T['values']> {
  readonly keys: T['keys'];
  readonly values: T['values'];
  readonly shown: Pick<T['values'], Name>;
}

/** All that an answer can be compared and ordered by. */
type AnswerTerms<T extends AnswerShape> = T['keys'] & {
  readonly [Name in keyof T['values'] as T['values'][Name] extends 'bins' | 'bounds' ? never : Name]: NumberTerm;
};

/**
 * What the caller can do with a plan, by what its answer tells: extend it, and say in `verbs` what there is for `this['shape']`.
 * A type cannot be given another one that still waits for its parameter, so that it stands in a member here.
 */
export interface VerbsFor {
  readonly shape: AnswerShape;
  readonly verbs: unknown;
}

export type VerbsOn<For extends VerbsFor, T extends AnswerShape> = (For & { readonly shape: T })['verbs'];

/** `T` is what an answer tells; `For` is what the caller can do with a plan. */
export type TypedQuestion<Shown, T extends AnswerShape, For extends VerbsFor> = VerbsOn<For, T> & {
  readonly plan: Plan;
  /** By public values: every group is answered, also the empty ones. */
  by: Grouped<Shown, PublicKeyName<Shown>, T, For>;
  /** By values found in the data with noise and a threshold, which needs a delta. */
  byPrivate: Grouped<Shown, NameOf<Shown>, T, For>;
  /** Acts on the noisy answers, as do the next two, and costs nothing. */
  having(condition: (answer: AnswerTerms<T>) => Condition): TypedQuestion<Shown, T, For>;
  orderBy(name: NameOf<AnswerTerms<T>>, direction?: 'ascending' | 'descending'): TypedQuestion<Shown, T, For>;
  limit(rows: number): TypedQuestion<Shown, T, For>;
  /** More numbers, computed from aggregates and keys: each with its error and interval, at no charge. */
  compute<Computed extends { readonly [name: string]: NumberTerm }>(
    values: (answer: AnswerTerms<T>) => Computed,
  ): TypedQuestion<Shown, WithComputed<T, Computed>, For>;
  /** Only these values, in this order, histograms and bounds too; all of them unless said. */
  show<Name extends NameOf<T['values']>>(
    ...names: readonly [Name, ...Name[]]
  ): TypedQuestion<Shown, Showing<T, Name>, For>;
};

interface Grouped<Shown, Legal extends NameOf<Shown>, T extends AnswerShape, For extends VerbsFor> {
  <Name extends Legal>(
    ...names: readonly [Name, ...Name[]]
  ): TypedQuestion<Shown, WithKeys<T, TermRow<Pick<Shown, Name>>>, For>;
  <Keys extends Terms>(keys: (row: TermRow<Shown>) => Keys): TypedQuestion<Shown, WithKeys<T, Keys>, For>;
}

/** Everything said of a question so far. */
export interface QuestionDraft {
  readonly input: PlanTable;
  readonly columns: Scope;
  readonly grouping: Grouping;
  readonly aggregates: readonly Aggregate[];
  readonly postProcessing: PostProcessing;
  /** What an answer shows. */
  readonly results: Scope;
  readonly caps: Caps;
  readonly verbs: VerbsOf;
}

/** What samples are to reserve, by their place among the plan's draws: beside the plan, for a cap is no part of a question. */
export type Caps = readonly (PrivacyLoss | undefined)[];

/** What the caller can do with a plan. */
export type VerbsOf<Verbs = unknown> = (plan: Plan, beside: { readonly caps: Caps }) => Verbs;

export function questionOf<Shown, T extends AnswerShape, For extends VerbsFor>(
  asked: QuestionDraft,
): TypedQuestion<Shown, T, For> {
  const { input, grouping, aggregates, postProcessing, caps, verbs } = asked;
  const plan: Plan = frozen({ version: 1, input, grouping, aggregates, afterwards: postProcessing });
  const then = (more: PostProcessing): TypedQuestion<Shown, T, For> =>
    questionOf({ ...asked, postProcessing: { ...postProcessing, ...more } });
  const methods = {
    plan,
    by: (...keys: readonly Key[]) => questionOf(grouped(asked, 'public', keys)),
    byPrivate: (...keys: readonly Key[]) => questionOf(grouped(asked, 'private', keys)),
    having: (condition: (answer: AnswerTerms<T>) => Condition) =>
      then({ having: condition(rowOf<AnswerTerms<T>>(asked.results)).expression }),
    orderBy: (name: string, direction = 'ascending') => {
      columnOf(asked.results, name);
      return then({ order: [...(postProcessing.order ?? []), { name, descending: direction === 'descending' }] });
    },
    limit: (rows: number) => then({ limit: rows }),
    compute: (values: (answer: AnswerTerms<T>) => Readonly<Record<string, Typed>>) => {
      const made = Object.entries(values(rowOf<AnswerTerms<T>>(asked.results))).map(
        ([name, term]) => [name, typedIn(term)] as const,
      );
      const added = made.map(([name]) => [name, 'number'] as const);
      const computed = [...(postProcessing.computed ?? []), ...made.map(named)];
      return questionOf({
        ...asked,
        results: extend(asked.results, added),
        postProcessing: { ...postProcessing, computed },
      });
    },
    show: (...names: readonly string[]) => then({ show: names }),
  };
  // Overloads are told apart by the one function behind them, where the compiler cannot look.
  return Object.freeze({ ...(verbs(plan, { caps }) as object), ...methods }) as unknown as TypedQuestion<Shown, T, For>;
}

type Key = string | ((row: never) => Record<string, Typed>);

function grouped(asked: QuestionDraft, kind: 'public' | 'private', keys: readonly Key[]): QuestionDraft {
  const found = keys.flatMap(key =>
    typeof key === 'string'
      ? [[key, columnOf(asked.columns, key)] as const]
      : Object.entries<Typed>(key(rowOf<never>(asked.columns))),
  );
  const before = asked.grouping.kind === 'none' ? [] : asked.grouping.keys;
  return {
    ...asked,
    grouping: { kind, keys: [...before, ...found.map(named)] },
    results: extend(
      asked.results,
      found.map(([name, { type }]) => [name, type] as const),
    ),
  };
}
