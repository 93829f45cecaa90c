/** A collection that somebody wants to see played: what is ordered, and what is told of it, whichever door was used. */
import { refuse } from '../vocabulary/index.ts';
import { makeDie } from './die.ts';
import { makePopulation } from './population.ts';
import { type Coins, PUBLISHED_COINS, responseEpsilon } from './randomized-response.ts';
import type { Simulated, Simulation } from './simulation.ts';
import { plainViews, type Views, viewsOf } from './views.ts';

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
export function orderedSimulation(order: CollectionOrder): Simulation {
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
  readonly simulated: Simulated & {
    readonly randomizedResponse: { readonly coins: Coins; readonly epsilon: number };
  };
  readonly views: Views;
}

export const playedCollection = (
  { population, die, noiseEpsilon, coins }: Simulation,
  simulated: Simulated,
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
