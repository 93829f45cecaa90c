/** One portable function decides who is drawn, on every engine and in memory. */
import { createHash } from 'node:crypto';

/** SHA-256 in hex digits of the draw's key (64 hex digits), a colon and the unit's id. Its first 16 digits are the unit's number. */
export const drawHash = (key: string, unit: string): string =>
  createHash('sha256').update(`${key}:${unit}`, 'utf8').digest('hex');

/** The number below 2^64 that thresholds are compared with. */
export const numberOf = (hash: string): bigint => BigInt(`0x${hash.slice(0, 16)}`);
