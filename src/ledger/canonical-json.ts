/** Fingerprints of plain data, by its one text. */
import { createHash } from 'node:crypto';
import { canonicalJson, type Json } from '../json/index.ts';

export { canonicalJson, type Json };

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Equal for equal data and only for those. */
export const fingerprint = (value: Json): string => sha256(canonicalJson(value));
