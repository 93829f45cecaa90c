/** The device of one person: pages that share a memory, and are closed at the worst moment. Or a device that lies. */
import { type Memory, type Participant, takePart } from '../../../src/collect/client/index.ts';
import type { Campaign } from '../../../src/collect/protocol/index.ts';
import { type Chance, chanceOf } from './chance.ts';
import { type Lie, placesIn, type Setup, VALUES } from './program.ts';
import type { Records } from './records.ts';
import type { Actor, Wire } from './wire.ts';

export interface Device {
  act(what: 'begin' | 'answer', page: number): Promise<void>;
  /** Closes a page, whatever it was doing. */
  reload(page: number): void;
  diesAt(page: number, at: 'before write' | 'after write'): void;
  /** All of its memory is lost. */
  forget(): void;
}

export interface Carried {
  readonly setup: Setup;
  readonly campaign: Campaign;
  readonly fingerprint: string;
  readonly person: number;
  /** Number and mark. */
  readonly ticket: Buffer;
  readonly wire: Wire;
  readonly records: Records;
}

interface Page {
  readonly actor: Actor;
  readonly participant: Participant;
  dies: 'before write' | 'after write' | undefined;
}

const NEVER = new Promise<never>(() => {});

export function deviceOf(carried: Carried): Device {
  const { setup, campaign, person, ticket, wire, records } = carried;
  const [pages, locks] = [new Map<number, Page>(), openLocks()];
  let [kept, epoch, opened] = [null as string | null, 0, 0];
  const close = (place: number): void => {
    const page = pages.get(place);
    pages.delete(place);
    if (page === undefined) return;
    page.actor.alive = false;
    locks.leave(page.actor);
  };
  const memoryOf = (actor: Actor, place: number): Memory => ({
    read: () => (actor.alive ? kept : NEVER),
    write(text) {
      const dies = pages.get(place)?.dies;
      if (dies !== 'before write' && actor.alive) kept = text;
      if (dies !== undefined) close(place);
      return actor.alive ? undefined : NEVER;
    },
  });
  const open = async (place: number): Promise<Page> => {
    opened += 1;
    const actor: Actor = { name: `person ${person}`, alive: true };
    const entropy = { secret: true, word: chanceOf('device', setup.seed, person, opened).word };
    const participant = await takePart({
      campaign,
      ticket: ticket.toString('base64url'),
      memory: memoryOf(actor, place),
      entropy,
      pauses: [],
      send: (address, request) => {
        note(carried, address, Buffer.from(request.body), epoch);
        return wire.as(actor, () => wire.fetch(address, request as RequestInit));
      },
      alone: (_name, work) => (setup.locks ? locks.alone(actor, work) : work()),
    });
    if (pages.size > 0 && !setup.locks) records.twoPages.add(person);
    return { actor, participant, dies: undefined };
  };
  return {
    async act(what, place) {
      const page = pages.get(place) ?? (await open(place));
      pages.set(place, page);
      const truth = VALUES[setup.people[person].truth - 1] ?? null;
      const done = (code: string | undefined): void =>
        void records.outcomes.push({ what: `person ${what}`, code, result: undefined });
      wire
        .as(page.actor, () => (what === 'begin' ? page.participant.begin() : page.participant.answer(truth)))
        .then(
          () => done(undefined),
          (caught: { code?: string }) => done(caught.code ?? String(caught)),
        );
    },
    reload: close,
    diesAt(place, at) {
      const page = pages.get(place);
      if (page !== undefined) page.dies = at;
    },
    forget() {
      for (const place of [...pages.keys()]) close(place);
      [kept, epoch] = [null, epoch + 1];
    },
  };
}

/** What left the device, read off the wire. */
function note({ setup, person, records }: Carried, address: string, body: Buffer, epoch: number): void {
  const place = placesIn(setup).find(each => address.startsWith(`https://aggregator-${each}.`)) ?? -1;
  const round = Number(/rounds\/(\d)\/reports$/.exec(address)?.[1]);
  const id = body.toString('hex', 32, 48);
  records.sent.push({ person, round, id, place, share: body.subarray(48), epoch });
}

interface Locks {
  alone<Result>(actor: Actor, work: () => Promise<Result>): Promise<Result>;
  leave(actor: Actor): void;
}

/** One at a time; whoever is gone does not keep the others waiting. */
function openLocks(): Locks {
  let holder: Actor | undefined;
  const waiting: { readonly actor: Actor; readonly go: () => void }[] = [];
  const next = (): void => {
    holder = undefined;
    const first = waiting.shift();
    if (first === undefined) return;
    if (first.actor.alive) {
      holder = first.actor;
      first.go();
    } else next();
  };
  return {
    async alone(actor, work) {
      await new Promise<void>(go => {
        waiting.push({ actor, go });
        if (holder === undefined) next();
      });
      return work().finally(() => {
        if (holder === actor) next();
      });
    },
    leave(actor) {
      if (holder === actor) next();
    },
  };
}

/** Sends what no honest device sends. */
export function lyingDevice(carried: Carried, lie: Lie): Device {
  const { setup, campaign, fingerprint, person, wire } = carried;
  const chance = chanceOf('lie', setup.seed, person);
  const [fixed, again] = [chance.bytes(16), lie === 'other shares, again'];
  const size = setup.validity === 'plain' ? 4 * VALUES.length : undefined;
  const actor: Actor = { name: `person ${person}`, alive: true };
  return {
    async act(what) {
      const round = what === 'begin' ? 1 : setup.protocol === 'two-rounds' ? 2 : 1;
      const id = again ? fixed : chance.bytes(16);
      for (const [place, address] of campaign.aggregators.entries()) {
        const own = again ? chanceOf('lie', setup.seed, person, place) : chance;
        const body = liedBody(carried, lie, own, lie === 'a split for each' ? chance.bytes(16) : id, size ?? 500);
        const to = `${address}/v1/collect/${fingerprint}/rounds/${round}/reports`;
        if (body.length >= 48) note(carried, to, body, place);
        const headers = { 'content-type': 'application/octet-stream' };
        void wire
          .as(actor, () => wire.fetch(to, { method: 'POST', headers, body: new Uint8Array(body) }))
          .catch(() => {});
      }
    },
    reload() {},
    diesAt() {},
    forget() {},
  };
}

function liedBody({ ticket }: Carried, lie: Lie, chance: Chance, id: Buffer, size: number): Buffer {
  const mark = lie === 'forged ticket' ? chance.bytes(16) : ticket.subarray(16);
  const whole = Buffer.concat([ticket.subarray(0, 16), mark, id, chance.bytes(size)]);
  return lie === 'too short' ? whole.subarray(0, chance.below(whole.length)) : whole;
}
