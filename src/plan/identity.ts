/** One text and one digest for each plan: how a repeated question is known. */
import { createHash } from 'node:crypto';
import { canonicalJson } from '../json/index.ts';
import type { Plan } from './plan.ts';

export { canonicalJson };

/** SHA-256 of the canonical JSON, in hex digits. */
export const identityOf = (plan: Plan): string =>
  createHash('sha256').update(canonicalJson(plan), 'utf8').digest('hex');
