/** The paths that a policy holds, all of them: whoever moves a policy, or resolves it, changes these and nothing else. */
import { sourceEngine } from './engines/engines.ts';
import { movedReference } from './engines/secret-reference.ts';
import type { ShapedPolicy } from './policy-schema.ts';

export function withPaths(policy: ShapedPolicy, move: (path: string) => string): ShapedPolicy {
  const { source, tables, ledger, anchor, keyFile } = policy;
  return {
    ...policy,
    source: sourceEngine(source).moved(source, move),
    tables: Object.fromEntries(
      Object.entries(tables).map(([name, table]) => [
        name,
        table.path === undefined ? table : { ...table, path: move(table.path) },
      ]),
    ),
    ledger: movedReference(ledger, move),
    ...(anchor !== undefined && { anchor: movedReference(anchor, move) }),
    ...(keyFile !== undefined && { keyFile: move(keyFile) }),
  };
}
