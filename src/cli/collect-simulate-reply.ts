/** What a simulated collection has to say. */
import { asPlainData, type CollectionOrder, orderedSimulation, playedCollection, simulate } from '../collect/index.ts';
import { refuse } from '../vocabulary/index.ts';
import { describeSimulation } from './collect-text.ts';
import type { Reply } from './reply.ts';

export interface SimulateFlags extends Omit<CollectionOrder, 'coins'> {
  readonly coins?: readonly number[];
}

export function simulateReply({ coins, ...flags }: SimulateFlags): Reply {
  const simulation = orderedSimulation({ ...flags, ...coinsOf(coins) });
  const { epsilon, aggregators, runs } = flags;
  const played = playedCollection(simulation, simulate(simulation), epsilon);
  return {
    json: { ...asPlainData(played), aggregators, runs },
    text: describeSimulation({ simulation, ...played }),
  };
}

function coinsOf(given: readonly number[] | undefined): Pick<CollectionOrder, 'coins'> {
  if (given === undefined) return {};
  const [truth, yes, ...rest] = given;
  if (yes !== undefined && rest.length === 0) return { coins: { truth, yes } };
  return refuse('value_out_of_range', '--coins takes two probabilities: of the true answer, and of a yes otherwise.');
}
