/** An honest aggregator on a machine that may stop at any write, be copied, and be restored from a copy. */
import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildAggregator, openNoiseKey, openSqliteStore, readSecrets } from '../../../src/collect/aggregator/index.ts';
import type { AggregatorSecrets } from '../../../src/collect/organiser/campaign-secrets.ts';
import type { Campaign } from '../../../src/collect/protocol/index.ts';
import type { Crashes, Writer } from './crashes.ts';
import { type Records, reportIn } from './records.ts';
import type { Actor, Answered, Asked, Handle, Wire } from './wire.ts';

export interface Host {
  readonly handle: Handle;
  start(): Promise<void>;
  kill(): void;
  /** Stops after so many more statements; undefined: not any more. */
  crashAfter(statements: number | undefined): void;
  backUp(): void;
  restore(): Promise<void>;
}

export interface Hosting {
  readonly place: number;
  readonly folder: string;
  readonly campaign: Campaign;
  readonly fingerprint: string;
  readonly secrets: AggregatorSecrets;
  readonly crashes: Crashes;
  readonly wire: Wire;
  readonly records: Records;
  /** Sees what leaves. */
  readonly watch: (place: number, asked: Asked, answered: Answered, store: string) => void;
}

interface Running {
  readonly actor: Actor;
  readonly writer: Writer;
  readonly server: ReturnType<typeof buildAggregator>;
  readonly died: Promise<undefined>;
}

export function hostOf(hosting: Hosting): Host {
  const { place, folder, records, wire } = hosting;
  let generation = 0;
  let running: Running | undefined;
  let copy: { readonly path: string; readonly acknowledged: Map<string, string> } | undefined;
  const pathOf = (number: number): string => join(folder, `store-${place}-${number}`);
  const leave = (): void => {
    copyStore(pathOf(generation), pathOf(generation + 1));
    generation += 1;
    running = undefined;
  };
  const kill = (): void => running?.writer.crash();
  const start = async (): Promise<void> => {
    running ??= await started(hosting, pathOf(generation), leave);
  };
  return {
    start,
    kill,
    crashAfter(statements) {
      if (running !== undefined) running.writer.left = statements;
    },
    backUp() {
      copy = { path: pathOf(generation), acknowledged: new Map(records.shelves[place].acknowledged) };
      copyStore(copy.path, `${copy.path}-copy`);
    },
    async restore() {
      if (copy === undefined) return;
      kill();
      copyStore(`${copy.path}-copy`, pathOf(generation));
      records.shelves[place].acknowledged = new Map(copy.acknowledged);
      records.shelves[place].restored = true;
      await start();
    },
    async handle(asked) {
      if (running === undefined) return undefined;
      const { actor, server, died } = running;
      const shelf = records.shelves[place];
      const report = reportIn(asked);
      if (report !== undefined)
        shelf.brought.set(report.key, (shelf.brought.get(report.key) ?? new Set<string>()).add(report.id));
      const answered = await Promise.race([died, wire.as(actor, () => inject(server, asked))]);
      if (answered === undefined || !actor.alive) return undefined;
      if (report !== undefined && isReceipt(answered)) acknowledge(records, place, report);
      hosting.watch(place, asked, answered, pathOf(generation));
      return answered;
    },
  };
}

async function started(hosting: Hosting, path: string, leave: () => void): Promise<Running> {
  const { place, folder, campaign, fingerprint, crashes } = hosting;
  const actor: Actor = { name: `aggregator ${place}`, alive: true };
  let die: (gone: undefined) => void = () => {};
  const died = new Promise<undefined>(resolve => {
    die = resolve;
  });
  const writer: Writer = {
    left: undefined,
    gone: false,
    crash() {
      if (writer.gone) return;
      writer.gone = true;
      actor.alive = false;
      leave();
      die(undefined);
    },
  };
  const store = await crashes.opening(writer, async () => openSqliteStore(path));
  const noiseKey = await openNoiseKey(join(folder, `noise-key-${place}`), store);
  await store.enter(fingerprint, campaign);
  const server = buildAggregator({
    campaigns: new Map([[fingerprint, campaign]]),
    own: campaign.aggregators[place],
    store,
    secrets: readSecrets(hosting.secrets),
    noiseKey,
    clock: () => new Date(0),
    log: () => {},
  });
  await server.ready();
  return { actor, writer, server, died };
}

function copyStore(from: string, to: string): void {
  for (const companion of ['', '-wal'])
    if (existsSync(from + companion)) copyFileSync(from + companion, to + companion);
}

async function inject(server: Running['server'], { method, path, headers, body }: Asked): Promise<Answered> {
  const { statusCode, rawPayload } = await server.inject({
    method: method as 'GET' | 'POST',
    url: path,
    headers,
    ...(body !== undefined && { payload: body }),
  });
  return { status: statusCode, body: rawPayload };
}

const isReceipt = ({ status, body }: Answered): boolean =>
  status === 200 && (JSON.parse(body.toString()) as { accepted: number }).accepted === 1;

function acknowledge({ shelves, wrong }: Records, place: number, { key, id }: { key: string; id: string }): void {
  const { acknowledged } = shelves[place];
  const before = acknowledged.get(key);
  if (before !== undefined && before !== id)
    wrong.push({ name: 'two reports of one ticket are acknowledged', detail: `aggregator ${place}, ${key}` });
  acknowledged.set(key, id);
}

/** All bytes of a store, as a thief of the disk has them. */
export const bytesOfStore = (path: string): Buffer =>
  Buffer.concat(['', '-wal'].filter(each => existsSync(path + each)).map(each => readFileSync(path + each)));
