/** What an aggregator must keep to itself, and who shares each of it. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { exactly, pathText } from '../../json/index.ts';
import { refuse } from '../../vocabulary/index.ts';

const secret = z.custom<string>(
  value => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value),
  'must be 64 hex digits',
);

const shape = exactly({
  /** Shared with the organiser: tells true tickets. */
  ticketKey: secret,
  /** Shared with the collector: opens and closes rounds, and asks for the total. */
  collectorToken: secret,
  /** Shared among aggregators, and with nobody else: asks which reports there are. */
  peerToken: secret,
});

export type Secrets = Readonly<z.infer<typeof shape>>;

export function readSecrets(data: unknown): Secrets {
  const parsed = shape.safeParse(data);
  if (parsed.success) return Object.freeze(parsed.data);
  const [{ path, message }] = parsed.error.issues;
  return refuse('campaign_invalid', `The secrets of an aggregator: ${pathText(path)} ${message}.`);
}

/** A door for whoever shows this token. */
export const onlyWith = (token: string) => ({
  onRequest: async ({ headers }: FastifyRequest): Promise<void> => checkBearer(headers.authorization, token),
});

/** Compared by hash, in constant time. */
function checkBearer(header: string | undefined, token: string): void {
  const hash = (text: string): Buffer => createHash('sha256').update(text).digest();
  if (header === undefined) refuse('token_missing', 'This needs a bearer token.');
  if (!timingSafeEqual(hash(header), hash(`Bearer ${token}`)))
    refuse('token_invalid', 'This token does not open this door.');
}
