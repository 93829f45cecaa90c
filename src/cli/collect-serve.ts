/** `sortition collect serve`: one aggregator, until it is stopped. */
import type { Command } from 'commander';
import type { ReportStore } from '../collect/aggregator/index.ts';
import { readCampaignFile, readJson } from '../collect/organiser/index.ts';
import { refuse } from '../vocabulary/index.ts';
import { number, read } from './flags.ts';
import { interrupted } from './interruption.ts';
import { warnOfPlainHttp } from './plain-http.ts';
import type { Note, Say } from './reply.ts';

interface Flags {
  readonly campaign: readonly string[];
  readonly secrets: string;
  readonly store: string;
  readonly noiseKey?: string;
  readonly address: string;
  readonly host: string;
  readonly port?: number;
}

export function addCollectServe(collect: Command, say: Say, note: Note): void {
  collect
    .command('serve')
    .description('run an aggregator: it keeps shares of answers and releases one noisy total to the collector')
    .requiredOption('--campaign <files...>', 'the public files of its campaigns')
    .requiredOption('--secrets <file>', 'its own secrets')
    .requiredOption('--store <place>', `where it keeps shares: ${STORES}`)
    .option('--noise-key <file>', 'the key of its noise, created if missing (default: next to the secrets)')
    .requiredOption('--address <url>', 'its own address, as the campaigns name it')
    .option('--host <address>', 'where to listen', '127.0.0.1')
    .option('--port <number>', 'where to listen (default: the port of its address)', read(number, 'port'))
    .option('--json', 'one JSON object on standard output when it is ready')
    .action(async (flags: Flags) => {
      // whoever hears that it listens may stop it
      const stopped = interrupted();
      const stop = await start(flags, say, note);
      await stopped;
      await stop();
    });
}

async function start({ campaign: paths, address, host, ...flags }: Flags, say: Say, note: Note) {
  const [{ buildAggregator, openNoiseKey, readSecrets, requireVerification }, { fingerprintOf }] = await Promise.all([
    import('../collect/aggregator/index.ts'),
    import('../collect/protocol/index.ts'),
  ]);
  const campaigns = new Map(
    await Promise.all(
      paths.map(async path => {
        const campaign = await readCampaignFile(path);
        if (!campaign.aggregators.includes(address))
          refuse('campaign_invalid', `${path} does not name ${address} among its aggregators.`);
        await requireVerification(campaign);
        return [await fingerprintOf(campaign), campaign] as const;
      }),
    ),
  );
  const secrets = readSecrets(await readJson(flags.secrets));
  const store = await openStore(flags.store, address);
  const noiseKey = await openNoiseKey(flags.noiseKey ?? `${flags.secrets}.noise-key`, store);
  for (const [fingerprint, campaign] of campaigns) await store.enter(fingerprint, campaign);
  const clock = (): Date => new Date();
  const server = buildAggregator({
    campaigns,
    own: address,
    store,
    secrets,
    noiseKey,
    clock,
    log: line => void note(JSON.stringify({ at: clock().toISOString(), ...line })),
  });
  const listening = await server
    .listen({ host, port: flags.port ?? Number(new URL(address).port || 443) })
    .catch(() => refuse('aggregator_unreachable', `Cannot listen at ${host}. Is the port in use?`));
  await warnOfPlainHttp(host, note);
  await say({
    json: { listening, campaigns: [...campaigns.keys()] },
    text: `Listening at ${listening} for ${campaigns.size} campaign(s); press Ctrl-C to stop.`,
  });
  return async () => {
    await server.close();
    await store.end();
  };
}

const DATABASE = 'postgres:';

/** Where shares may be kept, as help says it. */
const STORES = 'a file, or postgres:env:NAME or postgres:file:PATH';

/** `aggregator` is the address that campaigns know it by. */
async function openStore(place: string, aggregator: string): Promise<ReportStore> {
  const { openPostgresStore, openSqliteStore } = await import('../collect/aggregator/index.ts');
  if (!/^postgres(ql)?:/.test(place)) return openSqliteStore(place);
  const reference = place.slice(DATABASE.length);
  // other processes of the machine see a command line
  if (!/^(env|file):./.test(reference))
    refuse(
      'usage',
      '--store takes postgres:env:NAME or postgres:file:PATH: a URL with a password does not belong on the command line.',
    );
  const { readUrl, secretOf } = await import('../source/engines/index.ts');
  return openPostgresStore(await readUrl(secretOf(reference), process.env), aggregator);
}
