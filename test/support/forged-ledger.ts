/** A ledger as somebody with its file could leave it: entries changed or added, and all hashes chained anew. */
import { createHash } from 'node:crypto';
import Database from 'libsql';
import { canonicalJson } from '../../src/json/index.ts';
import type { Clinic } from './clinic.ts';

export interface ForgedEntry {
  readonly kind: string;
  readonly body: object;
}

/** `change` may alter the body that it is given; what `added` says stands behind the last entry. */
export function forge(
  clinic: Clinic,
  change: (kind: string, body: never) => void,
  added: readonly ForgedEntry[] = [],
): void {
  const sqlite = new Database(clinic.path('visits.ledger'));
  const rows = sqlite.prepare('SELECT kind, body FROM entries ORDER BY sequence').all() as {
    kind: string;
    body: string;
  }[];
  sqlite.exec('DROP TRIGGER IF EXISTS no_update_of_entries');
  const put = sqlite.prepare(
    'INSERT INTO entries (sequence, kind, body, hash) VALUES (?, ?, ?, ?) ' +
      'ON CONFLICT (sequence) DO UPDATE SET body = excluded.body, hash = excluded.hash',
  );
  const entries = [...rows.map(({ kind, body }) => ({ kind, body: JSON.parse(body) })), ...added];
  let head = '0'.repeat(64);
  for (const [i, { kind, body }] of entries.entries()) {
    if (i < rows.length) change(kind, body as never);
    const text = canonicalJson(body);
    head = createHash('sha256')
      .update(`sortition ledger 1\n${head}\n${i + 1}\n${kind}\n${text}`)
      .digest('hex');
    put.run(i + 1, kind, text, head);
  }
  sqlite.close();
}
