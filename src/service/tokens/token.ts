/**
 * What a caller shows: `sortition_ID_SECRET`. The id is public and finds the token; the secret is 256 random bits, of which
 * only the hash is kept. A slow hash would protect passwords that people choose; nobody guesses this one.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { sha256 } from '../../text/index.ts';

export type Role = 'analyst' | 'custodian';

export interface Token {
  readonly id: string;
  /** Whose budget is charged, and whose answers can be read. */
  readonly analyst: string;
  readonly role: Role;
  /** SHA-256 of the secret, in hex. */
  readonly hash: string;
  readonly created: string;
  readonly expires: string;
  readonly revoked: string | null;
}

export interface PresentedToken {
  readonly id: string;
  readonly secret: string;
}

export const newSecret = (): PresentedToken => ({
  id: randomBytes(6).toString('hex'),
  secret: randomBytes(32).toString('base64url'),
});

export const textOf = ({ id, secret }: PresentedToken): string => `sortition_${id}_${secret}`;

export function readText(text: string): PresentedToken | undefined {
  const [, id, secret] = /^sortition_([0-9a-f]{12})_([\w-]{43})$/.exec(text) ?? [];
  return id === undefined || secret === undefined ? undefined : { id, secret };
}

/** Takes the same time wherever two hashes differ. */
export const isSecretOf = ({ hash }: Token, secret: string): boolean =>
  timingSafeEqual(Buffer.from(hash), Buffer.from(sha256(secret)));
