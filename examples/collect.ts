/**
 * A question to people, on one machine: two aggregators as processes of their own, an organiser, and a page for a browser.
 * `npx tsx examples/collect.ts [--ports 8800,8801,8802]`, then open the address that it prints.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import Fastify from 'fastify';
import { build } from 'tsdown';
import { amounts } from '../src/amounts/index.ts';
import { openCollectLedger, openRound, type PublishedCampaign, publish } from '../src/collect/collector/index.ts';
import { drawSecrets } from '../src/collect/organiser/index.ts';
import { fingerprintOf } from '../src/collect/protocol/index.ts';
import { issueTickets, ticketKeyFor } from '../src/collect/tickets/index.ts';
import { commute } from './collect/commute.ts';
import { neighboursOf } from './collect/neighbours.ts';

const { values } = parseArgs({ options: { ports: { type: 'string', default: '8800,8801,8802' } } });
const [port, ...others] = values.ports.split(',').map(Number);
const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'sortition-collect-'));

const campaign = commute(others.map(other => `http://127.0.0.1:${other}`));
const fingerprint = await fingerprintOf(campaign);
const { organiser, aggregators: secrets } = drawSecrets(campaign);
const collecting = { campaign, fingerprint, ...organiser };
writeFileSync(join(folder, 'campaign.json'), JSON.stringify(campaign));

const aggregators = campaign.aggregators.map((address, place) => {
  writeFileSync(join(folder, `secrets-${place}.json`), JSON.stringify(secrets[place]), { mode: 0o600 });
  const files = { campaign: 'campaign.json', secrets: `secrets-${place}.json`, store: `store-${place}` };
  const flags = Object.entries(files).flatMap(([flag, file]) => [`--${flag}`, join(folder, file)]);
  const words = [here('../src/cli/main.ts'), 'collect', 'serve', ...flags, '--address', address];
  return spawn(process.execPath, [...process.execArgv, ...words], { stdio: ['ignore', 'pipe', 'ignore'] });
});
await Promise.all(aggregators.map(({ stdout }) => once(stdout, 'data')));
await openRound(collecting, 1);

const key = ticketKeyFor(Buffer.from(organiser.ticketKey, 'hex'), fingerprint);
const neighbours = await neighboursOf(campaign, issueTickets(key, 300));
const budget = { epsilon: amounts.written(2), delta: amounts.none };
const ledger = await openCollectLedger({ address: 'sqlite:people.ledger', folder, budget, clock: () => new Date() });
await build({
  config: false,
  entry: { client: here('../src/collect/client/index.ts') },
  format: 'esm',
  platform: 'browser',
  noExternal: () => true,
  dts: false,
  outDir: folder,
  clean: false,
  logLevel: 'silent',
});

let open: number | null = 1;
let published: PublishedCampaign | null = null;
const server = Fastify();
server.get('/', (_request, reply) => reply.type('text/html').send(readFileSync(here('./collect/page.html'))));
server.get<{ Params: { name: string } }>('/:name(^[\\w-]+).js', ({ params: { name } }, reply) =>
  reply.type('text/javascript').send(readFileSync(join(folder, `${name}.js`))),
);
server.get('/campaign', () => ({ campaign }));
server.get('/state', () => ({ open, published }));
server.post('/ticket', () => ({ ticket: issueTickets(key, 1)[0] }));
server.post('/neighbours', async () => {
  const round = open ?? 2;
  // people who were not in the first round cannot take part in the second
  const reported = await Promise.allSettled(neighbours.map(report => report(round)));
  return { others: reported.filter(({ status }) => status === 'fulfilled').length };
});
server.post('/second', async () => {
  await openRound(collecting, 2);
  open = 2;
  return {};
});
server.post('/publish', async () => {
  published = await publish(collecting, ledger);
  open = null;
  return {};
});
console.log(`Open ${await server.listen({ port, host: '127.0.0.1' })} in a browser; Ctrl-C stops.`);

await new Promise<void>(stop => {
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => stop());
});
for (const aggregator of aggregators) aggregator.kill();
await server.close();
await ledger.close();
rmSync(folder, { recursive: true, force: true });
