/** What people truly said, put together from all shares that left their devices. Nobody but the referee can do this. */
import { placesIn, roundsIn, VALUES } from './program.ts';
import { keyOf } from './records.ts';
import type { World } from './world.ts';

/** One split of one answer, whole: a vector for each aggregator, from the first value on. */
export interface Split {
  readonly person: number;
  readonly round: number;
  readonly id: string;
  readonly epoch: number;
  readonly shares: readonly (readonly bigint[])[];
}

const FIELD_BYTES = 16;
const WORD_BYTES = 4;

/** Of the field with 128 bits whose multiplicative group has a large power of two. */
const FIELD = 2n ** 66n * 4_611_686_018_427_387_897n + 1n;

export const modulusIn = ({ setup }: World): bigint => (setup.validity === 'verified' ? FIELD : 2n ** 32n);

/** Between minus and plus half of the modulus. */
export function centred(value: bigint, modulus: bigint): bigint {
  const residue = ((value % modulus) + modulus) % modulus;
  return residue > modulus / 2n ? residue - modulus : residue;
}

function wordsIn(world: World, share: Buffer): bigint[] | undefined {
  const verified = world.setup.validity === 'verified';
  // liars send any number of bytes
  if (verified ? share.length < (VALUES.length + 1) * FIELD_BYTES : share.length !== VALUES.length * WORD_BYTES)
    return undefined;
  if (!verified) return VALUES.map((_, value) => BigInt(share.readUInt32LE(value * WORD_BYTES)));
  // answer 0 comes first
  const at = (value: number): bigint =>
    share.readBigUInt64LE(value * FIELD_BYTES) + (share.readBigUInt64LE(value * FIELD_BYTES + 8) << 64n);
  return VALUES.map((_, value) => at(value + 1));
}

export function splitsOf(world: World): Split[] {
  const found = new Map<string, Split>();
  for (const { person, round, id, place, share, epoch } of world.records.sent) {
    const words = wordsIn(world, share);
    if (words === undefined) continue;
    const key = `${person} ${round} ${id}`;
    const split = found.get(key) ?? { person, round, id, epoch, shares: [] };
    found.set(key, { ...split, shares: Object.assign([...split.shares], { [place]: words }) });
  }
  return [...found.values()].filter(({ shares }) => placesIn(world.setup).every(place => shares[place] !== undefined));
}

export const sumOf = (vectors: readonly (readonly bigint[])[], modulus: bigint): bigint[] =>
  VALUES.map((_, value) =>
    centred(
      vectors.reduce((sum, vector) => sum + vector[value], 0n),
      modulus,
    ),
  );

/** What a split says: a count for each value. */
export const saidBy = (world: World, { shares }: Split): bigint[] => sumOf(shares, modulusIn(world));

/** What a person may be counted by: one split in each round. */
export type Counting = readonly Split[];

/** Every way in which somebody may be counted: the same split was brought to all, in each round. */
export function countingsOf(world: World, person: number, splits: readonly Split[]): Counting[] {
  const rounds = roundsIn(world.setup).map(round =>
    splits.filter(split => split.person === person && split.round === round && mayLieEverywhere(world, split)),
  );
  return rounds.reduce<Counting[]>(
    (before, choices) => before.flatMap(counting => choices.map(split => [...counting, split])),
    [[]],
  );
}

function mayLieEverywhere({ setup, records, numbers }: World, { person, round, id }: Split): boolean {
  const key = keyOf(round, numbers[person]);
  return records.shelves.every(({ brought, acknowledged, restored }, place) => {
    if (place === setup.liar?.place) return true;
    const stands = restored ? undefined : acknowledged.get(key);
    return stands === undefined ? brought.get(key)?.has(id) === true : stands === id;
  });
}
