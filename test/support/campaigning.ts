/** A campaign with its two aggregators in this process, a collector and a ledger: the whole road without the command line. */
import { expect } from 'vitest';
import { type Collecting, openCollectLedger, publish } from '../../src/collect/collector/index.ts';
import type { Ledger } from '../../src/ledger/index.ts';
import { systemEntropy } from '../../src/random/index.ts';
import { type Circumstances, type Listening, listeningIn } from './aggregators.ts';
import { reportOf } from './campaign.ts';
import { inFolder, loss } from './ledger-case.ts';

export interface Case extends Listening {
  readonly collecting: Collecting;
  readonly ledger: Ledger;
  /** The report of a value, delivered to some of the aggregators. */
  report(ticket: string, value: number, round?: number, places?: readonly number[]): Promise<void>;
}

const entropy = systemEntropy();

export const campaigning = (circumstances: Circumstances, work: (on: Case) => Promise<void>): Promise<void> =>
  inFolder(async folder => {
    const listening = await listeningIn(folder, circumstances);
    const { campaign, fingerprint, secrets } = listening;
    const budget = loss(2, 1);
    const ledger = await openCollectLedger({
      address: 'sqlite:people.ledger',
      folder,
      budget,
      clock: () => new Date(0),
    });
    const report: Case['report'] = async (ticket, value, round = 1, places = [0, 1]) => {
      const bodies = reportOf(campaign, ticket, value, entropy);
      for (const place of places) {
        const { said } = await listening.post(place, `${fingerprint}/rounds/${round}/reports`, { body: bodies[place] });
        expect(said).toEqual({ accepted: 1, refused: [] });
      }
    };
    const collecting = { campaign, fingerprint, ...secrets.organiser, pauses: [] };
    await work({ ...listening, collecting, ledger, report });
    await ledger.close();
    await listening.end();
  });

/** The released differences, as whole counts. */
export const differences = async ({ collecting, ledger }: Case): Promise<number[]> => {
  const { estimates } = await publish(collecting, ledger);
  return estimates.map(({ estimate }) => estimate * collecting.campaign.sampling);
};
