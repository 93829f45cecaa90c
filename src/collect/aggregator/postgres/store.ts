/** Reports in PostgreSQL, for aggregators of many people: any number of processes of one aggregator share the database. */
import type { PoolClient } from 'pg';
import { refuse } from '../../../vocabulary/index.ts';
import { roundsOf } from '../../protocol/index.ts';
import { known, notOpen } from '../batch-parts.ts';
import type { ReportStore, RoundState } from '../store.ts';
import { claim, enterCampaign, type KnownCampaign, reportsTable } from './campaigns.ts';
import { openDatabase } from './database.ts';
import { postgresRecords } from './records.ts';
import { addBatch, textOf, visitShares } from './reports.ts';

/** `aggregator` is the address that campaigns know it by. */
export async function openPostgresStore(url: string, aggregator: string): Promise<ReportStore> {
  const database = await openDatabase(url);
  await claim(database, aggregator).catch(async caught => {
    await database.end();
    throw caught;
  });
  const campaigns = new Map<string, KnownCampaign>();
  const campaignOf = (fingerprint: string): KnownCampaign => known(campaigns.get(fingerprint));
  const withRound = (fingerprint: string, round: number): KnownCampaign => {
    const found = campaignOf(fingerprint);
    return known(hasRound(found, round) ? found : undefined);
  };
  return {
    async enter(fingerprint, campaign) {
      campaigns.set(fingerprint, await enterCampaign(database, fingerprint, campaign));
    },
    async stateOf(fingerprint, round) {
      const found = campaigns.get(fingerprint);
      if (!(found !== undefined && hasRound(found, round))) return undefined;
      return (await database.read<{ state: RoundState }>(STATE, [found.id, round]))[0].state;
    },
    async add(fingerprint, round, batch) {
      const found = withRound(fingerprint, round);
      return database.transaction(found.id, 'beside', async client => {
        if ((await stateIn(client, found, round)) === 'open') return addBatch(client, found, round, batch);
        throw notOpen();
      });
    },
    async open(fingerprint, round) {
      const found = withRound(fingerprint, round);
      await database.transaction(found.id, 'alone', async client => {
        if ((await stateIn(client, found, round)) === 'closed')
          refuse('round_not_open', 'This round is closed and cannot be opened again.');
        await move(client, found, round, 'open');
      });
    },
    async close(fingerprint, round) {
      const found = withRound(fingerprint, round);
      await database.transaction(found.id, 'alone', client => move(client, found, round, 'closed'));
    },
    async count(fingerprint, round) {
      const table = reportsTable(withRound(fingerprint, round));
      const [{ count }] = await database.read<{ count: string }>(`SELECT count(*) FROM ${table} WHERE round = $1`, [
        round,
      ]);
      return Number(count);
    },
    async labels(fingerprint, round) {
      const table = reportsTable(withRound(fingerprint, round));
      const rows = await database.read<{ label: Buffer }>(
        `SELECT number || split AS label FROM ${table} WHERE round = $1 ORDER BY number`,
        [round],
      );
      return rows.map(({ label }) => textOf(label));
    },
    async visit(fingerprint, look) {
      const found = campaignOf(fingerprint);
      await database.transaction(found.id, 'beside', client => visitShares(client, found, look));
    },
    ...postgresRecords(database, campaignOf),
    end: () => database.end(),
  };
}

const STATE = 'SELECT state FROM sortition_collect.rounds WHERE campaign = $1 AND round = $2';

const hasRound = ({ campaign }: KnownCampaign, round: number): boolean =>
  roundsOf(campaign).some(each => each === round);

async function stateIn(client: PoolClient, { id }: KnownCampaign, round: number): Promise<RoundState> {
  return (await client.query<{ state: RoundState }>(STATE, [id, round])).rows[0].state;
}

/** All rounds before it are closed. */
async function move(client: PoolClient, { id }: KnownCampaign, round: number, state: RoundState): Promise<void> {
  await client.query(
    `UPDATE sortition_collect.rounds SET state = CASE WHEN round < $2 THEN 'closed' ELSE $3 END
     WHERE campaign = $1 AND round <= $2`,
    [id, round, state],
  );
}
