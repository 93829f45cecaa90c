/** A database that a ledger leaves for another place, or arrives in. */
import type { StoredEntry } from '../entry.ts';
import { noHead } from '../entry.ts';
import {
  type ExpectedLedger,
  expectedText,
  isExpected,
  isLeft,
  type MovedPlace,
  movedText,
  notEmpty,
} from '../places/moved-place.ts';
import type { Contents } from '../store.ts';
import { type ChainQuery, type HeadRow, headIn, SELECT_HEAD } from './chain.ts';
import type { LedgerDatabase } from './database.ts';
import { refusalOf } from './failure.ts';
import { insertEntries } from './session.ts';

export async function placeIn({ query }: LedgerDatabase): Promise<string> {
  const [{ place }] = await query<{ place: string }>('SELECT place FROM sortition_ledger.head').catch(refusalOf);
  return place;
}

const lockedHead = async (query: ChainQuery) => headIn((await query<HeadRow>(`${SELECT_HEAD} FOR UPDATE`))[0]);

export const leave = (database: LedgerDatabase, place: MovedPlace): Promise<void> =>
  database.transaction(async query => {
    const { movedTo } = await lockedHead(query);
    if (isLeft(movedTo, place)) return;
    await query('UPDATE sortition_ledger.head SET moved_to = $1', [movedText(place)]);
  });

export const isLeftFor = async ({ query }: LedgerDatabase, place: MovedPlace): Promise<boolean> =>
  isLeft(headIn((await query<HeadRow>(SELECT_HEAD).catch(refusalOf))[0]).movedTo, place);

export const expectIn = (database: LedgerDatabase, ledger: ExpectedLedger): Promise<void> =>
  database.transaction(async query => {
    const { entries, movedTo } = await lockedHead(query);
    if (entries > 0 || !isExpected(movedTo, ledger)) notEmpty();
    await query('UPDATE sortition_ledger.head SET moved_to = $1', [expectedText(ledger)]);
  });

const AT_ONCE = 1000;

export const receive = (database: LedgerDatabase, contents: Contents): Promise<void> =>
  database.transaction(async query => {
    if ((await lockedHead(query)).entries > 0) notEmpty();
    let [head, waiting] = [noHead, [] as StoredEntry[]];
    const write = async (answer?: string): Promise<void> => {
      await insertEntries(query, waiting, head, answer);
      [head, waiting] = [waiting.at(-1)?.hash ?? head, []];
    };
    for (const { answer, ...entry } of contents.entries) {
      waiting.push(entry);
      if (answer !== null || waiting.length >= AT_ONCE) await write(answer ?? undefined);
    }
    await write();
    await query('UPDATE sortition_ledger.head SET moved_to = NULL');
  });
