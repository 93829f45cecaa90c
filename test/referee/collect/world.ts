/** One story, told with the real client, aggregators and collector over wires, disks and chance of our own. */
import { createCipheriv } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drawSecrets } from '../../../src/collect/organiser/index.ts';
import { type Campaign, fingerprintOf, readCampaign } from '../../../src/collect/protocol/index.ts';
import { readTicketKey, ticketKeyFor } from '../../../src/collect/tickets/index.ts';
import { type Chance, chanceOf } from './chance.ts';
import type { Crashes } from './crashes.ts';
import { type Desk, deskIn } from './desk.ts';
import { type Device, deviceOf, lyingDevice } from './device.ts';
import { type Host, hostOf } from './host.ts';
import { liarOf } from './liar.ts';
import { addressAt, type Event, type Program, placesIn, SAMPLING, type Setup, VALUES } from './program.ts';
import { type Records, recordsOf } from './records.ts';
import { watcherOf } from './watch.ts';
import { type Answered, type Handle, openWire, type Wire } from './wire.ts';

export interface World {
  readonly setup: Setup;
  readonly campaign: Campaign;
  readonly fingerprint: string;
  readonly records: Records;
  readonly wire: Wire;
  readonly hosts: readonly (Host | undefined)[];
  readonly devices: readonly Device[];
  /** The number of each person's ticket. */
  readonly numbers: readonly string[];
  readonly desk: Desk;
  /** Where the ledger lies as it was when the first total left. */
  readonly ledgerAtRelease: string;
  /** An aggregator is asked by whoever shows this token. */
  ask(place: number, verb: string, token: string | undefined): void;
  readonly secrets: ReturnType<typeof drawSecrets>;
}

/** Memory in place of a disk, where the machine has it. */
const ROOM = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

/** Tells the story to its end, and shows what was seen of it while the files are still there. */
export async function played<Seen>(
  { setup, events }: Program,
  crashes: Crashes,
  look: (world: World) => Promise<Seen>,
): Promise<Seen> {
  const folder = mkdtempSync(join(ROOM, 'referee-collect-'));
  const own = globalThis.fetch;
  try {
    const world = await worldIn(folder, setup, crashes);
    for (const event of events) {
      await happens(world, event);
      await world.wire.quiet();
    }
    await ends(world);
    return await look(world);
  } finally {
    globalThis.fetch = own;
    crashes.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function worldIn(folder: string, setup: Setup, crashes: Crashes): Promise<World> {
  const chance = chanceOf('world', setup.seed);
  const campaign = campaignOf(setup);
  const fingerprint = await fingerprintOf(campaign);
  const secrets = seededSecrets(campaign, chance);
  const records = recordsOf(placesIn(setup));
  const handlers = new Map<string, Handle>();
  const wire = openWire(address => handlers.get(address));
  globalThis.fetch = wire.fetch;
  const collecting = { campaign, fingerprint, ...secrets.organiser, pauses: [] };
  const desk = await deskIn(folder, collecting, { crashes, wire, records });
  const ledgerAtRelease = join(folder, 'at-release');
  const tokens = Object.values(secrets.organiser.collectorTokens);
  const watch = watcherOf({ setup, records, tokens, firstRelease: () => desk.copyLedger(ledgerAtRelease) });
  const hosts = placesIn(setup).map(place => {
    writeFileSync(join(folder, `noise-key-${place}`), `${chance.bytes(32).toString('hex')}\n`);
    if (setup.liar?.place === place) return undefined;
    const at = { place, folder, campaign, fingerprint, secrets: secrets.aggregators[place] };
    return hostOf({ ...at, crashes, wire, records, watch });
  });
  for (const host of hosts) await host?.start();
  for (const [place, host] of hosts.entries())
    handlers.set(addressAt(place), host?.handle ?? liarIn(setup, place, records, hosts, secrets));
  const tickets = setup.people.map(() => ticketOf(chance, secrets.organiser.ticketKey, fingerprint));
  const devices = setup.people.map(({ lies }, person) => {
    const carried = { setup, campaign, fingerprint, person, ticket: tickets[person], wire, records };
    return lies === null ? deviceOf(carried) : lyingDevice(carried, lies);
  });
  const ask = (place: number, verb: string, token: string | undefined): void => {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const method = verb === 'received' ? 'GET' : 'POST';
    wire.fetch(`${addressAt(place)}/v1/collect/${fingerprint}/${verb}`, { method, headers }).catch(() => {});
  };
  const numbers = tickets.map(ticket => ticket.toString('hex', 0, 16));
  return { setup, campaign, fingerprint, records, wire, hosts, devices, numbers, desk, ledgerAtRelease, ask, secrets };
}

const campaignOf = ({ aggregators, protocol, validity, epsilon, fewest }: Setup): Campaign =>
  readCampaign({
    version: 1,
    name: 'commute',
    question: 'How did you come to work today?',
    answers: { kind: 'choices', values: VALUES },
    protocol,
    validity,
    sampling: SAMPLING,
    baseline: null,
    noise: epsilon === null ? null : { epsilon },
    ...(fewest !== null && { fewest }),
    aggregators: Array.from({ length: aggregators }, (_, place) => addressAt(place)),
    closes: null,
  });

/** What sets and tickets depend on is of our own chance; tokens are as they were drawn. */
function seededSecrets(campaign: Campaign, chance: Chance): ReturnType<typeof drawSecrets> {
  const { organiser, aggregators } = drawSecrets(campaign);
  const [ticketKey, setKey] = [chance.bytes(32).toString('hex'), chance.bytes(32).toString('hex')];
  return {
    organiser: { ...organiser, ticketKey },
    aggregators: aggregators.map(each => ({ ...each, ticketKey, setKey })),
  };
}

function ticketOf(chance: Chance, ticketKey: string, fingerprint: string): Buffer {
  const number = chance.bytes(16);
  const cipher = createCipheriv('aes-256-ecb', ticketKeyFor(readTicketKey(ticketKey), fingerprint), null);
  return Buffer.concat([number, cipher.setAutoPadding(false).update(number)]);
}

function liarIn(
  setup: Setup,
  place: number,
  { releases, held }: Records,
  hosts: readonly (Host | undefined)[],
  secrets: ReturnType<typeof drawSecrets>,
): Handle {
  const ask = async (peer: number, path: string): Promise<Answered | undefined> => {
    const token = secrets.aggregators[place].peers.find(({ address }) => address === addressAt(peer))?.token;
    const headers = { authorization: `Bearer ${token}` };
    return hosts[peer]?.handle({ from: undefined, method: 'GET', path, token, headers, body: undefined });
  };
  const agreed = () => {
    const reports = [...held.flatMap(each => [...each])].at(-1);
    return reports === undefined ? undefined : { reports, count: releases.at(-1)?.count ?? setup.people.length };
  };
  return liarOf({ setup, place, kind: setup.liar?.kind ?? 'garbage', ask, agreed });
}

/** One event. What it begins goes on by itself until it waits for a wire. */
async function happens(world: World, event: Event): Promise<void> {
  const { devices, hosts, desk, wire } = world;
  switch (event.do) {
    case 'begin':
    case 'answer':
      return devices[event.person]?.act(event.do, event.tab);
    case 'reload':
      return devices[event.person]?.reload(event.tab);
    case 'tab dies':
      return devices[event.person]?.diesAt(event.tab, event.at);
    case 'forget':
      return devices[event.person]?.forget();
    case 'deliver':
    case 'lose':
    case 'repeat':
      return wire[event.do](event.pick);
    case 'settle':
      return settle(world, event.order);
    case 'kill':
      return hosts[event.place]?.kill();
    case 'start':
      return hosts[event.place]?.start();
    case 'back up':
      return hosts[event.place]?.backUp();
    case 'restore':
      return hosts[event.place]?.restore();
    case 'store crashes':
      return hosts[event.place]?.crashAfter(event.after);
    case 'ledger crashes':
      return desk.crashAfter(event.after);
    case 'collector crashes':
      return desk.kill();
    case 'ask':
      return asks(world, event);
    default:
      await desk.start();
      return desk.order(event.do, 'round' in event ? event.round : 0);
  }
}

function asks({ ask, records, secrets }: World, { place, verb, shown }: Extract<Event, { do: 'ask' }>): void {
  const tokens = secrets.organiser.collectorTokens;
  const others = Object.keys(tokens).filter(address => address !== addressAt(place));
  if (shown === 'collector') records.dishonestAsk = true;
  const token = {
    collector: tokens[addressAt(place)],
    'another collector': tokens[others[0]],
    peer: secrets.aggregators[(place + 1) % secrets.aggregators.length].peers[0].token,
    none: undefined,
  }[shown];
  ask(place, verb, token);
}

/** Everything on the wires arrives, in some order. */
async function settle({ wire }: World, order: number): Promise<void> {
  const chance = chanceOf('settle', order);
  await wire.quiet();
  while (wire.pending() > 0) {
    wire.deliver(chance.word());
    await wire.quiet();
  }
}

const LAST_TURN = 2;

/** At the end everybody is back, and the collector publishes as long as something stands in the way: at last no machine fails. */
async function ends(world: World): Promise<void> {
  const { desk, hosts, records } = world;
  for (let turn = 0; turn <= LAST_TURN; turn += 1) {
    await settle(world, turn);
    await desk.start();
    for (const host of hosts) await host?.start();
    if (turn === LAST_TURN) for (const machine of [desk, ...hosts]) machine?.crashAfter(undefined);
    const before = records.outcomes.length;
    desk.order('publish', 0);
    await settle(world, turn);
    if (records.outcomes.slice(before).some(({ what, code }) => what === 'publish' && code === undefined)) return;
  }
}
