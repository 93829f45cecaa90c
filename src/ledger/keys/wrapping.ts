/**
 * A secret wrapped by another, so that a copy of the disk is worth nothing without the key file.
 * AES-256-GCM with a random nonce; the commitment is authenticated too, so that no wrapped key passes for another.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { refuse } from '../../vocabulary/index.ts';

const cipher = 'aes-256-gcm';
const nonceBytes = 12;

export function wrapped(key: Buffer, commitment: string, wrappingKey: Buffer): string {
  const nonce = randomBytes(nonceBytes);
  const seal = createCipheriv(cipher, wrappingKey, nonce).setAAD(Buffer.from(commitment));
  const sealed = Buffer.concat([seal.update(key), seal.final()]);
  return [cipher, ...[nonce, sealed, seal.getAuthTag()].map(part => part.toString('hex'))].join(' ');
}

export const isWrapped = (text: string): boolean => text.startsWith(`${cipher} `);

/** Nothing where the wrapping key, the commitment or the text is not the one of then. */
export function unwrapped(text: string, commitment: string, wrappingKey: Buffer): Buffer | undefined {
  const [nonce, sealed, tag] = text
    .trim()
    .split(' ')
    .slice(1)
    .map(part => Buffer.from(part, 'hex'));
  try {
    const seal = createDecipheriv(cipher, wrappingKey, nonce, { authTagLength: 16 });
    seal.setAAD(Buffer.from(commitment)).setAuthTag(tag);
    return Buffer.concat([seal.update(sealed), seal.final()]);
  } catch {
    return undefined;
  }
}

/** 64 hexadecimal digits, or 32 bytes as they are. */
export function readKeyFile(path: string): Buffer {
  const bytes = contentsOf(path);
  if (bytes.length === 32) return bytes;
  const digits = bytes.toString('latin1').trim();
  if (/^[0-9a-fA-F]{64}$/.test(digits)) return Buffer.from(digits, 'hex');
  return refuse(
    'file_unreadable',
    'The key file of the policy must contain 64 hexadecimal digits or 32 bytes. ' +
      'If it is damaged, restore it: the keys of samples cannot be read without it.',
  );
}

function contentsOf(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch {
    return refuse(
      'file_unreadable',
      'The key file of the policy is missing or cannot be read. Restore it; for a new ledger create one, for example with ' +
        'openssl rand -hex 32, readable only by its owner.',
    );
  }
}
