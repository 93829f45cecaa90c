import { expect, test } from 'vitest';
import { refuse } from '../vocabulary/index.ts';
import { openGuesses } from './guesses.ts';

const RIGHT = 'sesame';
const look = (text: string) => () => (text === RIGHT ? 'Ada' : refuse('token_invalid', 'This token is unknown.'));

function opened() {
  let minutes = 0;
  const guesses = openGuesses(() => new Date(60_000 * minutes));
  const codeOf = (address: string, text: string): string => {
    try {
      return guesses.heard(address, text, look(text));
    } catch (thrown) {
      return (thrown as { code: string }).code;
    }
  };
  const guess = (address: string): string[] => Array.from({ length: 120 }, (_, i) => codeOf(address, `guess ${i}`));
  const letMinutePass = () => {
    minutes += 1;
  };
  return { codeOf, guess, letMinutePass };
}

test('whoever guesses is soon not looked up any more, right or wrong, for a minute', () => {
  const { codeOf, guess, letMinutePass } = opened();
  const codes = guess('192.0.2.7');
  expect(codes[0]).toBe('token_invalid');
  expect(codes.at(-1)).toBe('rate_limited');
  expect(codeOf('192.0.2.7', RIGHT)).toBe('rate_limited');
  expect(codeOf('192.0.2.8', RIGHT)).toBe('Ada');
  letMinutePass();
  expect(codeOf('192.0.2.7', RIGHT)).toBe('Ada');
});

test('whoever was right from an address is heard whatever others guess from it, until the token is wrong itself', () => {
  const guesses = openGuesses(() => new Date(0));
  let revoked = false;
  const ada = () => guesses.heard('192.0.2.7', RIGHT, look(revoked ? 'revoked' : RIGHT));
  expect(ada()).toBe('Ada');
  for (let i = 0; i < 120; i += 1) expect(() => guesses.heard('192.0.2.7', `guess ${i}`, look('no'))).toThrow();
  expect(ada()).toBe('Ada');
  revoked = true;
  expect(ada).toThrow(expect.objectContaining({ code: 'token_invalid' }));
  expect(ada).toThrow(expect.objectContaining({ code: 'rate_limited' }));
});

test.each([
  ['2001:db8:0:1::1', '2001:db8:0:1:ffff:ffff:ffff:ffff', 'rate_limited'],
  ['2001:db8:0:1::1', '2001:db8:0:2::1', 'Ada'],
  ['2001:db8::1', '2001:db8:0:0:5::', 'rate_limited'],
  ['::ffff:192.0.2.7', '::ffff:192.0.2.8', 'Ada'],
])('after guesses from %s, %s is answered %s', (guesser, other, code) => {
  const { codeOf, guess } = opened();
  guess(guesser);
  expect(codeOf(other, RIGHT)).toBe(code);
});

test('other refusals are no guesses', () => {
  const guesses = openGuesses(() => new Date(0));
  const expired = () => guesses.heard('192.0.2.7', RIGHT, () => refuse('token_expired', 'This token expired.'));
  for (let i = 0; i < 120; i += 1) expect(expired).toThrow(expect.objectContaining({ code: 'token_expired' }));
});
