/** Reports in a SQLite file. The numbers of all reports are also in memory, so that a batch is one insertion and no search. */
import { type Sqlite, transaction } from '../../sqlite/index.ts';
import { refuse } from '../../vocabulary/index.ts';
import { known } from './batch-parts.ts';
import { type EnteredCampaign, enterCampaign, type Round, storedCampaigns } from './entered-campaign.ts';
import { groupCommit } from './group-commit.ts';
import { type Arrived, addTogether, storedLabels, visitShares } from './sqlite-batches.ts';
import { erase, openStoreFile } from './sqlite-file.ts';
import type { AgreedSet, ReleasedShare, ReportOutcome, ReportStore, RoundState } from './store.ts';

export function openSqliteStore(path: string): ReportStore {
  const { sqlite, close } = openStoreFile(path);
  const campaigns = storedCampaigns(sqlite);
  const campaignOf = (fingerprint: string): EnteredCampaign => known(campaigns.get(fingerprint));
  const roundOf = (fingerprint: string, round: number): Round => known(campaignOf(fingerprint).rounds.get(round));
  const add = groupCommit<Arrived, ReportOutcome[]>(arrived => addTogether(sqlite, arrived));
  return {
    async enter(fingerprint, campaign) {
      if (!campaigns.has(fingerprint)) campaigns.set(fingerprint, enterCampaign(sqlite, fingerprint, campaign));
    },
    stateOf: async (fingerprint, round) => campaigns.get(fingerprint)?.rounds.get(round)?.state,
    add: async (fingerprint, number, batch) =>
      add({ entered: campaignOf(fingerprint), number, round: roundOf(fingerprint, number), batch }),
    async open(fingerprint, round) {
      if (roundOf(fingerprint, round).state === 'closed')
        refuse('round_not_open', 'This round is closed and cannot be opened again.');
      move(sqlite, campaignOf(fingerprint), each => (each < round ? 'closed' : each === round ? 'open' : undefined));
    },
    async close(fingerprint, round) {
      roundOf(fingerprint, round);
      move(sqlite, campaignOf(fingerprint), each => (each <= round ? 'closed' : undefined));
    },
    count: async (fingerprint, round) => roundOf(fingerprint, round).index.count(),
    async labels(fingerprint, round) {
      roundOf(fingerprint, round);
      return storedLabels(sqlite, campaignOf(fingerprint), round);
    },
    agreed: async fingerprint => recordOf<AgreedSet>(sqlite, campaignOf(fingerprint), 'agreed'),
    async agree(fingerprint, set) {
      const entered = campaignOf(fingerprint);
      return transaction(
        sqlite,
        'immediate',
        () => recordOf<AgreedSet>(sqlite, entered, 'agreed') ?? write(sqlite, entered, 'agreed', set),
      );
    },
    released: async fingerprint => recordOf<ReleasedShare>(sqlite, campaignOf(fingerprint), 'release'),
    visit: async (fingerprint, look) => visitShares(sqlite, campaignOf(fingerprint), look),
    async record(fingerprint, release) {
      const entered = campaignOf(fingerprint);
      const stands = transaction(
        sqlite,
        'immediate',
        () => recordOf<ReleasedShare>(sqlite, entered, 'release') ?? record(sqlite, entered, release),
      );
      erase(sqlite);
      return stands;
    },
    noiseKey: async () => boundKey(sqlite),
    bindNoiseKey: async hash => transaction(sqlite, 'immediate', () => boundKey(sqlite) ?? bindKey(sqlite, hash)),
    end: async () => close(),
  };
}

/** The new state of each round, undefined where it stays. */
function move(
  sqlite: Sqlite,
  { id, rounds }: EnteredCampaign,
  stateOf: (round: number) => RoundState | undefined,
): void {
  const update = sqlite.prepare('UPDATE rounds SET state = ? WHERE campaign = ? AND round = ?');
  transaction(sqlite, 'immediate', () => {
    for (const [number, { state }] of rounds) update.run(stateOf(number) ?? state, id, number);
  });
  for (const [number, round] of rounds) round.state = stateOf(number) ?? round.state;
}

type Kept = 'agreed' | 'release';

function recordOf<Found>(sqlite: Sqlite, { id }: EnteredCampaign, kept: Kept): Found | undefined {
  const [{ found }] = sqlite.prepare(`SELECT ${kept} AS found FROM campaigns WHERE id = ?`).all(id) as [
    { found: string | null },
  ];
  return found === null ? undefined : JSON.parse(found);
}

function write<Found>(sqlite: Sqlite, { id }: EnteredCampaign, kept: Kept, found: Found): Found {
  sqlite.prepare(`UPDATE campaigns SET ${kept} = ? WHERE id = ?`).run(JSON.stringify(found), id);
  return found;
}

/** From here on the campaign has this release and no shares. */
function record(sqlite: Sqlite, entered: EnteredCampaign, release: ReleasedShare): ReleasedShare {
  sqlite.prepare(`UPDATE batches SET shares = x'' WHERE campaign = ?`).run(entered.id);
  return write(sqlite, entered, 'release', release);
}

const boundKey = (sqlite: Sqlite): string | undefined =>
  (sqlite.prepare('SELECT hash FROM noise_key').all() as { hash: string }[])[0]?.hash;

function bindKey(sqlite: Sqlite, hash: string): string {
  sqlite.prepare('INSERT INTO noise_key VALUES (?)').run(hash);
  return hash;
}
