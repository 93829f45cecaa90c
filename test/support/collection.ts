/** A campaign with its aggregators as real processes, which a test may kill and start again. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Campaign } from '../../src/collect/protocol/index.ts';
import { freePorts } from './aggregators.ts';
import { campaignOf, ticketsFor } from './campaign.ts';
import { type Run, runnerOf } from './command.ts';

export interface Collection {
  readonly campaign: Campaign;
  readonly tickets: readonly string[];
  /** Runs a command of `collect` with the campaign and the organiser's secrets. */
  readonly organise: (words: readonly string[]) => ReturnType<Run>;
  /** Its store is a file of the folder, unless another place is named. */
  start(place: number, store?: string): Promise<void>;
  /** Without a chance to tidy up. */
  kill(place: number): Promise<void>;
  /** Everything that the aggregators wrote on standard error. */
  logged(): string;
  end(): Promise<void>;
}

/** Opens nothing yet: the collector does. */
export async function collectionIn(
  folder: string,
  command: string,
  more: Partial<Campaign>,
  people: number,
): Promise<Collection> {
  const ports = await freePorts(2);
  const wanted = campaignOf({ ...more, aggregators: ports.map(port => `http://127.0.0.1:${port}`) });
  const run = runnerOf(command);
  writeFileSync(join(folder, 'draft.json'), JSON.stringify(wanted));
  const made = await run(['collect', 'create', join(folder, 'draft.json'), '--out', join(folder, 'campaign')]);
  if (made.exit !== 0) throw new Error(made.err);
  const file = (name: string): string => join(folder, 'campaign', name);
  const { ticketKey } = await import(file('organiser.json'), { with: { type: 'json' } }).then(
    ({ default: data }) => data,
  );
  const running = new Map<number, ChildProcessWithoutNullStreams>();
  let logged = '';
  const kill = async (place: number, signal: NodeJS.Signals = 'SIGKILL'): Promise<void> => {
    const child = running.get(place);
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const closed = once(child, 'close');
    child.kill(signal);
    await closed;
  };
  return {
    campaign: wanted,
    tickets: await ticketsFor(wanted, ticketKey, people),
    organise: words =>
      run(['collect', ...words, '--campaign', file('campaign.json'), '--organiser', file('organiser.json')]),
    async start(place, store = join(folder, `store-${place + 1}`)) {
      const words = ['--campaign', file('campaign.json'), '--secrets', file(`aggregator-${place + 1}.json`)];
      const own = ['--address', wanted.aggregators[place], '--store', store];
      const child = spawn(process.execPath, [command, 'collect', 'serve', ...words, ...own]);
      running.set(place, child);
      child.stderr.on('data', chunk => {
        logged += chunk;
      });
      await once(createInterface({ input: child.stdout }), 'line');
    },
    kill,
    logged: () => logged,
    async end() {
      for (const place of running.keys()) await kill(place, 'SIGTERM');
    },
  };
}
