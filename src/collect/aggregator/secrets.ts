/** What an aggregator must keep to itself, who shares each of it, and what it knows others by: hashes of what they show. */
import { timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { Guesses } from '../../http/index.ts';
import { exactly, pathText } from '../../json/index.ts';
import { sha256 } from '../../text/index.ts';
import { refuse } from '../../vocabulary/index.ts';

const secret = z.custom<string>(
  value => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value),
  'must be 64 hex digits',
);
const address = z.custom<string>(value => typeof value === 'string', 'must be an address');

const shape = exactly({
  version: z.literal(2, 'must be 2: earlier files contained the token of the collector; create the campaign again'),
  /** Whose these are, as campaigns name it. */
  address,
  /** Shared with the organiser and all aggregators: tells true tickets. */
  ticketKey: secret,
  /** Shared among aggregators, and with nobody else: hides which reports were counted behind a hash, and chooses proofs. */
  setKey: secret,
  /** SHA-256 of what the collector shows here: opens and closes rounds, and asks for the total. */
  collectorHash: secret,
  peers: z.array(
    exactly({
      address,
      /** What this aggregator shows there. */
      token: secret,
      /** SHA-256 of what that one shows here. */
      hash: secret,
    }),
    'must be a list',
  ),
});

export type Secrets = Readonly<z.infer<typeof shape>>;

export function readSecrets(data: unknown): Secrets {
  const parsed = shape.safeParse(data);
  if (parsed.success) return Object.freeze(parsed.data);
  const [{ path, message }] = parsed.error.issues;
  return refuse('campaign_invalid', `The secrets of an aggregator: ${pathText(path) || 'the file'} ${message}.`);
}

/** Lets some requests in and refuses the others. */
export interface Gate {
  readonly onRequest: (request: FastifyRequest) => Promise<void>;
}

/** Lets in whoever shows what has this hash. */
export const onlyWith = (hash: string, guesses: Guesses): Gate => ({
  onRequest: async request => {
    const text = bearerOf(request);
    guesses.heard(request.ip, text, () => isOf(text, hash) || wrongToken());
  },
});

/** The peer that asks, or a refusal. */
export function askingPeer(request: FastifyRequest, { peers }: Secrets, guesses: Guesses): Secrets['peers'][number] {
  const text = bearerOf(request);
  return guesses.heard(request.ip, text, () => {
    // all are looked at, so that time does not tell which was nearest
    const [asking] = peers.filter(({ hash }) => isOf(text, hash));
    return asking ?? wrongToken();
  });
}

const wrongToken = (): never => refuse('token_invalid', 'This token is not valid for this request.');

const BEARER = 'Bearer ';

function bearerOf({ headers: { authorization } }: FastifyRequest): string {
  if (authorization === undefined) return refuse('token_missing', 'This request needs a bearer token.');
  return authorization.startsWith(BEARER) ? authorization.slice(BEARER.length) : '';
}

/** Compared by hash, in constant time. */
const isOf = (text: string, hash: string): boolean =>
  timingSafeEqual(Buffer.from(sha256(text), 'hex'), Buffer.from(hash, 'hex'));
