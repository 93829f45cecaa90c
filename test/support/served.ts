/** A service over the small clinic, called without a network, with a token for each kind of caller. */
import type { FastifyInstance, InjectOptions } from 'fastify';
import type { Data } from '../../src/answer.ts';
import { buildServer, type ServerParts } from '../../src/service/server.ts';
import { openTokenStore, type TokenStore } from '../../src/service/tokens/token-store.ts';
import type { PolicyInput } from '../../src/source/index.ts';
import { type Clinic, guessedPolicy, type Visit, withData } from './clinic.ts';

export interface Served {
  readonly server: FastifyInstance;
  readonly data: Data<PolicyInput>;
  readonly clinic: Clinic;
  readonly tokens: TokenStore;
  /** What each caller shows. */
  readonly texts: Readonly<Record<NonNullable<Caller>, string>>;
  /** Everything the service logged, line by line. */
  readonly log: readonly string[];
  /** Tokens last a day; this lets it pass. */
  letDayPass(): void;
  call(
    caller: Caller,
    method: 'GET' | 'POST',
    url: string,
    more?: Pick<InjectOptions, 'payload' | 'headers'>,
  ): Promise<Reply>;
}

export type Caller = 'ada' | 'bob' | 'custodian' | null;

export interface Reply {
  readonly status: number;
  readonly type: string;
  // biome-ignore lint/suspicious/noExplicitAny: whatever JSON the service sends, for tests to look into
  readonly body: any;
}

export type ServerOptions = Pick<
  ServerParts,
  'requestsPerMinute' | 'arrivalMilliseconds' | 'graceMilliseconds' | 'organising'
>;

/** Another clinic than the small one. */
export interface ServedClinic {
  readonly policy?: PolicyInput;
  readonly visits?: readonly Visit[];
}

export const served = <T>(
  work: (served: Served) => Promise<T>,
  options: ServerOptions = {},
  { policy = guessedPolicy, visits }: ServedClinic = {},
): Promise<T> =>
  withData(
    async (data, clinic) => {
      let today = '2026-01-01';
      const tokens = openTokenStore(clinic.path('visits.ledger.tokens'), () => new Date(today));
      const token = (analyst: string, role: 'analyst' | 'custodian') => tokens.create({ analyst, role, days: 1 }).text;
      const texts = {
        ada: token('ada', 'analyst'),
        bob: token('bob', 'analyst'),
        custodian: token('custodian', 'custodian'),
      };
      const log: string[] = [];
      const logger = { level: 'info', stream: { write: (line: string) => void log.push(line) } };
      const server = await buildServer({
        policy: clinic.policy,
        data,
        tokens,
        releases: clinic.path('releases'),
        hierarchies: clinic.path('lists'),
        logger,
        ...options,
      });
      const call: Served['call'] = async (caller, method, url, { payload, headers } = {}) => {
        const authorization = caller === null ? {} : { authorization: `Bearer ${texts[caller]}` };
        const reply = await server.inject({
          method,
          url,
          headers: { ...authorization, ...headers },
          ...(payload && { payload }),
        });
        const type = String(reply.headers['content-type']);
        return { status: reply.statusCode, type, body: type.includes('json') ? reply.json() : reply.body };
      };
      const letDayPass = () => {
        today = '2026-01-02';
      };
      try {
        return await work({ server, data, clinic, tokens, texts, log, letDayPass, call });
      } finally {
        await server.close();
        tokens.close();
      }
    },
    policy,
    visits,
  );
