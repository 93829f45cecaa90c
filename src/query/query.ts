/** The typed API: a policy's tables, and from them questions. Nothing here reads data; it writes plans. */
import type { ColumnsOf, Policy, PolicyInput, ProtectedTableName } from '../source/index.ts';
import type { VerbsFor, VerbsOf } from './question.ts';
import { scopeOf, tableOf } from './scope.ts';
import { type TableQuery, tableQueryOf } from './table.ts';

export interface Query<P extends PolicyInput, For extends VerbsFor> {
  table<Name extends ProtectedTableName<P>>(name: Name): TableQuery<P, ColumnsOf<P, Name>, For>;
}

/** The same verbs, whatever an answer tells. */
interface SameVerbs<Verbs> extends VerbsFor {
  readonly verbs: Verbs;
}

/**
 * Questions to the tables of a policy, which the compiler knows as far as `P` says.
 * `verbs` gives each question what its caller can do with the plan, such as to ask it.
 */
export const query = <P extends PolicyInput, Verbs = unknown>(
  policy: P | Policy,
  verbs: VerbsOf<Verbs> = () => ({}) as Verbs,
): Query<P, SameVerbs<Verbs>> =>
  Object.freeze<Query<P, SameVerbs<Verbs>>>({
    table: name => {
      const columns = scopeOf(tableOf(policy, name, 'protected'));
      return tableQueryOf({ policy, input: { kind: 'scan', table: name }, columns, caps: [], verbs });
    },
  });
