import { expect, test } from 'vitest';
import { fingerprintOf, sha256 } from './sha256.ts';

// the example of FIPS 180-2 for one block
const ABC = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';

test('it is the digest that the standard says, of a text and of its bytes', () => {
  expect(sha256('abc')).toBe(ABC);
  expect(sha256(new TextEncoder().encode('abc'))).toBe(ABC);
  expect(sha256('abc', 'base64')).toBe(Buffer.from(ABC, 'hex').toString('base64'));
  expect(sha256('ä')).toBe(sha256(new Uint8Array([0xc3, 0xa4])));
});

test('equal data has one fingerprint, whatever the order of its members', () => {
  expect(fingerprintOf({ a: 1, b: [2] })).toBe(fingerprintOf({ b: [2], a: 1 }));
  expect(fingerprintOf({ a: 1, b: [2] })).not.toBe(fingerprintOf({ a: 1, b: ['2'] }));
});
