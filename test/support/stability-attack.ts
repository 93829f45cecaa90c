/**
 * The attack on increments of delta: ask every sample for a hint until one says that x is in it, then spend all of delta there.
 * Transcripts are exact; all data but x are empty.
 */
import { bernoulli } from '../../src/accounting/stability/bernoulli.ts';
import { failure, type Question, transcripts, type World } from './stability-transcripts.ts';

/** Whether x is in each of several samples. */
export type State = readonly boolean[];

const worlds = (rate: number, samples: number): World<State>[] =>
  Array.from({ length: samples }).reduce<World<State>[]>(
    all =>
      all.flatMap(({ state, probability }) => [
        { state: [...state, true], probability: probability * rate },
        { state: [...state, false], probability: probability * (1 - rate) },
      ]),
    [{ state: [], probability: 1 }],
  );
export const without = (samples: number): World<State>[] => [{ state: Array(samples).fill(false), probability: 1 }];

/** Is x in sample i? Answered truly with odds e^epsilon: a pure question. */
export const hint =
  (i: number, epsilon: number): Question<State> =>
  state => {
    const truth = Math.exp(epsilon) / (1 + Math.exp(epsilon));
    return state[i] ? { in: truth, out: 1 - truth } : { in: 1 - truth, out: truth };
  };

/** Shows x with probability delta if it is there, and nothing else: a question with epsilon 0. */
export const reveal =
  (there: (state: State) => boolean, delta: number): Question<State> =>
  state => ({ shown: there(state) ? delta : 0, silent: there(state) ? 1 - delta : 1 });

export interface Attack {
  readonly rate: number;
  readonly epsilon: number;
  readonly samples: number;
}

/**
 * Asks every sample for a hint until one says "in", then spends the whole budget of delta on that sample; if none does,
 * on the base. `spend` is the delta a sample's question may have so that its increment is the budget.
 */
export function attack({ rate, epsilon, samples }: Attack, budget: number, spend: number): number {
  const present = transcripts(worlds(rate, samples), answers => next(answers, true));
  const absent = transcripts(without(samples), answers => next(answers, false));
  // pure hints cost the base the sum of their amplified epsilons
  return failure(present, absent, samples * bernoulli({ rate }, { epsilon, replace: 2 * epsilon }).epsilon);

  function next(answers: readonly string[], isPresent: boolean): Question<State> | undefined {
    if (answers.includes('shown') || answers.includes('silent')) return undefined;
    const found = answers.indexOf('in');
    if (found >= 0) return reveal(state => state[found], spend);
    if (answers.length < samples) return hint(answers.length, epsilon);
    return reveal(() => isPresent, budget);
  }
}

export const attacks: readonly (Attack & { readonly undercharged: number })[] = [
  { rate: 0.001, epsilon: 1, samples: 1, undercharged: 1.46 },
  { rate: 0.01, epsilon: 2, samples: 6, undercharged: 4.3 },
  { rate: 0.0001, epsilon: 2, samples: 14, undercharged: 6.3 },
];
