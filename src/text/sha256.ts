/** SHA-256 of texts, bytes and plain data: how the ledger, plans, files and secrets are known again. */
import { createHash } from 'node:crypto';
import { canonicalJson } from '../json/index.ts';

/** Texts count in UTF-8; the digest is 64 hexadecimal digits unless said. */
export const sha256 = (content: string | Uint8Array, digits: 'hex' | 'base64' = 'hex'): string =>
  createHash('sha256').update(content).digest(digits);

/** Equal for equal data and only for those. */
export const fingerprintOf = (data: unknown): string => sha256(canonicalJson(data));
