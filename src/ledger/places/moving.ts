/**
 * Moves a ledger to another store, whole or not at all: entries, answers, and the keys of its samples. The old one is closed for
 * writing before the last of it is read, and the new one opens when all of it is there, so that no budget is spent in both; a move
 * that was interrupted is repeated with the same target.
 */
import { counts } from '../../amounts/index.ts';
import { type LedgerPlace, ledgerAddress } from '../../source/places/index.ts';
import { invariant, type PrintedLoss, refuse } from '../../vocabulary/index.ts';
import type { Book } from '../book.ts';
import type { Contents } from '../store.ts';
import { verifiedBook } from '../verification.ts';
import { homeOf } from './homes.ts';
import type { LedgerHome } from './ledger-home.ts';
import { notEmpty } from './moved-place.ts';

export interface LedgerMove {
  readonly from: LedgerPlace;
  readonly to: LedgerPlace;
  /** Wraps the keys of samples, there and here; absolute. */
  readonly keyFile?: string | undefined;
}

export interface MovedLedger {
  readonly entries: number;
  readonly head: string;
  readonly spent: PrintedLoss;
  /** Of samples that can be asked. */
  readonly keys: number;
}

export async function moveLedger({ from, to, keyFile }: LedgerMove): Promise<MovedLedger> {
  const [source, target] = [homeOf(from, keyFile), homeOf(to, keyFile)];
  try {
    if (!(await source.isThere()))
      return refuse('file_unreadable', `There is no ledger at ${source.name}. Check the name and the permissions.`);
    const place = { id: await target.identity(), address: ledgerAddress(to) };
    const isLeft = await source.isLeftFor(place);
    // what is damaged, or lacks a key, is refused before anybody is kept from writing
    const before = await readFrom(source);
    if (!(await target.isThere())) {
      await keysOf(source, before.book);
      await target.expect({ first: before.book.heads[0] ?? '', address: ledgerAddress(from) });
      await source.leave(place);
      const { contents, book } = await readFrom(source);
      for (const key of await keysOf(source, book)) await target.keys.keep(key);
      await target.receive(contents);
    } else if (!isLeft) notEmpty();
    return await finished(source, target);
  } finally {
    await source.close();
    await target.close();
  }
}

/** What arrived is compared with what is left behind; only then its keys are erased there. */
async function finished(source: LedgerHome, target: LedgerHome): Promise<MovedLedger> {
  const [{ book: left }, { book: arrived }] = [await readFrom(source), await readFrom(target)];
  if (arrived.heads[left.entries - 1] !== left.head) return notEmpty();
  if (arrived.entries === left.entries)
    invariant(
      JSON.stringify(counts.text(arrived.spent)) === JSON.stringify(counts.text(left.spent)),
      'as much is spent there as here',
    );
  const commitments = commitmentsOf(left);
  for (const commitment of commitmentsOf(arrived)) await target.keys.read(commitment);
  for (const commitment of commitments) await source.keys.erase(commitment);
  const { entries, head, spent } = arrived;
  return { entries, head, spent: counts.number(spent, 'up'), keys: commitments.length };
}

interface LedgerCopy {
  readonly contents: Contents;
  readonly book: Book;
}

async function readFrom(home: LedgerHome): Promise<LedgerCopy> {
  const contents = await home.everything(({ entries, highest }) => ({ entries: [...entries], highest }));
  return { contents, book: verifiedBook(contents) };
}

const commitmentsOf = ({ samples }: Book): string[] =>
  [...samples.values()].flatMap(({ commitment, retired }) =>
    retired === null && commitment !== null ? [commitment] : [],
  );

const keysOf = (home: LedgerHome, book: Book) =>
  Promise.all(commitmentsOf(book).map(async commitment => ({ commitment, key: await home.keys.read(commitment) })));
