/** Which campaigns a database has, and whose it is. Reports have a table for each campaign: it can be erased alone. */
import type { PoolClient } from 'pg';
import { refuse } from '../../../vocabulary/index.ts';
import { type Campaign, roundsOf } from '../../protocol/index.ts';
import { outdated } from '../batch-parts.ts';
import { ALL_CAMPAIGNS, type Database } from './database.ts';

export interface KnownCampaign {
  readonly id: number;
  readonly campaign: Campaign;
}

const VERSION = 2;

const DEFINITION = `
  CREATE SCHEMA IF NOT EXISTS sortition_collect;
  CREATE TABLE sortition_collect.store (version integer NOT NULL, aggregator text NOT NULL, noise_key text);
  CREATE TABLE sortition_collect.campaigns (
    id integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
    fingerprint text NOT NULL UNIQUE,
    campaign text NOT NULL,
    agreed text,
    release text
  );
  CREATE TABLE sortition_collect.rounds (
    campaign integer NOT NULL REFERENCES sortition_collect.campaigns (id),
    round integer NOT NULL,
    state text NOT NULL,
    PRIMARY KEY (campaign, round)
  )`;

export const reportsTable = ({ id }: KnownCampaign): string => `sortition_collect.reports_${id}`;

/** Makes the tables unless they are there. Shares of two aggregators must never lie together: a database is of one. */
export async function claim(database: Database, aggregator: string): Promise<void> {
  const [store] = await database
    .transaction(ALL_CAMPAIGNS, 'alone', async client => {
      const { rows } = await client.query(`SELECT to_regclass('sortition_collect.store') IS NULL AS missing`);
      if (rows[0].missing) {
        await client.query(DEFINITION);
        await client.query('INSERT INTO sortition_collect.store (version, aggregator) VALUES ($1, $2)', [
          VERSION,
          aggregator,
        ]);
      }
      return (await client.query<StoreRow>('SELECT version, aggregator FROM sortition_collect.store')).rows;
    })
    .catch(() =>
      refuse(
        'store_unusable',
        'The database cannot be reached or refuses the connection. Check the URL and the permissions.',
      ),
    );
  if (store.version < VERSION && store.aggregator === aggregator) outdated();
  if (!(store.version === VERSION && store.aggregator === aggregator))
    refuse(
      'store_unusable',
      'This database belongs to another aggregator or version. Give each aggregator its own database.',
    );
}

interface StoreRow {
  readonly version: number;
  readonly aggregator: string;
}

/** All rounds wait until the collector opens them. Processes that take it up at the same time find one campaign. */
export const enterCampaign = (database: Database, fingerprint: string, campaign: Campaign): Promise<KnownCampaign> =>
  database.transaction(ALL_CAMPAIGNS, 'alone', async client => {
    const earlier = await client.query<{ id: number }>(
      'SELECT id FROM sortition_collect.campaigns WHERE fingerprint = $1',
      [fingerprint],
    );
    return earlier.rows.length > 0
      ? { id: earlier.rows[0].id, campaign }
      : insertCampaign(client, fingerprint, campaign);
  });

async function insertCampaign(client: PoolClient, fingerprint: string, campaign: Campaign): Promise<KnownCampaign> {
  const { rows } = await client.query<{ id: number }>(
    'INSERT INTO sortition_collect.campaigns (fingerprint, campaign) VALUES ($1, $2) RETURNING id',
    [fingerprint, JSON.stringify(campaign)],
  );
  const known = { id: rows[0].id, campaign };
  await client.query(
    `INSERT INTO sortition_collect.rounds SELECT $1, round, 'waiting' FROM unnest($2::integer[]) AS round`,
    [known.id, roundsOf(campaign)],
  );
  await client.query(
    `CREATE TABLE ${reportsTable(known)} (round integer, number bytea, split bytea NOT NULL, share bytea NOT NULL, PRIMARY KEY (round, number))`,
  );
  return known;
}
