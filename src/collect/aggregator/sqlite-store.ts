/** Reports in a SQLite file. The numbers of all reports are also in memory, so that a batch is one insertion and no search. */
import { type Sqlite, transaction } from '../../sqlite/index.ts';
import { refuse } from '../../vocabulary/index.ts';
import { known } from './batch-parts.ts';
import { type EnteredCampaign, enterCampaign, type Round, storedCampaigns } from './entered-campaign.ts';
import { groupCommit } from './group-commit.ts';
import { type Arrived, addTogether, storedLabels, visitShares } from './sqlite-batches.ts';
import { erase, openStoreFile } from './sqlite-file.ts';
import type { Outcome, Release, ReportStore, RoundState } from './store.ts';

export function openSqliteStore(path: string): ReportStore {
  const { sqlite, close } = openStoreFile(path);
  const campaigns = storedCampaigns(sqlite);
  const campaignOf = (fingerprint: string): EnteredCampaign => known(campaigns.get(fingerprint));
  const roundOf = (fingerprint: string, round: number): Round => known(campaignOf(fingerprint).rounds.get(round));
  const add = groupCommit<Arrived, Outcome[]>(arrived => addTogether(sqlite, arrived));
  return {
    async enter(fingerprint, campaign) {
      if (!campaigns.has(fingerprint)) campaigns.set(fingerprint, enterCampaign(sqlite, fingerprint, campaign));
    },
    stateOf: async (fingerprint, round) => campaigns.get(fingerprint)?.rounds.get(round)?.state,
    add: async (fingerprint, number, batch) =>
      add({ entered: campaignOf(fingerprint), number, round: roundOf(fingerprint, number), batch }),
    async open(fingerprint, round) {
      if (roundOf(fingerprint, round).state === 'closed')
        refuse('round_not_open', 'This round was closed, and a closed round stays closed.');
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
    released: async fingerprint => releaseOf(sqlite, campaignOf(fingerprint)),
    visit: async (fingerprint, look) => visitShares(sqlite, campaignOf(fingerprint), look),
    async record(fingerprint, release) {
      const entered = campaignOf(fingerprint);
      const stands = transaction(
        sqlite,
        'immediate',
        () => releaseOf(sqlite, entered) ?? record(sqlite, entered, release),
      );
      erase(sqlite);
      return stands;
    },
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

function releaseOf(sqlite: Sqlite, { id }: EnteredCampaign): Release | undefined {
  const [{ release }] = sqlite.prepare('SELECT release FROM campaigns WHERE id = ?').all(id) as [
    { release: string | null },
  ];
  return release === null ? undefined : JSON.parse(release);
}

/** From here on the campaign has this release and no shares. */
function record(sqlite: Sqlite, { id }: EnteredCampaign, release: Release): Release {
  sqlite.prepare('UPDATE campaigns SET release = ? WHERE id = ?').run(JSON.stringify(release), id);
  sqlite.prepare(`UPDATE batches SET shares = x'' WHERE campaign = ?`).run(id);
  return release;
}
