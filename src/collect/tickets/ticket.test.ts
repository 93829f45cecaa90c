import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { issueTickets, readTicketKey, ticketKeyFor, trueTickets } from './ticket.ts';

const key = ticketKeyFor(randomBytes(32), 'a'.repeat(64));

function read(tickets: readonly string[]): { numbers: Buffer; marks: Buffer } {
  const bytes = tickets.map(ticket => Buffer.from(ticket, 'base64url'));
  return {
    numbers: Buffer.concat(bytes.map(each => each.subarray(0, 16))),
    marks: Buffer.concat(bytes.map(each => each.subarray(16))),
  };
}

test('tickets are all different, and all true', () => {
  const tickets = issueTickets(key, 1_000);
  expect(new Set(tickets).size).toBe(1_000);
  expect(tickets.every(ticket => /^[\w-]{43}$/.test(ticket))).toBe(true);
  const { numbers, marks } = read(tickets);
  const isTrue = trueTickets(key, numbers, marks);
  expect(tickets.every((_, place) => isTrue(place))).toBe(true);
});

test('a changed number or mark, and a ticket of another campaign, are told from the true ones beside them', () => {
  const { numbers, marks } = read([
    ...issueTickets(key, 3),
    ...issueTickets(ticketKeyFor(randomBytes(32), 'a'.repeat(64)), 1),
    ...issueTickets(key, 1),
  ]);
  numbers[16] ^= 1;
  marks[47] ^= 128;
  const isTrue = trueTickets(key, numbers, marks);
  expect([0, 1, 2, 3, 4].map(isTrue)).toEqual([true, false, false, false, true]);
});

test('the same secret marks differently in another campaign', () => {
  const secret = randomBytes(32);
  expect(ticketKeyFor(secret, 'a'.repeat(64))).not.toEqual(ticketKeyFor(secret, 'b'.repeat(64)));
});

test.each(['', 'abc', 'G'.repeat(64)])('"%s" is no key', text => expect(() => readTicketKey(text)).toThrow('64 hex'));
