/** One text and one digest for each plan: how a repeated question is known. */
import { createHash } from 'node:crypto';
import type { Plan } from './plan.ts';

/** JSON with sorted keys and no spaces; bigints as text with an n behind, so that none meets a number. */
export const canonicalJson = (data: unknown): string =>
  JSON.stringify(data, (_key, value: unknown) => {
    if (typeof value === 'bigint') return `${value}n`;
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
  });

/** SHA-256 of the canonical JSON, in hex digits. */
export const identityOf = (plan: Plan): string =>
  createHash('sha256').update(canonicalJson(plan), 'utf8').digest('hex');
