/** An organiser with one campaign: its folder, its two aggregators listening, and people who answer. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Truth, takePart } from '../../src/collect/client/index.ts';
import { openCollectLedger } from '../../src/collect/collector/index.ts';
import { systemEntropy } from '../../src/random/index.ts';
import type { Organising } from '../../src/service/collecting/desk.ts';
import { type Circumstances, type Listening, listeningIn } from './aggregators.ts';
import { inFolder, loss } from './ledger-case.ts';

export interface Organised extends Listening {
  /** The folder of campaigns, and the ledger of all who are asked. */
  readonly organising: Organising;
  /** Of two rounds, the first of so many new people. */
  begin(people: number): Promise<void>;
  /** Whoever began; of one report, so many new people. */
  answer(truth: Truth, people?: number): Promise<void>;
}

export const organised = <T>(
  work: (on: Organised) => Promise<T>,
  circumstances: Circumstances & { readonly budget?: ReturnType<typeof loss> } = {},
): Promise<T> =>
  inFolder(async place => {
    const listening = await listeningIn(place, circumstances);
    const { campaign, secrets } = listening;
    const folder = join(place, 'campaigns');
    mkdirSync(join(folder, 'commute'), { recursive: true });
    const write = (file: string, data: unknown): void =>
      writeFileSync(join(folder, 'commute', file), JSON.stringify(data));
    write('campaign.json', campaign);
    write('organiser.json', secrets.organiser);
    const { budget = loss(2, 1) } = circumstances;
    const ledger = await openCollectLedger({
      address: 'sqlite:people.ledger',
      folder: place,
      budget,
      clock: () => new Date(0),
    });
    const entropy = systemEntropy();
    const peopleOf = async (count: number) =>
      Promise.all((await listening.tickets(count)).map(ticket => takePart({ campaign, ticket, entropy, pauses: [] })));
    const begun: Awaited<ReturnType<typeof peopleOf>> = [];
    try {
      return await work({
        ...listening,
        organising: { folder, ledger },
        async begin(people) {
          const newcomers = await peopleOf(people);
          begun.push(...newcomers);
          await Promise.all(newcomers.map(person => person.begin()));
        },
        async answer(truth, people) {
          const all = people === undefined ? begun.splice(0) : await peopleOf(people);
          await Promise.all(all.map(person => person.answer(truth)));
        },
      });
    } finally {
      await ledger.close();
      await listening.end();
    }
  });
