/** Every route of the service, as its own description lists them: a new one is fuzzed without being told. */
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { type Below, reproducibleEntropy, uniform } from '../../../src/random/index.ts';
import { buildServer } from '../../../src/service/server.ts';
import { openTokenStore } from '../../../src/service/tokens/token-store.ts';
import { BODIES } from '../../support/understood-bodies.ts';
import { addressOf } from '../address.ts';
import { sampleOf } from '../json-sample.ts';
import { checkWords } from '../oracle.ts';
import { CELLS, checkChain, secretClinic } from '../secret-clinic.ts';
import { Finding, type Target } from '../target.ts';
import { varyJson } from '../vary-json.ts';

interface Sent {
  readonly caller: 'ada' | 'custodian' | 'nobody';
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly body?: unknown;
}

interface Operation {
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: object }>> };
}

const SAMPLES_OF_A_SCHEMA = 4;

export const http: Target = {
  name: 'http',
  async open() {
    const clinic = secretClinic();
    const data = await clinic.open();
    const tokens = openTokenStore(join(clinic.folder, 'tokens'), () => new Date());
    const log: string[] = [];
    const server = await buildServer({
      ...{ policy: clinic.policy, data, tokens, releases: join(clinic.folder, 'releases'), requestsPerMinute: 1e9 },
      logger: { level: 'error', stream: { write: (line: string) => void log.push(line) } },
    });
    const text = (role: 'analyst' | 'custodian') => tokens.create({ analyst: role, role, days: 1 }).text;
    const texts = { ada: text('analyst'), custodian: text('custodian'), nobody: 'x' };
    const spent = async (): Promise<number> => (await data.deployment.ledger.budget()).spent.epsilon!;
    return {
      seeds: await seedsOf(server, texts.ada),
      vary: varyJson,
      // what is computed has a limit of its own
      secondsMost: 25,
      async attempt(input) {
        const sent = sentIn(input);
        if (sent === undefined) return 'nothing to send';
        const before = await spent();
        const reply = await server.inject(requestOf(sent, texts[sent.caller]));
        const code = /"code":"(\w+)"/.exec(reply.body)?.[1] ?? '';
        if (reply.statusCode === 500 || log.length > 0)
          throw new Finding('fault', `${sent.url} ${log.splice(0).join()}`);
        const isRefusal = reply.statusCode >= 400;
        // the custodian is shown what lies there
        const words = sent.caller === 'custodian' && !isRefusal ? [] : [...CELLS, clinic.folder];
        if (isRefusal) checkWords(reply.body, { words });
        else if (words.some(word => reply.body.includes(word))) throw new Finding('leak', sent.url);
        if (isRefusal && !AFTER_READING.includes(code) && (await spent()) !== before)
          throw new Finding('charged', `${sent.url} ${code}`);
        return `${sent.url.slice(0, 30)} ${reply.statusCode} ${code}`;
      },
      async close() {
        await checkChain(data);
        await server.close();
        tokens.close();
        await data.close();
        clinic.end();
      },
    };
  },
};

const AFTER_READING = ['engine_failed', 'source_changed'];

async function seedsOf(server: FastifyInstance, token: string): Promise<string[]> {
  const { paths } = (
    await server.inject({ url: '/openapi.json', headers: { authorization: `Bearer ${token}` } })
  ).json();
  const below = uniform(reproducibleEntropy(1));
  return Object.entries<Readonly<Record<string, Operation>>>(paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, operation]) => {
      const url = path.replace(/\{\w+\}/g, '1');
      const sent = { caller: 'ada', method: method.toUpperCase(), url };
      return [BODIES[path], ...samplesOf(operation, below)].flatMap(body => [
        JSON.stringify({ ...sent, body }),
        JSON.stringify({ ...sent, caller: 'custodian', body }),
      ]);
    }),
  );
}

function samplesOf({ requestBody }: Operation, below: Below): unknown[] {
  const schema = requestBody?.content['application/json']?.schema;
  return schema === undefined ? [] : Array.from({ length: SAMPLES_OF_A_SCHEMA }, () => sampleOf(schema, below));
}

const CALLERS = ['ada', 'custodian', 'nobody'];

/** Streams of events have no end, and would wait for it. */
const ENDLESS = /\/events/;

function sentIn(text: string): Sent | undefined {
  try {
    const { caller, method, url, body } = JSON.parse(text);
    if (!CALLERS.includes(caller) || (method !== 'GET' && method !== 'POST')) return undefined;
    if (typeof url !== 'string' || !url.startsWith('/') || ENDLESS.test(url)) return undefined;
    return { caller, method, url, body };
  } catch {
    return undefined;
  }
}

function requestOf({ method, url, body }: Sent, token: string) {
  const authorization = `Bearer ${token}`;
  // what is left as a text is sent as it is
  const payload = typeof body === 'string' ? body : JSON.stringify(body);
  const isSent = method === 'POST' && payload !== undefined;
  return {
    ...{ method, url: addressOf(url) },
    headers: { authorization, ...(isSent && { 'content-type': 'application/json' }) },
    ...(isSent && { payload }),
  };
}
