/** A running service: opened, listening, and stopped without losing an answer. */
import { open } from '../answer.ts';
import type { Policy, PolicyInput } from '../source/index.ts';
import { refuse } from '../vocabulary/index.ts';
import { buildServer } from './server.ts';
import { openTokenStore, type TokenStore } from './tokens/token-store.ts';

export interface ServiceOptions {
  readonly policy: string;
  readonly host: string;
  readonly port: number;
  /** For one question on the engine; what takes longer stays charged, and can be resumed. */
  readonly timeoutMilliseconds?: number;
  /** Of one token. */
  readonly requestsPerMinute?: number | undefined;
}

export interface Service {
  readonly address: string;
  readonly tokens: TokenStore;
  /** Refuses new requests, lets those that run finish, then closes data and ledger. */
  stop(): Promise<void>;
}

export async function startService(options: ServiceOptions): Promise<Service> {
  const { policy, host, port, requestsPerMinute, ...limits } = options;
  const data = await open<PolicyInput>(policy, limits);
  const tokens = openTokenStore(tokensOf(data.deployment.policy), () => new Date());
  const logger = { level: 'info', base: null };
  const server = await buildServer({ policy, data, tokens, logger, requestsPerMinute });
  const stop = async (): Promise<void> => {
    await server.close();
    tokens.close();
    await data.close();
  };
  try {
    return { address: await server.listen({ host, port }), tokens, stop };
  } catch {
    await stop();
    return refuse('value_out_of_range', `Nobody can listen at ${host}:${port}; name another --port or --host.`);
  }
}

/** Beside the ledger: whoever may spend is as much a matter of record as what was spent. */
export function tokensOf({ ledger }: Pick<Policy, 'ledger'>): string {
  if (ledger.kind === 'sqlite') return `${ledger.path}.tokens`;
  return refuse('ledger_unsupported', 'Tokens are kept beside a ledger in a file. Use sqlite:FILE.');
}
