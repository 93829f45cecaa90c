/**
 * A report as bytes: the ticket, the id of its split, then the words of one share, lowest byte first. Every report of a
 * campaign is as long as every other, so that reports follow each other in a batch without anything between them, and no
 * word is out of range.
 */
import { refuse } from '../../vocabulary/index.ts';
import type { Campaign } from '../protocol/index.ts';
import { valuesOf } from '../protocol/index.ts';
import type { ShareVector } from './shares.ts';
import { verifiedShareBytes } from './shares.ts';

/** The report's number, which the organiser drew, and the organiser's mark on it. */
export const NUMBER_BYTES = 16;
export const TICKET_BYTES = 2 * NUMBER_BYTES;
/** Drawn anew whenever an answer is split: shares of two splits, put together, would be a uniform number. */
export const SPLIT_BYTES = 16;
/** What a report is counted by: the ticket's number, then the id of the split. */
export const LABEL_BYTES = NUMBER_BYTES + SPLIT_BYTES;
export const BATCH_MAX = 1_000;

const WORD_BYTES = 4;

export const shareBytes = ({ answers, validity, aggregators }: Campaign): number =>
  validity === 'verified'
    ? verifiedShareBytes(valuesOf(answers) + 1, aggregators.length)
    : valuesOf(answers) * WORD_BYTES;

/** The share comes behind the id of its split. */
export function reportBytes(ticket: Uint8Array, share: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(ticket.length + share.length);
  bytes.set(ticket);
  bytes.set(share, ticket.length);
  return bytes;
}

export function wordBytes(share: ShareVector): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(share.length * WORD_BYTES));
  share.forEach((word, place) => {
    view.setUint32(place * WORD_BYTES, word, true);
  });
  return new Uint8Array(view.buffer);
}

/** Adds a share to a total, or takes it away. */
export function addShare(total: ShareVector, share: Uint8Array, sign: 1 | -1): void {
  const view = new DataView(share.buffer, share.byteOffset, total.length * WORD_BYTES);
  for (let place = 0; place < total.length; place += 1) total[place] += sign * view.getUint32(place * WORD_BYTES, true);
}

/** Tickets are told to people as base64url. */
export function ticketBytes(ticket: string): Uint8Array<ArrayBuffer> {
  if (!/^[\w-]{43}$/.test(ticket))
    refuse('ticket_invalid', 'A ticket has 43 characters: letters, digits, - and _. Copy all of it.');
  const binary = atob(ticket.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, letter => letter.charCodeAt(0));
}
