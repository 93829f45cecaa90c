/** The paths that a policy holds, all of them: whoever moves a policy, or resolves it, changes these and nothing else. */
import type { ShapedPolicy } from './policy-schema.ts';

export function withPaths(policy: ShapedPolicy, move: (path: string) => string): ShapedPolicy {
  const { source, tables, ledger, anchor, keyFile } = policy;
  return {
    ...policy,
    source:
      source.engine === 'duckdb' ? { ...source, path: move(source.path) } : { ...source, url: moved(source.url, move) },
    tables: Object.fromEntries(
      Object.entries(tables).map(([name, table]) => [
        name,
        table.path === undefined ? table : { ...table, path: move(table.path) },
      ]),
    ),
    ledger: moved(ledger, move),
    ...(anchor !== undefined && { anchor: moved(anchor, move) }),
    ...(keyFile !== undefined && { keyFile: move(keyFile) }),
  };
}

/** `env:NAME` and addresses of servers are no paths. */
function moved(reference: string, move: (path: string) => string): string {
  const [scheme] = /^(sqlite:|(postgres:)?file:)/.exec(reference) ?? [''];
  return scheme === '' ? reference : `${scheme}${move(reference.slice(scheme.length))}`;
}
