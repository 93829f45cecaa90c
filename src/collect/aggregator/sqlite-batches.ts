/** Batches of reports in the file: added once each, and shown share by share. */
import { type Sqlite, transaction } from '../../sqlite/index.ts';
import type { Refusal } from '../../vocabulary/index.ts';
import { NUMBER_BYTES, shareBytes } from '../protocol/index.ts';
import { notOpen, part, parts } from './batch-parts.ts';
import type { EnteredCampaign, Round } from './entered-campaign.ts';
import { countOf, numberAt, type Position } from './round-index.ts';
import { bytesOf } from './sqlite-file.ts';
import type { Batch, Look, Outcome } from './store.ts';

export interface Arrived {
  readonly entered: EnteredCampaign;
  readonly number: number;
  readonly round: Round;
  readonly batch: Batch;
}

/** One transaction for all that arrived; each batch is told which of its reports are new. */
export function addTogether(sqlite: Sqlite, arrived: readonly Arrived[]): (Outcome[] | Refusal)[] {
  const added: (() => void)[] = [];
  try {
    return transaction(sqlite, 'immediate', () =>
      arrived.map(each => (each.round.state === 'open' ? addBatch(sqlite, each, added) : notOpen())),
    );
  } catch (caught) {
    // what is not on disk must not be known either
    for (const forget of added) forget();
    throw caught;
  }
}

function addBatch(sqlite: Sqlite, { entered, number, round, batch }: Arrived, added: (() => void)[]): Outcome[] {
  const size = shareBytes(entered.campaign);
  const id = nextId(sqlite);
  const fresh: number[] = [];
  const outcomes = Array.from({ length: countOf(batch.numbers) }, (_, place): Outcome => {
    const key = numberAt(batch.numbers, place);
    const earlier = round.index.positionOf(key);
    if (earlier === undefined) {
      round.index.add(key, { batch: id, place: fresh.length });
      added.push(() => round.index.remove(key));
      fresh.push(place);
      return 'new';
    }
    const share =
      earlier.batch === id ? part(batch.shares, fresh[earlier.place], size) : shareAt(sqlite, earlier, size);
    return share.equals(part(batch.shares, place, size)) ? 'known' : 'differs';
  });
  if (fresh.length > 0)
    sqlite
      .prepare('INSERT INTO batches (id, campaign, round, numbers, shares) VALUES (?, ?, ?, ?, ?)')
      .run(id, entered.id, number, parts(batch.numbers, fresh, NUMBER_BYTES), parts(batch.shares, fresh, size));
  return outcomes;
}

function nextId(sqlite: Sqlite): number {
  const [{ next }] = sqlite.prepare('SELECT coalesce(max(id), 0) + 1 AS next FROM batches').all() as [{ next: number }];
  return next;
}

function shareAt(sqlite: Sqlite, { batch, place }: Position, size: number): Buffer {
  const [{ share }] = sqlite
    .prepare('SELECT substr(shares, ?, ?) AS share FROM batches WHERE id = ?')
    .all(place * size + 1, size, batch) as [{ share: ArrayBuffer }];
  return bytesOf(share);
}

/** Every share that is not erased, in the order of arrival. */
export function visitShares(sqlite: Sqlite, { id, campaign }: EnteredCampaign, look: Look): void {
  const size = shareBytes(campaign);
  const rows = sqlite
    .prepare('SELECT round, numbers, shares FROM batches WHERE campaign = ? AND length(shares) > 0')
    .iterate(id);
  for (const { round, ...row } of rows as Iterable<BatchRow>) {
    const [numbers, shares] = [bytesOf(row.numbers), bytesOf(row.shares)];
    for (let place = 0; place < countOf(numbers); place += 1)
      look(round, numberAt(numbers, place), part(shares, place, size));
  }
}

interface BatchRow {
  readonly round: number;
  readonly numbers: ArrayBuffer;
  readonly shares: ArrayBuffer;
}
