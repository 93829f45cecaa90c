/** Campaigns of a store as they are known in memory: read when it is opened, and kept in step with the file. */
import { type Sqlite, transaction } from '../../sqlite/index.ts';
import { type Campaign, readCampaign, roundsOf } from '../protocol/index.ts';
import { known } from './batch-parts.ts';
import { countOf, labelAt, numberOf, type RoundIndex, roundIndex } from './round-index.ts';
import { bytesOf } from './sqlite-file.ts';
import type { RoundState } from './store.ts';

export interface Round {
  state: RoundState;
  readonly index: RoundIndex;
}

export interface EnteredCampaign {
  readonly id: number;
  readonly campaign: Campaign;
  readonly rounds: ReadonlyMap<number, Round>;
}

/** Every campaign of the file by its fingerprint, with the numbers of its reports. */
export function storedCampaigns(sqlite: Sqlite): Map<string, EnteredCampaign> {
  const rows = sqlite.prepare('SELECT id, fingerprint, campaign FROM campaigns').all() as CampaignRow[];
  return new Map(
    rows.map(({ id, fingerprint, campaign }) => [
      fingerprint,
      { id, campaign: readCampaign(JSON.parse(campaign)), rounds: storedRounds(sqlite, id) },
    ]),
  );
}

interface CampaignRow {
  readonly id: number;
  readonly fingerprint: string;
  readonly campaign: string;
}

function storedRounds(sqlite: Sqlite, campaign: number): Map<number, Round> {
  const rows = sqlite.prepare('SELECT round, state FROM rounds WHERE campaign = ?').all(campaign) as RoundRow[];
  const rounds = new Map(rows.map(({ round, state }) => [round, { state, index: roundIndex() }]));
  const batches = sqlite.prepare('SELECT id, round, labels FROM batches WHERE campaign = ?').iterate(campaign);
  for (const { id, round, ...row } of batches as Iterable<BatchRow>) {
    const { index } = known(rounds.get(round));
    const labels = bytesOf(row.labels);
    for (let place = 0; place < countOf(labels); place += 1)
      index.add(numberOf(labelAt(labels, place)), { batch: id, place });
  }
  return rounds;
}

interface RoundRow {
  readonly round: number;
  readonly state: RoundState;
}

interface BatchRow {
  readonly id: number;
  readonly round: number;
  readonly labels: ArrayBuffer;
}

/** All rounds wait until the collector opens them. */
export const enterCampaign = (sqlite: Sqlite, fingerprint: string, campaign: Campaign): EnteredCampaign =>
  transaction(sqlite, 'immediate', () => {
    const { lastInsertRowid } = sqlite
      .prepare('INSERT INTO campaigns (fingerprint, campaign) VALUES (?, ?)')
      .run(fingerprint, JSON.stringify(campaign));
    const id = Number(lastInsertRowid);
    const insert = sqlite.prepare('INSERT INTO rounds (campaign, round, state) VALUES (?, ?, ?)');
    for (const round of roundsOf(campaign)) insert.run(id, round, 'waiting');
    return { id, campaign, rounds: storedRounds(sqlite, id) };
  });
