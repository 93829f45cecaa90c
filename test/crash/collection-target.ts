/** A campaign with two aggregators and a collector that all stop at once: reports that were accepted count, and what leaves leaves once. */
import { join } from 'node:path';
import { agree } from '../../src/collect/aggregator/agreement.ts';
import { openNoiseKey } from '../../src/collect/aggregator/noise-key.ts';
import { bytesOf } from '../../src/collect/aggregator/peers.ts';
import { releaseTotal } from '../../src/collect/aggregator/release.ts';
import { type AggregatorSeat, seatsOf } from '../../src/collect/aggregator/seats.ts';
import { readSecrets } from '../../src/collect/aggregator/secrets.ts';
import { openSqliteStore } from '../../src/collect/aggregator/sqlite-store.ts';
import { publish } from '../../src/collect/collector/index.ts';
import { drawSecrets } from '../../src/collect/organiser/index.ts';
import { fingerprintOf } from '../../src/collect/protocol/index.ts';
import { oneHot } from '../../src/collect/reports/index.ts';
import { canonicalJson } from '../../src/json/index.ts';
import type { Ledger } from '../../src/ledger/index.ts';
import { Refusal, refusals } from '../../src/vocabulary/index.ts';
import { campaignOf } from '../support/campaign.ts';
import { loss, policyOf } from '../support/ledger-case.ts';
import { spentOf } from './clients.ts';
import { expectThat } from './expectation.ts';
import { placeInMemory } from './ledger-place.ts';
import type { Target, TargetOf } from './lives.ts';
import { SIMULATED } from './simulated-paths.ts';

const campaign = campaignOf({ fewest: 1 });
const fingerprint = await fingerprintOf(campaign);
const secrets = drawSecrets(campaign);
const collecting = { campaign, fingerprint, collectorTokens: secrets.organiser.collectorTokens, pauses: [] };
const ROUND = 1;
/** Whoever reports when everything is over. */
const LAST = 9;

interface OpenAggregator {
  readonly seat: AggregatorSeat;
  readonly noiseKey: Uint8Array;
}

/** As an aggregator is started. */
async function openAggregator(place: number): Promise<OpenAggregator> {
  const store = openSqliteStore(join(SIMULATED, `place-${place}.store`));
  const noiseKey = await openNoiseKey(join(SIMULATED, `place-${place}.key`), store);
  await store.enter(fingerprint, campaign);
  const own = campaign.aggregators[place];
  const serving = { campaigns: new Map([[fingerprint, campaign]]), own, store };
  return { seat: seatsOf({ ...serving, secrets: readSecrets(secrets.aggregators[place]) })(fingerprint), noiseKey };
}

/** What an aggregator answers, without the wire: each path does what its route does. */
async function answered(path: string, { seat, noiseKey }: OpenAggregator): Promise<object | Buffer> {
  const { store } = seat;
  const [, verb] = /^(?:rounds\/1\/)?([a-z]+)/.exec(path) ?? [];
  switch (verb) {
    case 'close':
      await store.close(fingerprint, ROUND);
      return { close: ROUND };
    case 'received':
      return {
        rounds: [
          {
            round: ROUND,
            state: await store.stateOf(fingerprint, ROUND),
            reports: await store.count(fingerprint, ROUND),
          },
        ],
      };
    case 'labels':
      return bytesOf(await store.labels(fingerprint, ROUND));
    case 'agreed':
      return Buffer.from((await store.agreed(fingerprint))?.reports ?? '', 'hex');
    case 'agree':
      return agree(seat, undefined, new URLSearchParams(path.split('?')[1]).get('reports') ?? undefined);
    case 'release':
      return releaseTotal(seat, undefined, noiseKey);
    default:
      throw new Error(`no such path: ${path}`);
  }
}

const wired =
  (aggregators: readonly OpenAggregator[]): typeof fetch =>
  async url => {
    const [, address, path] = /^(.*)\/v1\/collect\/[0-9a-f]+\/(.*)$/.exec(String(url)) ?? [];
    try {
      const reply = await answered(path, aggregators[campaign.aggregators.indexOf(address)]);
      return new Response(Buffer.isBuffer(reply) ? new Uint8Array(reply) : JSON.stringify(reply));
    } catch (thrown) {
      if (!(thrown instanceof Refusal)) throw thrown;
      const { code, message: detail } = thrown;
      return new Response(JSON.stringify({ code, detail }), { status: refusals[code].status });
    }
  };

/** What people and the organiser were told. */
class Participants {
  /** By name: how many aggregators said that they have the report. */
  private readonly accepted = new Map<string, number>();
  private readonly tried = new Set<string>();
  private readonly released = new Map<number, string>();
  private estimates: string | undefined;

  /** One after the other, as a device does; the second only if the first took it. */
  async report(person: number, aggregators: readonly OpenAggregator[]): Promise<void> {
    const name = `person ${person}`;
    this.tried.add(name);
    for (const [place, { seat }] of aggregators.entries()) {
      const share = oneHot(place === 0 ? person % 3 : 0, 3);
      const labels = Buffer.from(name.padEnd(16) + 'once'.padEnd(16));
      const batch = { labels, shares: Buffer.from(share.buffer) };
      const [outcome] = await seat.store.add(fingerprint, ROUND, batch);
      const isKnown = (this.accepted.get(name) ?? 0) > place;
      expectThat(outcome !== 'differs' && !(isKnown && outcome === 'new'), `${name} was accepted, and is ${outcome}`);
      this.accepted.set(name, Math.max(place + 1, this.accepted.get(name) ?? 0));
    }
  }

  async publish(ledger: Ledger): Promise<void> {
    const { estimates, reports } = await publish(collecting, ledger);
    const text = canonicalJson(estimates as never);
    expectThat((this.estimates ?? text) === text, 'two results were published');
    expectThat((reports ?? -1) >= this.sure() && (reports ?? -1) <= this.tried.size, 'other reports were counted');
    expectThat(spentOf(ledger) > 0, 'a result was published without its charge');
    this.estimates = text;
  }

  async check(ledger: Ledger, aggregators: readonly OpenAggregator[]): Promise<void> {
    const spent = spentOf(ledger);
    expectThat(spent === 0 || spent === COST, `a campaign costs ${COST}, and ${spent} was charged`);
    for (const [place, { seat }] of aggregators.entries()) {
      const { store } = seat;
      const own = [...this.accepted.values()].filter(count => count > place).length;
      expectThat((await store.count(fingerprint, ROUND)) >= own, 'a report that was accepted is lost');
      const release = await store.released(fingerprint);
      const before = this.released.get(place);
      expectThat(before === undefined || before === JSON.stringify(release), 'an aggregator released two totals');
      if (release === undefined) continue;
      this.released.set(place, JSON.stringify(release));
      await store.visit(fingerprint, () => expectThat(false, 'shares are kept though their total was released'));
    }
  }

  /** How many certainly count. */
  sure(): number {
    return [...this.accepted.values()].filter(count => count === campaign.aggregators.length).length;
  }
}

/** In thousandths: noise of epsilon 1, for one aggregator of which everybody knows all others. */
const COST = 1000;

export const collectionTarget: TargetOf = machine => {
  const { below } = machine;
  const place = placeInMemory(machine, { policy: policyOf(loss(1000)), anchored: below(2) === 0 });
  const participants = new Participants();
  const open = async () => {
    const aggregators = [await openAggregator(0), await openAggregator(1)];
    globalThis.fetch = wired(aggregators);
    const ledger = await place.open();
    await participants.check(ledger, aggregators);
    for (const { seat } of aggregators)
      if ((await seat.store.stateOf(fingerprint, ROUND)) === 'waiting') await seat.store.open(fingerprint, ROUND);
    return { aggregators, ledger };
  };
  const isOpen = async (aggregators: readonly OpenAggregator[]): Promise<boolean> =>
    (await Promise.all(aggregators.map(({ seat }) => seat.store.stateOf(fingerprint, ROUND)))).every(
      state => state === 'open',
    );
  const target: Target = {
    async live() {
      const { aggregators, ledger } = await open();
      for (let turn = below(4); turn > 0 && (await isOpen(aggregators)); turn -= 1)
        await participants.report(below(5), aggregators);
      if (below(2) === 0 && participants.sure() > 0) await participants.publish(ledger);
    },
    async between() {},
    async last() {
      const { aggregators, ledger } = await open();
      if (await isOpen(aggregators)) await participants.report(LAST, aggregators);
      if (participants.sure() === 0) return;
      await participants.publish(ledger);
      await participants.publish(ledger);
      await participants.check(ledger, aggregators);
      expectThat(spentOf(ledger) === COST, 'a campaign was not charged once');
    },
  };
  return target;
};
