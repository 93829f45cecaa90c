/**
 * The exact law of everything that a program releases, before noise: every way in which all its draws may fall. Which randomness
 * questions share is given by the keys that were really used; questions that share none are independent of each other.
 */

import type { PricedMechanism } from '../../../src/plan/costs/index.ts';
import type { CheckedPlan } from '../../../src/plan/index.ts';
import { resultsOf } from '../../../src/plan/meaning.ts';
import type { RawData } from '../../../src/plan/operators/operator.ts';
import { type Case, rowsIn, SIDES, type Side, type StateStep } from '../generate/case.ts';
import { isByChance, type KeyUse, membershipsOf, numberOfWays, useOf, type Way, waysOf } from './chances.ts';
import { ABSENT, type Coordinate, coordinateReader, type Law, type Value } from './coordinates.ts';
import type { Mixture } from './loss.ts';
import { rowsReader } from './rows.ts';

/** One answer: what was asked, with which mechanisms, of which data in either world, by which keys. */
export interface Release {
  readonly plans: readonly CheckedPlan[];
  readonly mechanisms: readonly (readonly PricedMechanism[])[];
  /** By place; null where nothing is left to chance. */
  readonly keys: readonly (string | null)[];
  readonly data: Readonly<Record<Side, RawData>>;
}

/** The same whatever people are in the data: `state` is the step that put them there. */
export interface Asked extends Omit<Release, 'data'> {
  readonly state: number;
}

export const releasesOn = (asked: readonly Asked[], { steps }: Pick<Case, 'steps'>): Release[] =>
  asked.map(({ state, ...release }) => {
    const step = steps[state] as StateStep;
    return { ...release, data: { one: rowsIn(step, 'one'), other: rowsIn(step, 'other') } };
  });

/** Releases that share randomness, and everything that they tell together. */
export interface Component {
  readonly coordinates: readonly { readonly name: string; readonly law: Law; readonly values: readonly Value[] }[];
  readonly one: Mixture;
  readonly other: Mixture;
  /** How many outcomes were enumerated. */
  readonly ways: number;
}

/** More outcomes than it are not enumerated. */
const WAYS_MOST = 8_000;

/** Undefined where a component has too many outcomes to be enumerated. */
export function componentsOf(releases: readonly Release[]): Component[] | undefined {
  const components = connected(releases).map(componentOf);
  return components.every(component => component !== undefined) ? components : undefined;
}

/** All of them as one, though they may be independent. */
export const jointOf = (releases: readonly Release[]): Component | undefined => componentOf(releases);

function connected(releases: readonly Release[]): Release[][] {
  let groups: Release[][] = [];
  for (const release of releases) {
    const shares = (group: readonly Release[]): boolean =>
      group.some(other => other.keys.some(key => key !== null && release.keys.includes(key)));
    groups = [[...groups.filter(shares).flat(), release], ...groups.filter(group => !shares(group))];
  }
  return groups;
}

interface Drawn {
  readonly key: string;
  readonly use: KeyUse;
}

function componentOf(releases: readonly Release[]): Component | undefined {
  const draws = drawsOf(releases);
  const worlds = SIDES.map(side => outcomesOf(releases, draws, side));
  if (worlds.some(world => world === undefined)) return undefined;
  const ways = draws.reduce((product, { use }) => product * numberOfWays(use, unitsOf(releases, 'one').length), 1);
  const table = tabulated(worlds as Outcomes[]);
  return table.coordinates.every(({ law }) => isListable(law)) ? { ...table, ways } : undefined;
}

/** The law of a draw takes time with the third power of its values, of draws together with the fourth: what people add up may have many. */
const DRAWN_MOST = 120n;
const DRAWN_TOGETHER_MOST = 16n;

function isListable(law: Law): boolean {
  if (law.kind === 'group') return law.numbers.every(isListable);
  if (law.kind === 'noise') return true;
  return law.law.high - law.law.low < (law.kind === 'quantile' ? DRAWN_MOST : DRAWN_TOGETHER_MOST);
}

function drawsOf(releases: readonly Release[]): Drawn[] {
  const uses = new Map<string, ReturnType<typeof membershipsOf>>();
  for (const { plans, keys } of releases)
    for (const checked of plans)
      for (const [place, membership] of membershipsOf(checked.input).entries()) {
        const key = keys[place];
        if (key !== null && isByChance(membership)) uses.set(key, [...(uses.get(key) ?? []), membership]);
      }
  return [...uses].map(([key, memberships]) => ({ key, use: useOf(memberships) }));
}

/** Everything that is released in one outcome, and its probability. */
type Outcomes = readonly { readonly released: readonly (readonly Coordinate[])[]; readonly probability: number }[];

function outcomesOf(releases: readonly Release[], draws: readonly Drawn[], side: Side): Outcomes | undefined {
  const units = unitsOf(releases, side);
  const number = draws.reduce((product, { use }) => product * numberOfWays(use, units.length), 1);
  if (!(number <= WAYS_MOST)) return undefined;
  const ways = draws.map(({ use }) => waysOf(use, units));
  const asked = releases.map(release => evaluation(release, draws, ways, side));
  const found = new Map<string, { places: readonly number[]; probability: number }>();
  const visit = (chosen: readonly number[], probability: number): void => {
    if (chosen.length < draws.length) {
      for (const [place, way] of ways[chosen.length].entries())
        visit([...chosen, place], probability * way.probability);
      return;
    }
    const places = asked.map(({ placeOf }) => placeOf(chosen));
    const known = found.get(places.join());
    if (known === undefined) found.set(places.join(), { places, probability });
    else known.probability += probability;
  };
  visit([], 1);
  return [...found.values()].map(({ places, probability }) => ({
    released: places.map((place, i) => asked[i].results[place]),
    probability,
  }));
}

/** Everybody who is in the data of one of the states, as draws know them. */
function unitsOf(releases: readonly Release[], side: Side): string[] {
  const units = new Set<string>();
  for (const { plans, data } of releases)
    for (const { table, unit } of plans)
      if (unit !== undefined)
        for (const row of data[side][table] ?? []) if (row[unit] !== null) units.add(String(row[unit]));
  return [...units].sort();
}

/** What a release shows, by how its own draws fell; the same is computed once. */
function evaluation(release: Release, draws: readonly Drawn[], ways: readonly (readonly Way[])[], side: Side) {
  const own = draws.flatMap(({ key }, i) => (release.keys.includes(key) ? [i] : []));
  const known = new Map<string, number>();
  const texts = new Map<string, number>();
  const results: (readonly Coordinate[])[] = [];
  const releasedBy = releaserIn(release, side);
  const compute = (chosen: readonly number[]): number => {
    const released = releasedBy((place, unit) => {
      const draw = draws.findIndex(({ key }) => key === release.keys[place]);
      const hash = ways[draw]?.[chosen[draw]].hashes.get(unit);
      if (hash === undefined) throw new Error(`somebody who is no person of the data is drawn: ${unit}`);
      return hash;
    });
    const text = JSON.stringify(released.map(({ name, value }) => [name, value]));
    const place = texts.get(text) ?? results.push(released) - 1;
    texts.set(text, place);
    return place;
  };
  const placeOf = (chosen: readonly number[]): number => {
    const name = own.map(draw => chosen[draw]).join();
    const place = known.get(name) ?? compute(chosen);
    known.set(name, place);
    return place;
  };
  return { placeOf, results };
}

/** The order of private groups within a person is not left to this key: cases in which it matters are not judged. */
const ORDER = '5a'.repeat(32);

/** What a release shows in one outcome, by the hashes of its draws. */
function releaserIn({ plans, mechanisms, data }: Release, side: Side) {
  const readers = plans.map((checked, i) => ({
    checked,
    rowsBy: rowsReader(checked.input, data[side]),
    coordinatesIn: coordinateReader(checked, mechanisms[i]),
  }));
  return (hashOf: (place: number, unit: string) => string): Coordinate[] =>
    readers.flatMap(({ checked, rowsBy, coordinatesIn }, i) =>
      coordinatesIn(resultsOf(checked, rowsBy(hashOf), ORDER)).map(coordinate => ({
        ...coordinate,
        name: `${i} ${coordinate.name}`,
      })),
    );
}

/** Numbers that are the same in every outcome of both worlds tell nothing, and are left out. */
function tabulated(worlds: readonly Outcomes[]): Omit<Component, 'ways'> {
  const laws = new Map<string, Law>();
  const values = new Map<string, Map<Value, number>>();
  const everywhere = worlds.flat().map(({ released }) => flattened(released));
  for (const released of everywhere)
    for (const { name, law } of released) {
      laws.set(name, law);
      values.set(name, new Map());
    }
  const pointOf = (released: readonly (readonly Coordinate[])[]): number[] => {
    const found = new Map(flattened(released).map(({ name, value }) => [name, value]));
    return [...laws.keys()].map(name => {
      const places = values.get(name)!;
      const value = found.get(name) ?? ABSENT;
      if (!places.has(value)) places.set(value, places.size);
      return places.get(value)!;
    });
  };
  const mixtures = worlds.map(outcomes => ({
    points: outcomes.map(({ released }) => pointOf(released)),
    weights: outcomes.map(({ probability }) => probability),
  }));
  const names = [...laws.keys()];
  const revealing = names.flatMap((name, place) => (values.get(name)!.size > 1 ? [place] : []));
  const [one, other] = mixtures.map(mixture => merged(mixture, revealing));
  return {
    coordinates: revealing.map(place => ({
      name: names[place],
      law: laws.get(names[place])!,
      values: [...values.get(names[place])!.keys()],
    })),
    one,
    other,
  };
}

const flattened = (released: readonly (readonly Coordinate[])[]): Coordinate[] =>
  released.flatMap((coordinates, release) =>
    coordinates.map(coordinate => ({ ...coordinate, name: `${release} ${coordinate.name}` })),
  );

function merged({ points, weights }: Mixture, places: readonly number[]): Mixture {
  const found = new Map<string, { point: number[]; weight: number }>();
  for (const [i, point] of points.entries()) {
    const kept = places.map(place => point[place]);
    const known = found.get(kept.join());
    if (known === undefined) found.set(kept.join(), { point: kept, weight: weights[i] });
    else known.weight += weights[i];
  }
  const all = [...found.values()];
  return { points: all.map(({ point }) => point), weights: all.map(({ weight }) => weight) };
}
