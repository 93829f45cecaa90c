/** A collection that somebody wants to see played: what is ordered, and what is answered, whichever entry point was used. */
import { refuse } from '../vocabulary/index.ts';
import { type Coins, PUBLISHED_COINS, responseEpsilon } from './randomized-response.ts';
import type { CollectionSimulation, SimulatedCollection } from './simulation.ts';
import { makeDie } from './views/die.ts';
import { makePopulation } from './views/population.ts';
import { type CollectionViews, plainViews, viewsOf } from './views/views.ts';

/** People who have each value, how they are asked, and how often that is played. */
export interface CollectionOrder {
  readonly counts: readonly number[];
  readonly population: number;
  readonly sampling: number;
  readonly noiseEpsilon?: number | undefined;
  /** Chances of the fixed answers; equal without it. */
  readonly baseline?: readonly number[] | undefined;
  readonly aggregators: number;
  /** Of the randomized response beside it. */
  readonly coins?: Coins | undefined;
  /** Where the deltas of exact counts are taken. */
  readonly epsilon: number;
  readonly runs: number;
  readonly seed?: number | undefined;
}

/** What is to be played, checked before anybody waits for it. */
export function orderedSimulation(order: CollectionOrder): CollectionSimulation {
  const { counts, population, sampling, baseline, epsilon, coins = PUBLISHED_COINS, ...played } = order;
  if (!(epsilon >= 0 && epsilon < Infinity))
    return refuse('value_out_of_range', `Epsilon must be a finite number, 0 or more; it is ${epsilon}.`);
  return {
    ...played,
    coins,
    population: makePopulation(counts, population),
    die: makeDie({ values: counts.length, sampling, baseline }),
  };
}

/** What was played, beside what each observer of it learns. */
export interface PlayedCollection {
  readonly simulated: SimulatedCollection & {
    readonly randomizedResponse: { readonly coins: Coins; readonly epsilon: number };
  };
  readonly views: CollectionViews;
}

export const playedCollection = (
  { population, die, noiseEpsilon, coins }: CollectionSimulation,
  simulated: SimulatedCollection,
  epsilon: number,
): PlayedCollection => ({
  simulated: {
    ...simulated,
    randomizedResponse: {
      ...simulated.randomizedResponse,
      coins,
      epsilon: responseEpsilon(coins, population.counts.length),
    },
  },
  views: viewsOf({ population, die, noiseEpsilon, epsilon }),
});

/** As plain data. */
export const asPlainData = ({ simulated, views }: PlayedCollection) => ({ ...simulated, views: plainViews(views) });
