/** Chance that a number decides: the same number, the same story. Nothing of the product is in it. */
import { createHash } from 'node:crypto';

export interface Chance {
  /** A whole number from 0 to below this. */
  below(count: number): number;
  pick<Entry>(list: readonly Entry[]): Entry;
  word(): number;
  bytes(count: number): Buffer;
}

/** Words are SHA-256 of seed and place, eight at a time. */
export function chanceOf(...seed: readonly (string | number)[]): Chance {
  const name = seed.join(' ');
  let [block, blocks, place] = [Buffer.alloc(0), 0, 0];
  const word = (): number => {
    if (place === block.length) {
      block = createHash('sha256').update(`${name} ${blocks}`).digest();
      [blocks, place] = [blocks + 1, 0];
    }
    place += 4;
    return block.readUInt32LE(place - 4);
  };
  const below = (count: number): number => word() % count;
  return {
    word,
    below,
    pick: list => list[below(list.length)],
    bytes: count => Buffer.from(Array.from({ length: count }, () => word() & 255)),
  };
}
