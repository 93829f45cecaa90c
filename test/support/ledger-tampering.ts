/** Whoever may write the file of a ledger may change it; the ledger must notice. */
import { join } from 'node:path';
import Database from 'libsql';

const FORBIDDEN = ['UPDATE', 'DELETE'].flatMap(verb =>
  ['entries', 'answers'].map(table => `no_${verb.toLowerCase()}_of_${table}`),
);

/** Somebody with the right to write the file, who first removes what forbids it. */
export function tamper(folder: string, statements: string, forbidding = false): void {
  const sqlite = new Database(join(folder, 'visits.ledger'));
  try {
    sqlite.exec('PRAGMA foreign_keys = OFF');
    if (!forbidding) for (const trigger of FORBIDDEN) sqlite.exec(`DROP TRIGGER ${trigger}`);
    sqlite.exec(statements);
  } finally {
    sqlite.close();
  }
}
