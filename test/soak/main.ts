/**
 * `npm run soak -- [--minutes 30]`: two services, over DuckDB and PostgreSQL, under mixed load and faults: engines that go away, disks
 * that are slow or full, clocks that jump, clients that vanish or hold half a request, SIGTERM and SIGKILL in the middle.
 * Afterwards the ledgers are compared with every receipt. Everything is on this machine, at a few requests a second.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { reproducibleEntropy, uniform } from '../../src/random/index.ts';
import { commandFile, runnerOf } from '../support/command.ts';
import { startPostgres } from '../support/postgres.ts';
import { audit } from './audit.ts';
import { client, newLoad } from './load.ts';
import { type ServiceProcess, serviceProcess } from './service-process.ts';
import { csvSource, postgresSource, QUESTIONS, type SoakSource } from './sources.ts';

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '30' } } });
const total = Number(values.minutes) * 60_000;
let began = Number.POSITIVE_INFINITY;
const isOver = (): boolean => performance.now() - began > total;
/** The service is left in one piece for so long, to see what its memory does. */
const isSteady = (): boolean => performance.now() - began < total * 0.6;
const below = uniform(reproducibleEntropy(7));
const folder = mkdtempSync(join(tmpdir(), 'sortition-soak-'));
const command = await commandFile();
/** Its own grace, and what an owed answer or a slow disk may take beyond it. */
const STOP_MILLISECONDS = 15_000;

interface Watched {
  readonly megabytes: number[];
  readonly stops: number[];
  readonly faults: Map<string, number>;
  readonly problems: string[];
}

const postgres = await startPostgres();
const sources = [csvSource(folder), ...(postgres === undefined ? [] : [await postgresSource(folder, postgres)])];
const ends = await Promise.all(sources.map(soak));
for (const source of sources) source.end();
await postgres?.stop();
rmSync(folder, { recursive: true, force: true });
const failed = ends.flat().length;
console.log(`${sources.length * 5 - Math.min(failed, sources.length * 5)} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

async function soak(source: SoakSource): Promise<readonly string[]> {
  const trouble = join(folder, `${source.name}-trouble`);
  const service = serviceProcess({ command, policy: source.policy, env: { ...source.env, SOAK_TROUBLE: trouble } });
  const tokens = Object.fromEntries(
    await Promise.all(['ada', 'bob'].map(async analyst => [analyst, await tokenFor(source, analyst)] as const)),
  );
  await service.start();
  // not before everybody is there
  began = performance.now();
  const load = newLoad();
  const watched: Watched = { megabytes: [], stops: [], faults: new Map(), problems: [] };
  const clients = Array.from({ length: 4 }, (_, number) =>
    client(`client ${number}`, load, { address: service.address, tokens, questions: QUESTIONS, below, isOver }),
  );
  const troubled = disturb(source, service, trouble, watched);
  await Promise.all([...clients, troubled]);
  await endService(service, 'SIGTERM', watched);
  const audited = await audit(source.policy, load);
  return report(source, { load, watched, audited });
}

async function tokenFor({ policy, env }: SoakSource, analyst: string): Promise<string> {
  Object.assign(process.env, env);
  const words = ['token', 'create', '--policy', policy, '--analyst', analyst, '--json'];
  const { out, err } = await runnerOf(command)(words);
  if (out === '') throw new Error(err);
  return JSON.parse(out).token;
}

/** One fault after the other, each over after a few seconds. */
async function disturb(source: SoakSource, service: ServiceProcess, trouble: string, watched: Watched): Promise<void> {
  const steady: readonly [string, () => Promise<void>][] = [
    ['engine', () => source.restartEngine()],
    [
      'slow disk',
      () =>
        during(
          () => writeFileSync(trouble, 'slow'),
          () => writeFileSync(trouble, ''),
        ),
    ],
    [
      'full disk',
      () =>
        during(
          () => source.fillDisk(true),
          () => source.fillDisk(false),
        ),
    ],
    [
      'clock',
      () =>
        during(
          () => writeFileSync(trouble, `${(below(96) - 48) * 3_600_000}`),
          () => writeFileSync(trouble, ''),
        ),
    ],
  ];
  const deadly: typeof steady = [
    ['SIGTERM', () => restart(service, 'SIGTERM', watched)],
    ['SIGKILL', () => restart(service, 'SIGKILL', watched)],
  ];
  while (!isOver()) {
    await pause(4000 + below(4000));
    if (isSteady()) watched.megabytes.push(service.megabytes());
    const faults = isSteady() ? steady : [...steady, ...deadly, ...deadly];
    const [name, befall] = faults[below(faults.length)];
    watched.faults.set(name, (watched.faults.get(name) ?? 0) + 1);
    await befall();
  }
}

async function during(begin: () => void, end: () => void): Promise<void> {
  begin();
  await pause(3000);
  end();
}

async function restart(service: ServiceProcess, signal: NodeJS.Signals, watched: Watched): Promise<void> {
  await endService(service, signal, watched);
  await service.start();
}

async function endService(service: ServiceProcess, signal: NodeJS.Signals, watched: Watched): Promise<void> {
  const { milliseconds, code } = await service.stop(signal);
  if (signal !== 'SIGTERM') return;
  watched.stops.push(Math.round(milliseconds));
  if (!(code === 0 && milliseconds <= STOP_MILLISECONDS))
    watched.problems.push(`SIGTERM ended after ${Math.round(milliseconds)} ms with ${code}`);
}

interface Ended {
  readonly load: ReturnType<typeof newLoad>;
  readonly watched: Watched;
  readonly audited: Awaited<ReturnType<typeof audit>>;
}

function report({ name }: SoakSource, { load, watched, audited }: Ended): readonly string[] {
  const { megabytes, stops, faults, problems } = watched;
  // the first third warms up
  const steady = megabytes.slice(Math.floor(megabytes.length / 3));
  const [first, last] = [steady[0] ?? 0, steady.at(-1) ?? 0];
  if (!(last <= 1.5 * first + 50)) problems.push(`memory grew from ${first} to ${last} MB`);
  const listed = (counts: ReadonlyMap<string, number>): string => [...counts].map(each => each.join(' ')).join(', ');
  console.log(`${name}: ${values.minutes} minutes, ${load.asked} asked, ${load.answers.length} answered`);
  console.log(`  vanished ${load.vanished}, half requests ${load.halves}; faults: ${listed(faults)}`);
  console.log(`  attempts without an answer: ${listed(load.refused) || 'none'}`);
  console.log(`  ledger: ${audited.charges} charges, ${audited.unanswered} never answered, spent ${audited.spent}`);
  console.log(`  memory ${first} MB after warm-up, ${last} MB at the end; SIGTERM took ${stops.join(', ')} ms`);
  const all = [...problems, ...audited.problems];
  for (const problem of all.slice(0, 20)) console.log(`  FAILED ${problem}`);
  return all;
}
