/** Which tables a case asks: derived from those of its policy by chance, or steered to what chance leaves untried. */
import type { Dice } from './dice.ts';
import { sampled } from './draws.ts';
import type { Place } from './place.ts';
import { randomTables, type Tables, twoTables } from './policies.ts';
import { bases, besideOthers, extended } from './questions.ts';

/** A few derived tables, each of one before: what is asked meets again. */
export function randomPlaces(dice: Dice, tables: Tables, focused: boolean): Place[] {
  const places = bases(tables);
  const number = dice.pick(focused ? [1, 1, 2, 2] : [0, 1, 2, 2, 3, 3, 4]);
  for (let i = 0; i < number; i++) {
    const place = extended(dice, dice.chance(0.6) ? places[places.length - 1] : dice.pick(places), i);
    if (place !== undefined) places.push(place);
  }
  return places;
}

/** Chance alone leaves one pair of operators in five untried. Undefined where no policy allows it that was thought of. */
export function steeredPlaces(dice: Dice, pair: readonly string[]): { tables: Tables; places: Place[] } | undefined {
  for (let tries = 0; tries < STEERING_TRIES; tries++) {
    const tables = randomTables(dice);
    const places = bases(tables);
    for (const [i, operator] of pair.entries()) {
      const from = i === 0 ? dice.pick(places) : places[places.length - 1];
      const place = operator === 'scan' ? from : reached(dice, from, i, operator);
      if (place === undefined) break;
      places.push(place);
      if (i === pair.length - 1) return { tables, places };
    }
  }
  return undefined;
}

const STEERING_TRIES = 40;

/** The tables of the same people, and one made of both: of a sample or not, and with a sample of the people of both, or not. */
export function joinedPlaces(dice: Dice): { tables: Tables; places: Place[] } {
  const tables = twoTables(dice);
  const places = bases(tables);
  const add = (from: Place, place: Place | undefined): Place => {
    if (place !== undefined) places.push(place);
    return place ?? from;
  };
  // what was known of how many there are must be forgotten where others are left out
  const counted = places.filter(place => place.counted);
  let last = dice.pick(counted.length > 0 && dice.chance(0.7) ? counted : places);
  if (dice.chance(0.4)) last = add(last, extended(dice, last, 0));
  last = add(last, besideOthers(dice, last, 1, tables));
  if (dice.chance(0.6)) add(last, dice.chance(0.5) ? sampled(dice, last, 2) : extended(dice, last, 2));
  return { tables, places };
}

function reached(dice: Dice, from: Place, number: number, operator: string): Place | undefined {
  for (let tries = 0; tries < STEERING_TRIES; tries++) {
    const place = extended(dice, from, number);
    if (place?.way.at(-1) === operator) return place;
  }
  return undefined;
}
