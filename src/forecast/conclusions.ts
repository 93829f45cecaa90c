/** When does sampling improve accuracy? The published table of answers, drawn from forecasts instead of from pictures. */
import { forecast } from './forecast.ts';
import { concludedCells } from './forecast-quantile.ts';
import { type Distribution, populationOf, valuesOf } from './population.ts';
import type { Simulation } from './simulation.ts';
import { simulateOnThreads, type Watching } from './threads.ts';

/** Epsilons and rates that are looked at; populations of each law, by the seeds that draw them. */
export interface Question {
  readonly size: number;
  readonly delta: number;
  readonly epsilons: readonly number[];
  readonly rates: readonly number[];
  readonly seeds: readonly number[];
  readonly runs: number;
}

export interface MedianConclusion {
  readonly distribution: Distribution;
  /** The largest epsilon up to which some sample is significantly better, in every population; null where there is none. */
  readonly gainsUpTo: number | null;
  /** The same for at least one of the populations. */
  readonly gainsSometimesUpTo: number | null;
  /** How many times as large the error of the full population is as that of the best sample, by epsilon, then by population. */
  readonly gains: readonly { readonly epsilon: number; readonly byPopulation: readonly number[] }[];
}

/** A law's populations in turn: values within their own bounds, as published. */
export async function medianConclusion(
  distribution: Distribution,
  question: Question,
  watching: Watching = {},
): Promise<MedianConclusion> {
  const { seeds, epsilons } = question;
  const found: Judged[][] = [];
  for (const [place, seed] of seeds.entries()) {
    const progress = (part: number): void => watching.progress?.((place + part) / seeds.length);
    found.push(judged(question, await simulatedMedians(distribution, question, seed, { ...watching, progress })));
  }
  const upTo = (holds: (epsilon: number) => boolean): number | null => {
    const gaining = epsilons.filter((_, place) => epsilons.slice(0, place + 1).every(holds));
    return gaining.at(-1) ?? null;
  };
  const at = (epsilon: number): Judged[] => found.map(list => list[epsilons.indexOf(epsilon)]);
  return {
    distribution,
    gainsUpTo: upTo(epsilon => at(epsilon).every(({ gains }) => gains)),
    gainsSometimesUpTo: upTo(epsilon => at(epsilon).some(({ gains }) => gains)),
    gains: epsilons.map(epsilon => ({ epsilon, byPopulation: at(epsilon).map(({ gain }) => gain) })),
  };
}

/** All epsilons and rates on one population of a law: what the published pictures of errors are drawn from. */
export function simulatedMedians(
  distribution: Distribution,
  { size, delta, epsilons, rates, runs }: Question,
  seed: number,
  watching: Watching = {},
): Promise<Simulation> {
  const values = valuesOf(distribution, size, seed);
  const bounds = { min: values.reduce((a, b) => Math.min(a, b)), max: values.reduce((a, b) => Math.max(a, b)) };
  return simulateOnThreads(
    {
      population: populationOf(values, bounds),
      quantile: 0.5,
      mechanism: 'smooth-printed',
      scheme: 'fixed-size',
      relation: 'replace-one',
      privacies: epsilons.map(epsilon => ({ epsilon, delta })),
      rates: [...rates, 1],
      runs,
      seed,
    },
    watching,
  );
}

interface Judged {
  readonly gains: boolean;
  readonly gain: number;
}

function judged({ epsilons }: Question, { truth, cells }: Simulation): Judged[] {
  const width = cells.length / epsilons.length;
  return epsilons.map((_, place) => {
    const { significant, gain } = concludedCells(cells.slice(place * width, (place + 1) * width), truth);
    return { gains: significant, gain };
  });
}

/** Whether any rate gains for the mean of values between 0 and 1, with the least variance that a mean can have: none. */
export const meanGains = ({ size, epsilons, rates }: Question): boolean =>
  epsilons.some(
    epsilon =>
      forecast({
        statistic: { kind: 'mean', mean: 0.5, variance: Number.MIN_VALUE, min: 0, max: 1 },
        mechanism: 'laplace',
        scheme: 'fixed-size',
        relation: 'replace-one',
        population: size,
        epsilon,
        delta: 0,
        rates,
      }).gain > 1,
  );
