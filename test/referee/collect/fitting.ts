/** Which people a released total is of: shares are uniform, so that no other set fits it but by a chance of 2^-90. */
import { placesIn, roundsIn, VALUES } from './program.ts';
import type { ReleasedTotal } from './records.ts';
import { type Counting, centred, countingsOf, modulusIn, type Split, saidBy } from './splits.ts';
import type { World } from './world.ts';

export interface Measured {
  readonly noise: { readonly epsilon: number; readonly place: number; readonly values: readonly number[] }[];
  readonly sampled: { readonly yes: number; readonly of: number };
}

export interface Fit {
  readonly counted: readonly Counting[];
  readonly noise: Measured['noise'];
  /** What the people said and the noise together: what must be published. */
  readonly sums: readonly bigint[];
}

/** The set that all releases of one hash are of, with the noise of each; undefined where there is none. */
export function fittingSet(
  world: World,
  splits: readonly Split[],
  releases: readonly ReleasedTotal[],
): Fit | undefined {
  const { setup } = world;
  const [{ count }] = releases;
  const must = new Set(releases.flatMap(({ acknowledged }) => acknowledged));
  const choices = setup.people.map((person, place) => {
    const countings = countingsOf(world, place, splits);
    return must.has(place) && person.lies === null ? countings : [undefined, ...countings];
  });
  for (const chosen of combinations(choices)) {
    const counted = chosen.filter(each => each !== undefined);
    const fit = counted.length === count ? fitOf(world, counted, releases) : undefined;
    if (fit !== undefined) return fit;
  }
  return undefined;
}

function* combinations<Choice>(choices: readonly (readonly Choice[])[]): Generator<readonly Choice[]> {
  if (choices.length === 0) return yield [];
  const [first, ...others] = choices;
  for (const choice of first) for (const rest of combinations(others)) yield [choice, ...rest];
}

function fitOf(world: World, counted: readonly Counting[], releases: readonly ReleasedTotal[]): Fit | undefined {
  const { setup } = world;
  const [modulus, last] = [modulusIn(world), roundsIn(setup).length];
  const signed = ({ round }: Split, word: bigint): bigint => (round === last ? word : -word);
  const reach = BigInt(setup.epsilon === null ? 0 : Math.ceil(80 / setup.epsilon));
  const added = (vectorOf: (split: Split) => readonly bigint[]): bigint[] =>
    VALUES.map((_, value) => counted.flat().reduce((sum, split) => sum + signed(split, vectorOf(split)[value]), 0n));
  const noiseAt = new Map<number, bigint[]>();
  for (const { place, total } of releases) {
    const truth = added(({ shares }) => shares[place]);
    const noise = total.map((each, value) => centred(BigInt(each) - truth[value], modulus));
    if (!noise.every(each => each >= -reach && each <= reach)) return undefined;
    noiseAt.set(place, noise);
  }
  const said = added(split => saidBy(world, split));
  const sums = said.map((sum, value) =>
    centred(
      placesIn(setup).reduce((before, place) => before + (noiseAt.get(place)?.[value] ?? 0n), sum),
      modulus,
    ),
  );
  const { epsilon } = setup;
  const noise = [...noiseAt].map(([place, values]) => ({ epsilon: epsilon ?? 0, place, values: values.map(Number) }));
  return { counted, sums, noise: epsilon === null ? [] : noise };
}
