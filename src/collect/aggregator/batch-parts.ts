/** Parts of a batch, by their places, and what is said where no part of it may be taken: the same for every store. */
import { Refusal } from '../../vocabulary/index.ts';

export const part = (bytes: Buffer, place: number, size: number): Buffer =>
  bytes.subarray(place * size, (place + 1) * size);

/** Places in rising order. Mostly all of them, and then nothing is copied. */
export const parts = (bytes: Buffer, places: readonly number[], size: number): Buffer =>
  places.length * size === bytes.length ? bytes : Buffer.concat(places.map(place => part(bytes, place, size)));

export const notOpen = (): Refusal => new Refusal('round_not_open', 'This round does not take reports now.');
