/** Parts of a batch, by their places, and what is said where no part of it may be taken: the same for every store. */
import { Refusal, refuse } from '../../vocabulary/index.ts';

export const part = (bytes: Buffer, place: number, size: number): Buffer =>
  bytes.subarray(place * size, (place + 1) * size);

/** Places in rising order. Mostly all of them, and then nothing is copied. */
export const parts = (bytes: Buffer, places: readonly number[], size: number): Buffer =>
  places.length * size === bytes.length ? bytes : Buffer.concat(places.map(place => part(bytes, place, size)));

export const notOpen = (): Refusal => new Refusal('round_not_open', 'This round does not take reports now.');

/** What is there, or a refusal: of a campaign that was never entered, or a round that it does not have. */
export const known = <Found>(found: Found | undefined): Found =>
  found ?? refuse('campaign_unknown', 'This aggregator has no such campaign, or the campaign no such round.');
