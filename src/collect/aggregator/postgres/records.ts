/** What a database has on record, and the first to say it stands: the set that counts, the release, the key of the noise. */
import type { PoolClient } from 'pg';
import type { AgreedSet, ReleasedShare, ReportStore } from '../store.ts';
import type { KnownCampaign } from './campaigns.ts';
import { ALL_CAMPAIGNS, type Database } from './database.ts';
import { eraseShares } from './reports.ts';

type Records = Pick<ReportStore, 'agreed' | 'agree' | 'released' | 'record' | 'noiseKey' | 'bindNoiseKey'>;

export const postgresRecords = (database: Database, campaignOf: (fingerprint: string) => KnownCampaign): Records => ({
  agreed: async fingerprint =>
    recordIn<AgreedSet>(await database.read(recordOf('agreed'), [campaignOf(fingerprint).id])),
  async agree(fingerprint, set) {
    const found = campaignOf(fingerprint);
    return database.transaction(found.id, 'alone', client => firstOf(client, found, 'agreed', set));
  },
  released: async fingerprint =>
    recordIn<ReleasedShare>(await database.read(recordOf('release'), [campaignOf(fingerprint).id])),
  async record(fingerprint, release) {
    const found = campaignOf(fingerprint);
    return database.transaction(found.id, 'alone', async client => {
      const stands = await firstOf(client, found, 'release', release);
      // from here on the campaign has this release and no shares
      await eraseShares(client, found);
      return stands;
    });
  },
  noiseKey: async () => (await database.read<KeyRow>(NOISE_KEY, []))[0].hash ?? undefined,
  bindNoiseKey: hash =>
    database.transaction(ALL_CAMPAIGNS, 'alone', async client => {
      await client.query('UPDATE sortition_collect.store SET noise_key = coalesce(noise_key, $1)', [hash]);
      return (await client.query<KeyRow>(NOISE_KEY)).rows[0].hash ?? hash;
    }),
});

const NOISE_KEY = 'SELECT noise_key AS hash FROM sortition_collect.store';

interface KeyRow {
  readonly hash: string | null;
}

/** As JSON. */
type Kept = 'agreed' | 'release';
const recordOf = (kept: Kept): string => `SELECT ${kept} AS found FROM sortition_collect.campaigns WHERE id = $1`;

interface RecordRow {
  readonly found: string | null;
}

const recordIn = <Found>([{ found }]: readonly RecordRow[]): Found | undefined =>
  found === null ? undefined : JSON.parse(found);

/** What is on record already, or from now on. */
async function firstOf<Found>(client: PoolClient, { id }: KnownCampaign, kept: Kept, found: Found): Promise<Found> {
  const earlier = recordIn<Found>((await client.query<RecordRow>(recordOf(kept), [id])).rows);
  if (earlier !== undefined) return earlier;
  await client.query(`UPDATE sortition_collect.campaigns SET ${kept} = $2 WHERE id = $1`, [id, JSON.stringify(found)]);
  return found;
}
