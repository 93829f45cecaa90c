/**
 * Exact probabilities of everything an analyst may see who chooses each question by the answers so far.
 * A hidden world (who is in which sample) is drawn once; questions answer by tables of probabilities given the world.
 */

export interface World<State> {
  readonly state: State;
  readonly probability: number;
}

/** The probability of each answer in a given world. */
export type Question<State> = (state: State) => Readonly<Record<string, number>>;

/** The next question after these answers, or none. */
type Analyst<State> = (answers: readonly string[]) => Question<State> | undefined;

/** Every transcript with its probability. */
export function transcripts<State>(worlds: readonly World<State>[], analyst: Analyst<State>): Map<string, number> {
  const found = new Map<string, number>();
  const ask = ({ state, probability }: World<State>, answers: readonly string[]): void => {
    const question = analyst(answers);
    if (question === undefined) {
      const key = answers.join(' ');
      found.set(key, (found.get(key) ?? 0) + probability);
      return;
    }
    for (const [answer, chance] of Object.entries(question(state))) {
      if (chance > 0) ask({ state, probability: probability * chance }, [...answers, answer]);
    }
  };
  for (const world of worlds) ask(world, []);
  return found;
}

/** sup over sets of transcripts of Pr[one] − e^epsilon·Pr[other], in the worse direction. */
export function failure(one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>, epsilon: number): number {
  const excess = (p: ReadonlyMap<string, number>, q: ReadonlyMap<string, number>): number =>
    [...p].reduce((sum, [key, chance]) => sum + Math.max(0, chance - Math.exp(epsilon) * (q.get(key) ?? 0)), 0);
  return Math.max(excess(one, other), excess(other, one));
}
