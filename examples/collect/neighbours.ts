/** Other people, so that the example has an estimate worth looking at: half take the train, a third the bus. */
import { type Participant, type Truth, takePart } from '../../src/collect/client/index.ts';
import type { Campaign } from '../../src/collect/protocol/index.ts';
import { systemEntropy } from '../../src/random/index.ts';

const TRUTHS: readonly Truth[] = ['train', 'train', 'train', 'bus', 'bus', 'bicycle'];

/** Reports in a round. */
export type Neighbour = (round: number) => Promise<void>;

export async function neighboursOf(campaign: Campaign, tickets: readonly string[]): Promise<readonly Neighbour[]> {
  const entropy = systemEntropy();
  const people = await Promise.all(tickets.map(ticket => takePart({ campaign, ticket, entropy })));
  const report = (person: Participant, place: number, round: number): Promise<void> =>
    round === 1 ? person.begin() : person.answer(TRUTHS[place % TRUTHS.length]);
  return people.map((person, place) => round => report(person, place, round));
}
