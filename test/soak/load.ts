/** Clients of a service: they ask, ask again under the same key when they heard nothing, vanish, or hold half a request; and remember receipts. */
import { createConnection } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Below } from '../../src/random/index.ts';

export interface HeardAnswer {
  readonly analyst: string;
  readonly key: string;
  readonly entry: number;
  readonly head: string;
  readonly charged: number;
  /** The rows, as text. */
  readonly rows: string;
}

export interface Load {
  readonly answers: HeardAnswer[];
  /** By code, or what befell the connection. */
  readonly refused: Map<string, number>;
  asked: number;
  vanished: number;
  halves: number;
}

export const newLoad = (): Load => ({ answers: [], refused: new Map(), asked: 0, vanished: 0, halves: 0 });

export interface LoadOptions {
  readonly address: () => string;
  readonly tokens: Readonly<Record<string, string>>;
  readonly questions: readonly string[];
  readonly below: Below;
  readonly isOver: () => boolean;
}

/** One client, at a low rate, until it is over. */
export async function client(name: string, load: Load, options: LoadOptions): Promise<void> {
  const { below, isOver, questions, tokens } = options;
  const analysts = Object.keys(tokens);
  for (let number = 1; !isOver(); number += 1) {
    await pause(300 + below(700));
    const analyst = analysts[below(analysts.length)];
    const body = JSON.stringify({ sql: questions[below(questions.length)], epsilon: (1 + below(40)) / 1000 });
    const key = `${name} ${number}`;
    const chance = below(20);
    if (chance === 0) hold(load, options);
    else if (chance === 1) vanish(load, { ...options, analyst, key, body });
    else await askUntilHeard(load, { ...options, analyst, key, body });
  }
}

interface Asking extends LoadOptions {
  readonly analyst: string;
  readonly key: string;
  readonly body: string;
}

const TRIES = 40;

/** Whatever was not heard is asked again under its key; what was refused is not. */
async function askUntilHeard(load: Load, { address, tokens, analyst, key, body, isOver }: Asking): Promise<void> {
  load.asked += 1;
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const said = await fetch(`${address()}/v1/ask`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${tokens[analyst]}`,
        'content-type': 'application/json',
        'idempotency-key': key,
      },
      body,
      signal: AbortSignal.timeout(20_000),
    })
      .then(async reply => ({ status: reply.status, body: (await reply.json()) as AskReply }))
      .catch(() => undefined);
    if (said?.status === 200) {
      const { entry, head, charged, rows } = said.body;
      load.answers.push({ analyst, key, entry, head, charged: charged.epsilon, rows: JSON.stringify(rows) });
      return;
    }
    const why = said?.body.code ?? 'nothing heard';
    load.refused.set(why, (load.refused.get(why) ?? 0) + 1);
    if ((said !== undefined && FINAL.has(why)) || isOver()) return;
    await pause(250);
  }
}

interface AskReply {
  readonly code?: string;
  readonly entry: number;
  readonly head: string;
  readonly charged: { readonly epsilon: number };
  readonly rows: unknown;
}

const FINAL = new Set(['budget_exhausted', 'idempotency_mismatch', 'token_expired', 'token_invalid']);

/** Sends a question and is gone before it is answered. */
function vanish(load: Load, { address, tokens, analyst, key, body }: Asking): void {
  load.vanished += 1;
  const { port, hostname } = new URL(address());
  const socket = createConnection(Number(port), hostname).on('error', () => {});
  socket.write(
    `POST /v1/ask HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${tokens[analyst]}\r\nIdempotency-Key: ${key}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    () => setTimeout(() => socket.destroy(), 5),
  );
}

/** Half a request, held for a while. */
function hold(load: Load, { address }: LoadOptions): void {
  load.halves += 1;
  const { port, hostname } = new URL(address());
  const socket = createConnection(Number(port), hostname).on('error', () => {});
  socket.write('POST /v1/ask HTTP/1.1\r\nHost: x\r\nContent-Le');
  setTimeout(() => socket.destroy(), 10_000).unref();
}
