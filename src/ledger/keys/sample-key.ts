/** The secret key of a sample, whoever stores it. Keys are handed to the engine and to nobody else: no message, entry or plan ever shows one. */
import { randomBytes } from 'node:crypto';
import { sha256 } from '../../text/index.ts';
import { invariant, refuse } from '../../vocabulary/index.ts';

export interface PreparedKey {
  /** 64 hexadecimal digits: 256 secret bits of the operating system. */
  readonly key: string;
  /** SHA-256 of the key's 32 bytes. */
  readonly commitment: string;
}

export interface KeyStore {
  /** A new one, of which nothing is kept yet. */
  draw(): PreparedKey;
  /** Durable when this resolves, and so before the chain may mention it. Erase it if it is not used after all. */
  keep(key: PreparedKey): Promise<void>;
  /** Refuses where the key is gone or is not the one that the chain committed to. */
  read(commitment: string): Promise<string>;
  /** Removes it; harmless where it is gone already. */
  erase(commitment: string): Promise<void>;
}

export function drawKey(): PreparedKey {
  const key = randomBytes(32);
  return Object.freeze({ key: key.toString('hex'), commitment: sha256(key) });
}

export function checkCommitment(commitment: string): void {
  invariant(/^[0-9a-f]{64}$/.test(commitment), 'a commitment is 64 hexadecimal digits');
}

/** What was stored, if it is the key that the chain committed to. */
export const provedKey = (stored: Buffer | undefined, commitment: string): string =>
  stored !== undefined && sha256(stored) === commitment
    ? stored.toString('hex')
    : keyMissing('was changed, or is wrapped by another key file');

export const keyMissing = (how: string): never =>
  refuse(
    'sample_key_missing',
    `The secret key of this sample ${how}. Restore the key folder next to the ledger and the key file; ` +
      'if it is lost, retire the sample and draw a new one.',
  );
