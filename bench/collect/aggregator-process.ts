/** An aggregator in a process of its own, with its store on disk, and reports for it. */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openRound } from '../../src/collect/collector/index.ts';
import { drawSecrets } from '../../src/collect/organiser/index.ts';
import { type Campaign, fingerprintOf, readCampaign } from '../../src/collect/protocol/index.ts';
import { SPLIT_BYTES, shareBytes } from '../../src/collect/reports/index.ts';
import { issueTickets, ticketKeyFor } from '../../src/collect/tickets/index.ts';

/** A hundred values, and two aggregators of which only the first is there. */
export const campaign: Campaign = readCampaign({
  version: 1,
  name: 'bench',
  question: 'How old are you?',
  answers: { kind: 'numbers', edges: Array.from({ length: 101 }, (_, age) => age) },
  protocol: 'one-report',
  validity: 'plain',
  sampling: 0.25,
  baseline: null,
  noise: { epsilon: 1 },
  aggregators: ['http://127.0.0.1:18801', 'http://127.0.0.1:18802'],
  closes: null,
});

export interface AggregatorProcess {
  /** So many new reports as one body. Shares are random words, as every share is. */
  body(reports: number): Uint8Array<ArrayBuffer>;
  /** Sends one body and waits until it is on disk. */
  send(body: Uint8Array<ArrayBuffer>): Promise<number>;
}

export async function aggregatorProcess(): Promise<AggregatorProcess> {
  const folder = mkdtempSync(join(process.cwd(), '.tmp', 'bench-collect-'));
  const { organiser, aggregators } = drawSecrets(campaign);
  writeFileSync(join(folder, 'campaign.json'), JSON.stringify(campaign));
  writeFileSync(join(folder, 'secrets.json'), JSON.stringify(aggregators[0]));
  const fingerprint = await fingerprintOf(campaign);
  const [address] = campaign.aggregators;
  const main = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));
  const files = { campaign: 'campaign.json', secrets: 'secrets.json', store: 'store' };
  const flags = Object.entries(files).flatMap(([flag, file]) => [`--${flag}`, join(folder, file)]);
  const words = [main, 'collect', 'serve', ...flags, '--address', address];
  const child = spawn(process.execPath, [...process.execArgv, ...words]);
  process.once('exit', () => {
    child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });
  await once(child.stdout, 'data');
  const alone = { ...campaign, aggregators: [address] };
  await openRound({ campaign: alone, fingerprint, ...organiser }, 1);
  child.unref();
  for (const pipe of [child.stdin, child.stdout, child.stderr]) (pipe as unknown as { unref(): void }).unref();
  const key = ticketKeyFor(Buffer.from(organiser.ticketKey, 'hex'), fingerprint);
  return {
    body(reports) {
      const tickets = issueTickets(key, reports).map(ticket => Buffer.from(ticket, 'base64url'));
      return new Uint8Array(
        Buffer.concat(tickets.flatMap(ticket => [ticket, randomBytes(SPLIT_BYTES + shareBytes(campaign))])),
      );
    },
    async send(body) {
      const response = await fetch(`${address}/v1/collect/${fingerprint}/rounds/1/reports`, {
        method: 'POST',
        headers: { 'content-type': 'application/octet-stream' },
        body,
      });
      const { accepted } = (await response.json()) as { accepted: number };
      return accepted;
    },
  };
}
