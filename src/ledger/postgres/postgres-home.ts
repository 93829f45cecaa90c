/** A ledger in a database, with the keys of its samples, wrapped by a file that every machine has. */
import { ledgerAddress } from '../../source/places/index.ts';
import type { LedgerHome } from '../places/ledger-home.ts';
import { contentsOf, type HeadRow, headIn, SELECT_HEAD } from './chain.ts';
import { ledgerDatabase, type PostgresPlace } from './database.ts';
import { refusalOf } from './failure.ts';
import { expectIn, isLeftFor, leave, placeIn, receive } from './leaving.ts';
import { openPostgresStore } from './postgres-store.ts';
import { checkKeyFile, sampleKeys } from './sample-keys.ts';
import { checkPostgresVersion, isPrepared } from './schema.ts';

export function postgresHome(place: PostgresPlace, keyFile: string | undefined): LedgerHome {
  const database = ledgerDatabase(place);
  const isThere = async (): Promise<boolean> =>
    (await isPrepared(database.query)) && headIn((await database.query<HeadRow>(SELECT_HEAD))[0]).entries > 0;
  return {
    name: ledgerAddress(place),
    keys: sampleKeys(database, keyFile),
    isThere: () => isThere().catch(refusalOf),
    async open({ patienceMilliseconds }) {
      await database.prepare();
      if (keyFile !== undefined) await checkKeyFile(database, keyFile);
      const store = await openPostgresStore(database, patienceMilliseconds);
      return {
        ...store,
        async close() {
          await store.close();
          await database.close();
        },
      };
    },
    async everything(read) {
      await checkPostgresVersion(database.query).catch(refusalOf);
      return read(await contentsOf(database.query).catch(refusalOf));
    },
    async identity() {
      await database.prepare();
      return placeIn(database);
    },
    leave: place => leave(database, place),
    isLeftFor: place => isLeftFor(database, place),
    expect: ledger => expectIn(database, ledger),
    receive: contents => receive(database, contents),
    close: database.close,
  };
}
