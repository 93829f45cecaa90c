/** Parts of a batch, by their places, and what is said where no part of it may be taken: the same for every store. */
import { Refusal, refuse } from '../../vocabulary/index.ts';
import { LABEL_BYTES } from '../reports/index.ts';
import type { Batch } from './store.ts';

export const part = (bytes: Buffer, place: number, size: number): Buffer =>
  bytes.subarray(place * size, (place + 1) * size);

/** Places in rising order. Mostly all of them, and then nothing is copied. */
export const parts = (bytes: Buffer, places: readonly number[], size: number): Buffer =>
  places.length * size === bytes.length ? bytes : Buffer.concat(places.map(place => part(bytes, place, size)));

/** Label and share at a place: what two reports of one ticket are compared by. */
export const reportAt = ({ labels, shares }: Batch, place: number, size: number): Buffer =>
  Buffer.concat([part(labels, place, LABEL_BYTES), part(shares, place, size)]);

export const notOpen = (): Refusal => new Refusal('round_not_open', 'This round is not open for reports.');

/** Nothing could be made of what it holds: reports of version 1 do not say which split they are of. */
export const outdated = (): never =>
  refuse(
    'store_outdated',
    'This store was written by an earlier version, and its reports cannot be counted. Finish its campaigns with that version, and name a new store.',
  );

/** What is there, or a refusal: of a campaign that was never entered, or a round that it does not have. */
export const known = <Found>(found: Found | undefined): Found =>
  found ?? refuse('campaign_unknown', 'This aggregator has no such campaign, or the campaign has no such round.');
