/** Who calls: found from the bearer token before anything else of a request is looked at. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Guesses } from '../http/index.ts';
import { refuse } from '../vocabulary/index.ts';
import type { Role, Token } from './tokens/token.ts';
import type { TokenStore } from './tokens/token-store.ts';

declare module 'fastify' {
  interface FastifyRequest {
    caller: Token | null;
  }
  interface FastifyContextConfig {
    /** Who may call a route; left out, only the custodian. `open` asks for no token. */
    readonly callers?: 'open' | Role;
  }
}

export function requireToken(server: FastifyInstance, tokens: TokenStore, guesses: Guesses): void {
  server.decorateRequest('caller', null);
  server.addHook('onRequest', async request => {
    const { callers = 'custodian' } = request.routeOptions.config;
    if (callers === 'open') return;
    const text = bearerOf(request);
    request.caller = guesses.heard(request.ip, text, () => tokens.check(text));
    if (callers === 'custodian' && request.caller.role !== 'custodian')
      refuse(
        'role_insufficient',
        'Only the custodian may do this: it shows or changes data that analysts must not see.',
      );
  });
}

function bearerOf({ headers }: FastifyRequest): string {
  const [, text] = /^Bearer (\S+)$/i.exec(headers.authorization ?? '') ?? [];
  return text ?? refuse('token_missing', 'Send the header Authorization: Bearer TOKEN. Ask the custodian for a token.');
}

/** The token of a route that asks for one. */
export function callerOf({ caller }: FastifyRequest): Token {
  return caller ?? refuse('token_missing', 'This request needs a token.');
}
