import { mkdtempSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openTokenStore } from './token-store.ts';

const at = (time: string) => () => new Date(time);
const place = (): string => join(mkdtempSync(join(tmpdir(), 'sortition-tokens-')), 'visits.ledger.tokens');
const ada = { analyst: 'ada', role: 'analyst', days: 31 } as const;

test('a token is found by its text, by every process, until it expires', () => {
  const path = place();
  const { text } = openTokenStore(path, at('2026-01-01')).create(ada);
  expect(openTokenStore(path, at('2026-01-31')).check(text)).toMatchObject({ analyst: 'ada', role: 'analyst' });
  expect(() => openTokenStore(path, at('2026-02-01')).check(text)).toThrow(
    expect.objectContaining({ code: 'token_expired' }),
  );
});

test('a revoked token is refused at once by whoever has the file open', () => {
  const path = place();
  const [service, custodian] = [openTokenStore(path, at('2026-01-01')), openTokenStore(path, at('2026-01-01'))];
  const { text, token } = service.create(ada);
  expect(custodian.revoke(token.id).revoked).toBe('2026-01-01T00:00:00.000Z');
  expect(() => service.check(text)).toThrow(expect.objectContaining({ code: 'token_invalid' }));
});

test.each([0, -1, 3651, Number.NaN])('no token lasts %d days', days => {
  const store = openTokenStore(place(), at('2026-01-01'));
  expect(() => store.create({ ...ada, days })).toThrow(expect.objectContaining({ code: 'value_out_of_range' }));
});

test('another secret, another id and no token at all are the same refusal', () => {
  const store = openTokenStore(place(), at('2026-01-01'));
  const [{ text }, { text: other }] = [store.create(ada), store.create(ada)];
  const swapped = text.slice(0, 23) + other.slice(23);
  for (const shown of [swapped, text.slice(0, -1), `${text}a`, text.replace('sortition', 'sortilege'), ''])
    expect(() => store.check(shown)).toThrow(expect.objectContaining({ code: 'token_invalid' }));
});

test('the file holds no secret, and is its owner’s alone', () => {
  const path = place();
  const store = openTokenStore(path, at('2026-01-01'));
  const { text } = store.create(ada);
  store.close();
  const secret = text.slice(-43);
  expect(readFileSync(path, 'latin1')).toContain('ada');
  expect(readFileSync(path, 'latin1')).not.toContain(secret);
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test('no analyst goes by the name under which the data owner asks', () => {
  const store = openTokenStore(place(), at('2026-01-01'));
  const named = { ...ada, analyst: 'custodian' };
  expect(() => store.create(named)).toThrow(expect.objectContaining({ code: 'value_out_of_range' }));
  expect(store.create({ ...named, role: 'custodian' }).token.role).toBe('custodian');
});
