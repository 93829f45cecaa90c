/** A running service: opened, listening, and stopped without losing an answer. */

import { losses } from '../amounts/index.ts';
import { open } from '../answer.ts';
import { openCollectLedger } from '../collect/collector/index.ts';
import { campaignsIn } from '../collect/organiser/index.ts';
import { loadSqlParser } from '../query/index.ts';
import type { Policy, PolicyInput } from '../source/index.ts';
import { machinePlace } from '../source/places/index.ts';
import { type LossOf, refuse } from '../vocabulary/index.ts';
import type { Organising } from './collecting/desk.ts';
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
  /** The folder of samples that are drawn over HTTP; without it, one beside the ledger. */
  readonly releases?: string | undefined;
  /** The folder whose lists rules may name over HTTP; without it, none. */
  readonly hierarchies?: string | undefined;
  /** Campaigns that ask people instead of a table. */
  readonly campaigns?: ServedCampaigns | undefined;
}

export interface ServedCampaigns {
  /** One folder a campaign, as `sortition collect create` makes it. */
  readonly folder: string;
  /** `sqlite:FILE`, of all campaigns that ask the same people. */
  readonly ledger: string;
  readonly budget: LossOf<string>;
}

export interface Service {
  readonly address: string;
  readonly tokens: TokenStore;
  /** Refuses new requests, lets those that run finish, then closes data and ledger. */
  stop(): Promise<void>;
}

/** Numbers of one answer: with more, whoever asks would keep all others waiting while it is written down. */
const VALUES_MOST = 5000;

export async function startService(options: ServiceOptions): Promise<Service> {
  const { policy, host, port, requestsPerMinute, releases, hierarchies, campaigns, ...limits } = options;
  const organising = campaigns && (await organisingOf(campaigns));
  const data = await open<PolicyInput>(policy, { ...limits, valuesMost: VALUES_MOST, writesApart: true });
  const tokens = openTokenStore(tokensOf(data.deployment.policy), () => new Date());
  const logger = { level: 'info', base: null };
  const server = await buildServer({
    ...{ policy, data, tokens, organising, logger, requestsPerMinute, hierarchies },
    releases: releases ?? ownFile(data.deployment.policy, 'releases'),
  });
  const stop = async (): Promise<void> => {
    await server.close();
    tokens.close();
    await data.close();
    await organising?.ledger.close();
  };
  // what takes long the first time is not done while somebody waits for an answer
  await Promise.all([loadSqlParser(), server.ready()]);
  server.swagger();
  try {
    return { address: await server.listen({ host, port }), tokens, stop };
  } catch {
    await stop();
    return refuse('value_out_of_range', `Cannot listen at ${host}:${port}. Choose another --port or --host.`);
  }
}

/** Read once before anybody is served: a folder that is not there should be noticed now. */
async function organisingOf({ folder, ledger: address, budget }: ServedCampaigns): Promise<Organising> {
  await campaignsIn(folder);
  const ledger = await openCollectLedger({
    address,
    folder: process.cwd(),
    budget: losses.written(budget),
    clock: () => new Date(),
    apart: true,
  });
  return { folder, ledger };
}

/** Whoever may spend is as much a matter of record as what was spent. */
export const tokensOf = (policy: Pick<Policy, 'ledger' | 'keyFile'>): string => ownFile(policy, 'tokens');

function ownFile(policy: Pick<Policy, 'ledger' | 'keyFile'>, what: 'tokens' | 'releases'): string {
  const place = machinePlace(policy);
  if (place !== undefined) return `${place}.${what}`;
  return refuse(
    'key_file_missing',
    'Tokens are stored next to the ledger, or next to the "keyFile" of a policy whose ledger is in a database. Name one.',
  );
}
