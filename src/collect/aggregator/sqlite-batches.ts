/** Batches of reports in the file: added once each, and shown share by share. */
import { type Sqlite, transaction } from '../../sqlite/index.ts';
import type { Refusal } from '../../vocabulary/index.ts';
import { LABEL_BYTES, shareBytes } from '../reports/index.ts';
import { notOpen, part, parts, reportAt } from './batch-parts.ts';
import type { EnteredCampaign, Round } from './entered-campaign.ts';
import { countOf, labelAt, numberOf, type Position } from './round-index.ts';
import { bytesOf } from './sqlite-file.ts';
import type { Batch, Look, ReportOutcome } from './store.ts';

export interface Arrived {
  readonly entered: EnteredCampaign;
  readonly number: number;
  readonly round: Round;
  readonly batch: Batch;
}

/** One transaction for all that arrived; each batch is told which of its reports are new. */
export function addTogether(sqlite: Sqlite, arrived: readonly Arrived[]): (ReportOutcome[] | Refusal)[] {
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

function addBatch(sqlite: Sqlite, { entered, number, round, batch }: Arrived, added: (() => void)[]): ReportOutcome[] {
  const size = shareBytes(entered.campaign);
  const id = nextId(sqlite);
  const fresh: number[] = [];
  const outcomes = Array.from({ length: countOf(batch.labels) }, (_, place): ReportOutcome => {
    const key = numberOf(labelAt(batch.labels, place));
    const earlier = round.index.positionOf(key);
    if (earlier === undefined) {
      round.index.add(key, { batch: id, place: fresh.length });
      added.push(() => round.index.remove(key));
      fresh.push(place);
      return 'new';
    }
    const standing = earlier.batch === id ? reportAt(batch, fresh[earlier.place], size) : stored(sqlite, earlier, size);
    return standing.equals(reportAt(batch, place, size)) ? 'known' : 'differs';
  });
  if (fresh.length > 0)
    sqlite
      .prepare('INSERT INTO batches (id, campaign, round, labels, shares) VALUES (?, ?, ?, ?, ?)')
      .run(id, entered.id, number, parts(batch.labels, fresh, LABEL_BYTES), parts(batch.shares, fresh, size));
  return outcomes;
}

function nextId(sqlite: Sqlite): number {
  const [{ next }] = sqlite.prepare('SELECT coalesce(max(id), 0) + 1 AS next FROM batches').all() as [{ next: number }];
  return next;
}

function stored(sqlite: Sqlite, { batch, place }: Position, size: number): Buffer {
  const [{ label, share }] = sqlite
    .prepare('SELECT substr(labels, ?, ?) AS label, substr(shares, ?, ?) AS share FROM batches WHERE id = ?')
    .all(place * LABEL_BYTES + 1, LABEL_BYTES, place * size + 1, size, batch) as [
    { label: ArrayBuffer; share: ArrayBuffer },
  ];
  return Buffer.concat([bytesOf(label), bytesOf(share)]);
}

/** The labels of a round, in order. */
export function storedLabels(sqlite: Sqlite, { id }: EnteredCampaign, round: number): string[] {
  const rows = sqlite.prepare('SELECT labels FROM batches WHERE campaign = ? AND round = ?').iterate(id, round);
  const found: string[] = [];
  for (const row of rows as Iterable<{ labels: ArrayBuffer }>) {
    const labels = bytesOf(row.labels);
    for (let place = 0; place < countOf(labels); place += 1) found.push(labelAt(labels, place));
  }
  return found.sort();
}

/** Every share that is not erased, in the order of arrival. */
export function visitShares(sqlite: Sqlite, { id, campaign }: EnteredCampaign, look: Look): void {
  const size = shareBytes(campaign);
  const rows = sqlite
    .prepare('SELECT round, labels, shares FROM batches WHERE campaign = ? AND length(shares) > 0')
    .iterate(id);
  for (const { round, ...row } of rows as Iterable<BatchRow>) {
    const [labels, shares] = [bytesOf(row.labels), bytesOf(row.shares)];
    for (let place = 0; place < countOf(labels); place += 1)
      look(round, labelAt(labels, place), part(shares, place, size));
  }
}

interface BatchRow {
  readonly round: number;
  readonly labels: ArrayBuffer;
  readonly shares: ArrayBuffer;
}
