/**
 * A ticket is a random number and the organiser's mark on it. The number is the report's id, so a ticket counts once.
 * The mark is one block of AES under a key of the campaign, a message authentication code for messages of one block:
 * a thousand are checked in one call, where a thousand signatures would take a tenth of a second. Aggregators hold the key
 * too, and could make up people; but they hold the totals, and nobody's privacy rests on other people being real.
 */
import { createCipheriv, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { refuse } from '../../vocabulary/index.ts';

/** The organiser's secret, for one campaign. */
export type TicketKey = Buffer;

const BLOCK = 16;
const KEY_HEX = /^[0-9a-f]{64}$/;

/** A key is written as 64 hex digits. */
export const readTicketKey = (text: string): Buffer =>
  KEY_HEX.test(text) ? Buffer.from(text, 'hex') : refuse('value_out_of_range', 'A ticket key must have 64 hex digits.');

/** A ticket of one campaign is worth nothing in another. */
export const ticketKeyFor = (secret: Buffer, fingerprint: string): TicketKey =>
  createHmac('sha256', secret).update(`sortition ticket ${fingerprint}`).digest();

/** As people get them: 43 characters. */
export function issueTickets(key: TicketKey, count: number): string[] {
  const numbers = randomBytes(count * BLOCK);
  const marks = marksOf(key, numbers);
  return Array.from({ length: count }, (_, place) =>
    Buffer.concat([block(numbers, place), block(marks, place)]).toString('base64url'),
  );
}

/** Which of the numbers bear their mark. Compared in constant time, so that marks cannot be guessed byte by byte. */
export function trueTickets(key: TicketKey, numbers: Buffer, marks: Buffer): (place: number) => boolean {
  const expected = marksOf(key, numbers);
  if (timingSafeEqual(expected, marks)) return () => true;
  return place => timingSafeEqual(block(expected, place), block(marks, place));
}

function marksOf(key: TicketKey, numbers: Buffer): Buffer {
  const cipher = createCipheriv('aes-256-ecb', key, null).setAutoPadding(false);
  return Buffer.concat([cipher.update(numbers), cipher.final()]);
}

const block = (bytes: Buffer, place: number): Buffer => bytes.subarray(place * BLOCK, (place + 1) * BLOCK);
