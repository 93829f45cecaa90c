/** A question: aggregates of a table, their groups, and what is done to the noisy answers. */

import { frozen } from '../json/index.ts';
import type { Aggregate, Grouping, Plan, PlanTable, PostProcessing } from '../plan/index.ts';
import type { PrivacyLoss } from '../vocabulary/index.ts';
import type { NameOf, PublicKeyName, TermRow } from './columns.ts';
import { columnOf, extend, type Scope } from './scope.ts';
import type { Condition, Term } from './term.ts';
import { named, rowOf } from './term-maker.ts';
import type { Typed } from './typed.ts';

type Terms = { readonly [name: string]: Term };

/** `Result` holds the terms of what an answer shows, numbers and keys; `Verbs` is what the caller can do with a plan. */
export type TypedQuestion<Shown, Result, Verbs> = Verbs & {
  readonly plan: Plan;
  /** By public values: every group is answered, also the empty ones. */
  by: Grouped<Shown, PublicKeyName<Shown>, Result, Verbs>;
  /** By values found in the data with noise and a threshold, which needs a delta. */
  byPrivate: Grouped<Shown, NameOf<Shown>, Result, Verbs>;
  /** Acts on the noisy answers, as do the next two, and costs nothing. */
  having(condition: (answer: Result) => Condition): TypedQuestion<Shown, Result, Verbs>;
  orderBy(name: NameOf<Result>, direction?: 'ascending' | 'descending'): TypedQuestion<Shown, Result, Verbs>;
  limit(rows: number): TypedQuestion<Shown, Result, Verbs>;
};

interface Grouped<Shown, Legal extends NameOf<Shown>, Result, Verbs> {
  <Name extends Legal>(
    ...names: readonly [Name, ...Name[]]
  ): TypedQuestion<Shown, Result & TermRow<Pick<Shown, Name>>, Verbs>;
  <Keys extends Terms>(keys: (row: TermRow<Shown>) => Keys): TypedQuestion<Shown, Result & Keys, Verbs>;
}

/** Everything said of a question so far. */
export interface QuestionDraft<Verbs> {
  readonly input: PlanTable;
  readonly columns: Scope;
  readonly grouping: Grouping;
  readonly aggregates: readonly Aggregate[];
  readonly postProcessing: PostProcessing;
  /** What an answer shows. */
  readonly results: Scope;
  readonly caps: Caps;
  readonly verbs: VerbsOf<Verbs>;
}

/** What samples are to reserve, by their place among the plan's draws: beside the plan, for a cap is no part of a question. */
export type Caps = readonly (PrivacyLoss | undefined)[];

/** What the caller can do with a plan. */
export type VerbsOf<Verbs> = (plan: Plan, beside: { readonly caps: Caps }) => Verbs;

export function questionOf<Shown, Result, Verbs>(asked: QuestionDraft<Verbs>): TypedQuestion<Shown, Result, Verbs> {
  const { input, grouping, aggregates, postProcessing, caps, verbs } = asked;
  const plan: Plan = frozen({ version: 1, input, grouping, aggregates, afterwards: postProcessing });
  const then = (more: PostProcessing): TypedQuestion<Shown, Result, Verbs> =>
    questionOf({ ...asked, postProcessing: { ...postProcessing, ...more } });
  const methods = {
    plan,
    by: (...keys: readonly Key[]) => questionOf(grouped(asked, 'public', keys)),
    byPrivate: (...keys: readonly Key[]) => questionOf(grouped(asked, 'private', keys)),
    having: (condition: (answer: Result) => Condition) =>
      then({ having: condition(rowOf<Result>(asked.results)).expression }),
    orderBy: (name: string, direction = 'ascending') => {
      columnOf(asked.results, name);
      return then({ order: [...(postProcessing.order ?? []), { name, descending: direction === 'descending' }] });
    },
    limit: (rows: number) => then({ limit: rows }),
  };
  // Overloads are told apart by the one function behind them, where the compiler cannot look.
  return Object.freeze({ ...verbs(plan, { caps }), ...methods }) as unknown as TypedQuestion<Shown, Result, Verbs>;
}

type Key = string | ((row: never) => Record<string, Typed>);

function grouped<Verbs>(
  asked: QuestionDraft<Verbs>,
  kind: 'public' | 'private',
  keys: readonly Key[],
): QuestionDraft<Verbs> {
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
