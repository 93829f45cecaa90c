/** A table of units: what can be derived from it, and what can be asked of it. Each step is a new table. */
import type { Expression } from '../plan/expressions/index.ts';
import type { PlanTable } from '../plan/index.ts';
import type { ColumnsOf, PolicyInput, PublicTableName } from '../source/index.ts';
import { refuse } from '../vocabulary/index.ts';
import { type Aggregates, aggregatesOf, resultsOf } from './asking.ts';
import type { Derived, NameOf, TermRow } from './columns.ts';
import { drawingOf, type SamplingVerbs } from './drawing.ts';
import { type UnitColumns, type UnitOptions, type UnitRequests, unitsOf } from './per-unit.ts';
import { type Caps, questionOf, type VerbsFor, type VerbsOf } from './question.ts';
import { columnOf, extend, joined, type KnownPolicy, narrowed, type Scope } from './scope.ts';
import type { Condition, Term } from './term.ts';
import { named, rowOf } from './term-maker.ts';
import { typedIn } from './typed.ts';
import { besideEachOther } from './unit-join.ts';

/** `P` is the policy, `Shown` the columns that can be seen here, `For` what the caller can do with a plan. */
export interface TableQuery<P extends PolicyInput, Shown, For extends VerbsFor>
  extends Aggregates<Shown, For>,
    SamplingVerbs<Shown, TableQuery<P, Shown, For>> {
  where(condition: (row: TermRow<Shown>) => Condition): TableQuery<P, Shown, For>;
  /** Adds columns. */
  derive<Terms extends { readonly [name: string]: Term }>(
    columns: (row: TermRow<Shown>) => Terms,
  ): TableQuery<P, Shown & Derived<Terms>, For>;
  /** Keeps these columns only. */
  select<Name extends NameOf<Shown>>(...names: readonly Name[]): TableQuery<P, Pick<Shown, Name>, For>;
  /**
   * Each unit as one row, with numbers of all rows that it has here: `visits.perUnit({ total: sum('cost') }).mean('total')`.
   * Units without rows are left out.
   */
  perUnit<const Asked extends UnitRequests<Shown>, Kept extends NameOf<Shown> = never>(
    numbers: Asked,
    options?: UnitOptions<Shown, Kept, keyof Asked & string>,
  ): TableQuery<P, UnitColumns<Shown, Asked, Kept>, For>;
  /** Looks each row up in a public table by its key; rows without a match are left out unless `keep` is `all`. */
  join<Other extends PublicTableName<P>>(
    table: Other,
    options: JoinOptions<NameOf<Shown>>,
  ): TableQuery<P, Shown & Omit<ColumnsOf<P, Other>, KeyOf<P, Other>>, For>;
  /**
   * Every row of a unit beside every row that the same unit has in another protected table; units that are in one of them only are
   * left out. Of a unit as many rows count as the product of `rowsPerUnit` of both, unless `rowsPerUnit` says how many.
   */
  joinUnits<Others>(other: TableQuery<P, Others, For>, options?: UnitJoinOptions): TableQuery<P, Shown & Others, For>;
}

export interface UnitJoinOptions {
  readonly rowsPerUnit?: number;
}

export interface JoinOptions<Name extends string> {
  /** The column here that holds the public table's key. */
  readonly on: Name;
  readonly keep?: 'matched' | 'all';
}

type KeyOf<P extends PolicyInput, Other extends keyof P['tables']> = P['tables'][Other] extends {
  readonly key: infer Key extends string;
}
  ? Key
  : never;

/** Everything said of a table so far. */
export interface TableDraft {
  readonly policy: KnownPolicy;
  readonly input: PlanTable;
  readonly columns: Scope;
  readonly caps: Caps;
  readonly verbs: VerbsOf;
}

export function tableQueryOf<P extends PolicyInput, Shown, For extends VerbsFor>(
  derivation: TableDraft,
): TableQuery<P, Shown, For> {
  const { policy, input, columns, caps, verbs } = derivation;
  const next = <Wider>(step: PlanTable, scope: Scope): TableQuery<P, Wider, For> =>
    tableQueryOf({ ...derivation, input: step, columns: scope });
  const table = Object.freeze<TableQuery<P, Shown, For>>({
    ...aggregatesOf<Shown, For>(columns, aggregates =>
      questionOf({
        input,
        columns,
        grouping: { kind: 'none' },
        aggregates,
        postProcessing: {},
        results: extend(new Map(), resultsOf(aggregates, columns)),
        caps,
        verbs,
      }),
    ),
    ...drawingOf<Shown, TableQuery<P, Shown, For>>({
      input,
      column: name => columnOf(columns, name),
      values: name => listedValues(policy, columns, input, name),
      next: (drawn, cap) => tableQueryOf({ ...derivation, input: drawn, caps: [...caps, cap] }),
    }),
    where: condition => {
      const { expression } = typedIn(condition(rowOf(columns)));
      return next({ kind: 'where', input, condition: expression }, columns);
    },
    derive: make => {
      const made = Object.entries(make(rowOf(columns))).map(([name, term]) => [name, typedIn(term)] as const);
      const added = made.map(([name, { type }]) => [name, type] as const);
      return next({ kind: 'derive', input, columns: made.map(named) }, extend(columns, added));
    },
    select: (...names) => {
      for (const name of names) columnOf(columns, name);
      return next({ kind: 'project', input, columns: names }, narrowed(columns, names));
    },
    perUnit: (numbers, options = {}) => {
      const { step, scope } = unitsOf(input, columns, numbers as never, options as never);
      return next(step, scope);
    },
    join: (table, { on, keep = 'matched' }) => {
      columnOf(columns, on);
      return next({ kind: 'join', input, table, on, keep }, joined(policy, columns, table));
    },
    joinUnits: <Others>(other: TableQuery<P, Others, For>, { rowsPerUnit }: UnitJoinOptions = {}) => {
      const beside = drafts.get(other) ?? refuse('join_unsupported', 'Join a table of the same data.');
      if (beside.policy !== policy) refuse('join_unsupported', 'Both tables of a join must be of one policy.');
      return tableQueryOf<P, Shown & Others, For>({
        ...derivation,
        ...besideEachOther(derivation, beside, rowsPerUnit),
        caps: [...caps, ...beside.caps],
      });
    },
  });
  drafts.set(table, derivation);
  return table;
}

/** What was said of each table so far, for the one that it is joined to. */
const drafts = new WeakMap<object, TableDraft>();

/** The public values of a column of a derived table, as far as the policy and the plan say them. */
function listedValues(policy: KnownPolicy, columns: Scope, input: PlanTable, name: string): readonly string[] {
  if (columnOf(columns, name).type === 'boolean') return ['false', 'true'];
  return (
    valuesIn(policy, input, name) ??
    refuse(
      'keys_not_public',
      `The values of ${name} are not listed in the policy. Name one part at a time with part(column, value).`,
    )
  );
}

/** Followed down to where the column comes from. */
function valuesIn(policy: KnownPolicy, table: PlanTable, name: string): readonly string[] | undefined {
  if (table.kind === 'scan') return policy.tables[table.table].columns[name]?.values;
  if (table.kind === 'perUnit' && table.aggregates.some(aggregate => aggregate.name === name)) return undefined;
  if (table.kind === 'derive') {
    const derived = table.columns.find(column => column.name === name);
    if (derived !== undefined) return resultsIn(derived.expression);
  }
  const joined = table.kind === 'join' ? policy.tables[table.table] : undefined;
  if (joined !== undefined && name !== joined.key && Object.hasOwn(joined.columns, name))
    return joined.columns[name].values;
  if ((table.kind === 'project' || table.kind === 'perUnit') && !table.columns.includes(name)) return undefined;
  return (
    valuesIn(policy, table.input, name) ?? (table.kind === 'unitJoin' ? valuesIn(policy, table.with, name) : undefined)
  );
}

/** Of a choice between constants: the constants. */
function resultsIn(expression: Expression): readonly string[] | undefined {
  if (expression.kind === 'literal' && typeof expression.value === 'string') return [expression.value];
  if (expression.kind !== 'case') return undefined;
  const results = [...expression.branches.map(({ then }) => then), expression.otherwise].map(resultsIn);
  return results.every(values => values !== undefined) ? [...new Set(results.flat())] : undefined;
}
