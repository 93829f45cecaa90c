/**
 * A report as bytes: the ticket, then the words of one share, lowest byte first. Every report of a campaign is as long as
 * every other, so that reports follow each other in a batch without anything between them, and no word is out of range.
 */
import { refuse } from '../../vocabulary/index.ts';
import { type Answers, valuesOf } from './answers.ts';
import type { Words } from './shares.ts';

/** The report's number, which the organiser drew, and the organiser's mark on it. */
export const NUMBER_BYTES = 16;
export const TICKET_BYTES = 2 * NUMBER_BYTES;
export const BATCH_MAX = 1_000;

const WORD_BYTES = 4;

export const shareBytes = ({ answers }: { answers: Answers }): number => valuesOf(answers) * WORD_BYTES;

export function reportBytes(ticket: Uint8Array, share: Words): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(ticket.length + share.length * WORD_BYTES);
  bytes.set(ticket);
  const view = new DataView(bytes.buffer, ticket.length);
  share.forEach((word, place) => {
    view.setUint32(place * WORD_BYTES, word, true);
  });
  return bytes;
}

/** Adds the share that begins at an offset to a total, or takes it away. */
export function addShare(total: Words, bytes: Uint8Array, offset: number, sign: 1 | -1): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset + offset, total.length * WORD_BYTES);
  for (let place = 0; place < total.length; place += 1) total[place] += sign * view.getUint32(place * WORD_BYTES, true);
}

/** Tickets are told to people as base64url. */
export function ticketBytes(ticket: string): Uint8Array<ArrayBuffer> {
  if (!/^[\w-]{43}$/.test(ticket))
    refuse('ticket_invalid', 'A ticket has 43 letters, digits, - and _; copy all of it.');
  const binary = atob(ticket.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, letter => letter.charCodeAt(0));
}
