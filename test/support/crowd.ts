/**
 * People who take part over a bad wire: answers get lost, attempts are repeated, some give up halfway.
 * What each of them truly sent is known from their memory, so that a test knows the exact total.
 */
import { type Memory, type Send, type Truth, takePart } from '../../src/collect/client/index.ts';
import { type Campaign, numberOf, type Rolled } from '../../src/collect/protocol/index.ts';
import { type Below, systemEntropy } from '../../src/random/index.ts';

export interface Person {
  readonly ticket: string;
  readonly truth: Truth;
  /** Reaches the first aggregator only. */
  readonly givesUp: boolean;
  rolled: Rolled | undefined;
}

const CHOICES = ['train', 'bus', 'bicycle', null] as const;

export const crowdOf = (tickets: readonly string[], below: Below): Person[] =>
  tickets.map(ticket => ({
    ticket,
    truth: CHOICES[below(CHOICES.length)],
    givesUp: below(20) === 0,
    rolled: undefined,
  }));

/** Remembers the die of a person for the test, beside what it keeps for the person. */
function watched(person: Person): Memory {
  let kept: string | null = null;
  return {
    read: () => kept,
    write: text => {
      kept = text;
      person.rolled ??= JSON.parse(text).rolled;
    },
  };
}

/** Sends, and loses an answer now and then after the aggregator gave it. */
const lossy =
  (campaign: Campaign, person: Person, below: Below): Send =>
  async (address, request) => {
    if (person.givesUp && address.startsWith(campaign.aggregators[1])) throw new Error('gone');
    const response = await fetch(address, request);
    if (below(10) === 0) throw new Error('lost');
    return response;
  };

/** In random order, so many at a time. */
export async function everybody(
  people: readonly Person[],
  below: Below,
  act: (person: Person) => Promise<void>,
  atATime = 50,
): Promise<void> {
  const waiting = [...people];
  const next = (): Person => waiting.splice(below(waiting.length), 1)[0];
  const worker = async (): Promise<void> => {
    while (waiting.length > 0) await act(next());
  };
  await Promise.all(Array.from({ length: atATime }, worker));
}

/** One for all: a source of their own would fill a block of 64 kB for each of thousands. */
const entropy = systemEntropy();

/** Whoever gives up is content with half a report; everybody else tries until it is done. */
export async function participantOf(campaign: Campaign, person: Person, below: Below) {
  const pauses = person.givesUp ? [] : Array<number>(60).fill(100);
  return takePart({
    campaign,
    ticket: person.ticket,
    memory: watched(person),
    send: lossy(campaign, person, below),
    entropy,
    pauses,
    patience: 5_000,
  });
}

/** What the aggregators must find in one report: who was sampled, has the value, and did not give up. */
export const sampledOf = (campaign: Campaign, people: readonly Person[]): number[] =>
  [1, 2, 3].map(
    value =>
      people.filter(
        ({ givesUp, rolled, truth }) => !givesUp && rolled === 'sampled' && numberOf(campaign.answers, truth) === value,
      ).length,
  );
