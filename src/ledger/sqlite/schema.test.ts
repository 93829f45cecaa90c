import { existsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'libsql';
import { expect, test } from 'vitest';
import { asking, costing, inFolder, openAt } from '../../../test/support/ledger-case.ts';
import { connect } from './connection.ts';
import { type Migration, prepare } from './schema.ts';

const exec = (path: string, statements: string): void => {
  const sqlite = new Database(path);
  sqlite.exec(statements);
  sqlite.close();
};

test.each([
  ['a newer ledger', 'PRAGMA user_version = 5', 'ledger_newer'],
  ['a version that never was', 'PRAGMA user_version = 0', 'ledger_newer'],
  ['a database of somebody else', 'PRAGMA application_id = 7', 'ledger_damaged'],
])('%s is refused', (_, statement, code) =>
  inFolder(async folder => {
    await (await openAt(folder)).close();
    exec(join(folder, 'visits.ledger'), statement);
    await expect(openAt(folder)).rejects.toMatchObject({ code });
  }),
);

test('a file that is no database, and a database with other tables, are left alone', () =>
  inFolder(async folder => {
    const path = join(folder, 'visits.ledger');
    writeFileSync(path, 'patient,ward\n'.repeat(100));
    await expect(openAt(folder)).rejects.toMatchObject({ code: 'ledger_damaged' });
    exec(join(folder, 'other'), 'CREATE TABLE wards (ward TEXT)');
    const other = await connect(join(folder, 'other'), 0);
    await expect(prepare(other, path)).rejects.toMatchObject({ code: 'ledger_damaged' });
  }));

test('an older ledger is copied, then migrated, and keeps its entries', () =>
  inFolder(async folder => {
    const path = join(folder, 'visits.ledger');
    const ledger = await openAt(folder);
    await ledger.reserve(asking('count'), costing('0.1'));
    const { head } = await ledger.budget();
    await ledger.close();
    const steps: Migration[] = [
      ...[1, 2, 3].map(() => () => {}),
      sqlite => sqlite.exec('CREATE TABLE copies (sample TEXT) STRICT'),
    ];
    const connection = await connect(path, 0);
    await prepare(connection, path, steps);
    await prepare(connection, path, steps);
    connection.close();
    await expect(openAt(folder)).rejects.toMatchObject({ code: 'ledger_newer' });

    const copy = `${path}.version-4`;
    expect(statSync(copy).mode & 0o777).toBe(0o600);
    for (const file of [path, copy]) {
      const sqlite = new Database(file);
      const [last] = sqlite.prepare('SELECT hash FROM entries ORDER BY sequence DESC LIMIT 1').all();
      expect(last).toEqual({ hash: head });
      expect(sqlite.prepare(`SELECT name FROM sqlite_schema WHERE name = 'copies'`).all()).toHaveLength(
        file === path ? 1 : 0,
      );
      sqlite.close();
    }
  }));

test('a new file takes every step of the way at once', () =>
  inFolder(async folder => {
    const path = join(folder, 'visits.ledger');
    const taken: number[] = [];
    const connection = await connect(path, 0);
    await prepare(connection, path, [() => taken.push(2), () => taken.push(3)]);
    expect(taken).toEqual([2, 3]);
    expect(existsSync(`${path}.version-1`)).toBe(false);
    connection.close();
  }));
