/**
 * Answers about one person from several data bases whose other entries are independent. Their losses add up, as those of
 * independent mechanisms do. Two answers about the same entries do not: the second may undo what the first hides behind.
 */
import { account } from '../accounting/index.ts';
import { refuse } from '../vocabulary/index.ts';
import type { Outcomes } from './outcomes.ts';
import { checkEpsilon, type PropertyQuery } from './property-query.ts';
import { type Sampling, sampled } from './sampling.ts';
import type { DeltaBracket } from './sums/worst-values.ts';

export interface SampledProperty {
  readonly query: PropertyQuery;
  readonly sampling: Sampling;
}

/** Every query doubles the ways in which the person's entries may differ. */
const QUERIES_MAX = 6;

/**
 * The delta of several answers about independent data together.
 *   Says     the pair of all answers is the product of the pairs of each; Φ(ε) = the largest hockey stick over all ways to
 *            choose, for every query, whether the person has the property in the first world or in the second
 *   Assumes  the other entries of every query are independent of those of all the others
 *   Rounds   outwards, both sides by what the tables of outcomes may err by
 *   Source   [BR25] Definition 5; losses of independent answers add up
 */
export function independentDelta(parts: readonly SampledProperty[]): (epsilon: number) => DeltaBracket {
  if (!(parts.length >= 1 && parts.length <= QUERIES_MAX))
    refuse('value_out_of_range', `Between 1 and ${QUERIES_MAX} answers can be combined; there are ${parts.length}.`);
  const outcomes = parts.map(({ query, sampling }) => sampled(query, sampling).outcomes());
  const doubt = outcomes.reduce((sum, { error, outside }) => sum + error + outside + 2 ** -50, 0);
  const orientations = orientationsOf(outcomes.map(pairOf));
  return epsilon => {
    checkEpsilon(epsilon);
    const brackets = orientations.map(pairs => hockeySticks(pairs, epsilon));
    const slack = 2 * (1 + Math.exp(epsilon)) * doubt;
    return {
      lower: Math.max(0, ...brackets.map(({ lower }) => lower - slack)),
      upper: Math.min(1, Math.max(...brackets.map(({ upper }) => upper)) + slack),
    };
  };
}

interface Pair {
  readonly upper: number[];
  readonly lower: number[];
}

const pairOf = ({ present, absent }: Outcomes): Pair => ({ upper: shares(present), lower: shares(absent) });

const shares = (chances: Float64Array): number[] => {
  const total = chances.reduce((sum, chance) => sum + chance, 0);
  return Array.from(chances, chance => chance / total);
};

/** The first pair stays as it is: the accountant looks at both directions of all pairs together. */
function orientationsOf([first, ...others]: readonly Pair[]): Pair[][] {
  return others.reduce<Pair[][]>(
    (chosen, pair) =>
      chosen.flatMap(pairs => [
        [...pairs, pair],
        [...pairs, { upper: pair.lower, lower: pair.upper }],
      ]),
    [[first]],
  );
}

function hockeySticks(pairs: readonly Pair[], epsilon: number): DeltaBracket {
  const answer = account({
    relation: 'replace-one',
    steps: pairs.map(pair => ({ mechanism: { kind: 'pair', ...pair } })),
    ask: { deltaAt: { epsilon } },
  });
  const [{ delta }] = [answer].flat().filter(each => 'delta' in each);
  return { lower: delta.lower ?? 0, upper: delta.upper ?? 1 };
}
