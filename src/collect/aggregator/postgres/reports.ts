/** Reports in PostgreSQL: a batch is one statement, and its server's index lets each number in once, whoever sends it where. */
import type { PoolClient } from 'pg';
import { LABEL_BYTES, NUMBER_BYTES, SPLIT_BYTES, shareBytes } from '../../reports/index.ts';
import { parts, reportAt } from '../batch-parts.ts';
import { countOf, labelAt, numberOf } from '../round-index.ts';
import type { Batch, Look, ReportOutcome } from '../store.ts';
import { type KnownCampaign, reportsTable } from './campaigns.ts';

/** Which reports are new; the others are compared with what came before. */
export async function addBatch(
  client: PoolClient,
  known: KnownCampaign,
  round: number,
  batch: Batch,
): Promise<ReportOutcome[]> {
  const size = shareBytes(known.campaign);
  const numbers = Array.from({ length: countOf(batch.labels) }, (_, place) => numberOf(labelAt(batch.labels, place)));
  const first = new Map<string, number>();
  for (const [place, number] of numbers.entries()) if (!first.has(number)) first.set(number, place);
  const places = [...first.values()];
  const fresh = await insertNew(client, known, round, {
    labels: parts(batch.labels, places, LABEL_BYTES),
    shares: parts(batch.shares, places, size),
  });
  const stored = await storedReports(
    client,
    known,
    round,
    [...first.keys()].filter(number => !fresh.has(number)),
  );
  return numbers.map((number, place) => {
    const standing = first.get(number) ?? place;
    if (fresh.has(number) && standing === place) return 'new';
    const report = stored.get(number) ?? reportAt(batch, standing, size);
    return report.equals(reportAt(batch, place, size)) ? 'known' : 'differs';
  });
}

/** In the order of their numbers: of two processes that insert the same ones, neither waits for the other in a circle. */
async function insertNew(
  client: PoolClient,
  known: KnownCampaign,
  round: number,
  { labels, shares }: Batch,
): Promise<Set<string>> {
  const { rows } = await client.query<{ number: Buffer }>(
    `INSERT INTO ${reportsTable(known)} (round, number, split, share)
     SELECT $1::integer, substr($2, place * $4 + 1, $5) AS number, substr($2, place * $4 + $5::integer + 1, $6::integer),
            substr($3::bytea, place * $7::integer + 1, $7)
     FROM generate_series(0, length($2::bytea) / $4::integer - 1) AS place ORDER BY number
     ON CONFLICT DO NOTHING RETURNING number`,
    [round, labels, shares, LABEL_BYTES, NUMBER_BYTES, SPLIT_BYTES, shareBytes(known.campaign)],
  );
  return new Set(rows.map(({ number }) => textOf(number)));
}

async function storedReports(
  client: PoolClient,
  known: KnownCampaign,
  round: number,
  numbers: readonly string[],
): Promise<Map<string, Buffer>> {
  if (numbers.length === 0) return new Map();
  const { rows } = await client.query<{ number: Buffer; report: Buffer }>(
    `SELECT number, number || split || share AS report FROM ${reportsTable(known)} WHERE round = $1 AND number = ANY ($2::bytea[])`,
    [round, numbers.map(number => Buffer.from(number, 'latin1'))],
  );
  return new Map(rows.map(({ number, report }) => [textOf(number), report]));
}

const ROWS_AT_ONCE = 1000;

/** Every share that is not erased. */
export async function visitShares(client: PoolClient, known: KnownCampaign, look: Look): Promise<void> {
  await client.query(
    `DECLARE kept CURSOR FOR SELECT round, number || split AS label, share FROM ${reportsTable(known)} WHERE length(share) > 0`,
  );
  for (;;) {
    const { rows } = await client.query<{ round: number; label: Buffer; share: Buffer }>(
      `FETCH ${ROWS_AT_ONCE} FROM kept`,
    );
    if (rows.length === 0) return;
    for (const { round, label, share } of rows) look(round, textOf(label), share);
  }
}

/** Writes the table anew without shares; the old file is gone with the transaction, and no row is left behind in it. */
export const eraseShares = (client: PoolClient, known: KnownCampaign): Promise<unknown> =>
  client.query(`ALTER TABLE ${reportsTable(known)} ALTER COLUMN share TYPE bytea USING ''::bytea`);

/** One character a byte. */
export const textOf = (bytes: Buffer): string => bytes.toString('latin1');
