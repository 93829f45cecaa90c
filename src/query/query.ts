/** The typed API: a policy's tables, and from them questions. Nothing here reads data; it writes plans. */
import type { ColumnsOf, Policy, PolicyInput, ProtectedTableName } from '../source/index.ts';
import type { VerbsOf } from './question.ts';
import { scopeOf, tableOf } from './scope.ts';
import { type TableQuery, tableQueryOf } from './table.ts';

export interface Query<P extends PolicyInput, Verbs> {
  table<Name extends ProtectedTableName<P>>(name: Name): TableQuery<P, ColumnsOf<P, Name>, Verbs>;
}

/**
 * Questions to the tables of a policy, which the compiler knows as far as `P` says.
 * `verbs` gives each question what its caller can do with the plan, such as to ask it.
 */
export function query<P extends PolicyInput>(policy: P | Policy): Query<P, unknown>;
export function query<P extends PolicyInput, Verbs>(policy: P | Policy, verbs: VerbsOf<Verbs>): Query<P, Verbs>;
export function query<P extends PolicyInput>(
  policy: P | Policy,
  verbs: VerbsOf<unknown> = () => ({}),
): Query<P, unknown> {
  return Object.freeze<Query<P, unknown>>({
    table: name => {
      const columns = scopeOf(tableOf(policy, name, 'protected'));
      return tableQueryOf({ policy, input: { kind: 'scan', table: name }, columns, caps: [], verbs });
    },
  });
}
