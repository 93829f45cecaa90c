/** Samples that are drawn by questions or on their own, asked and retired: a name keeps one draw, its key and its people; what is retired is erased. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Amount, amounts } from '../../src/amounts/index.ts';
import type { Deployment } from '../../src/answer/deployment.ts';
import { drawKeys, type Present } from '../../src/answer/draws.ts';
import { createSample, retireDraw } from '../../src/answer/making.ts';
import { questionOf } from '../../src/answer/question.ts';
import { askingOf, reserved } from '../../src/answer/reservation.ts';
import { checkTogether } from '../../src/answer/workload.ts';
import type { Book } from '../../src/ledger/book.ts';
import { type Ledger, openingOf } from '../../src/ledger/index.ts';
import type { Plan } from '../../src/plan/index.ts';
import { drawHash, numberOf } from '../../src/plan/operators/membership.ts';
import { loadPolicy } from '../../src/source/index.ts';
import { Refusal } from '../../src/vocabulary/index.ts';
import { policy as clinic } from '../support/sampled-clinic.ts';
import { expectThat } from './expectation.ts';
import { placeOf } from './ledger-place.ts';
import { oneOf, type Target, type TargetOf, unlessInProgress } from './lives.ts';

const policy = await loadPolicy(clinic);
const present: Present = { states: { nameOf: () => 'as it is', live: false, announced: null }, version: '1' };

/** Half of everybody, so that two draws differ. */
const scheme = { kind: 'bernoulli', rate: '0.5' } as const;
const NAMES = ['first', 'second', 'third'] as const;

const planOf = (name: string, column: string): Plan => ({
  version: 1,
  input: { kind: 'sample', input: { kind: 'scan', table: 'visits' }, scheme, name },
  grouping: { kind: 'none' },
  aggregates: [{ kind: 'units', name: column }],
  afterwards: {},
});

/** Of twenty people those that a key draws. */
const peopleOf = (key: string): string =>
  Array.from({ length: 20 }, (_, person) => `p${person}`)
    .filter(person => numberOf(drawHash(key, person)) < 2n ** 63n)
    .join(' ');

/** What people were told of samples and of questions. */
class SampleClients {
  /** By node: the key that drew it. */
  private readonly keys = new Map<string, string>();
  /** By name: the node that it stands for, once somebody was told. */
  private readonly nodes = new Map<string, string>();
  private readonly answers = new Map<string, string>();
  private readonly charges = new Map<string, Amount>();
  private seen: Amount = amounts.none;
  private answered = 0;

  async create(name: string, on: Deployment): Promise<void> {
    await createSample({ name, table: 'visits', scheme }, 'ada', on);
    this.drawn(name, on.ledger);
  }

  async ask(name: string, column: string, on: Deployment): Promise<void> {
    const { ledger } = on;
    const question = questionOf([planOf(name, column)], { epsilon: '0.01' }, 'ada');
    const reservation = await reserved(askingOf(question, checkTogether(question.plans, policy), present), on);
    const { hold } = reservation;
    const node = await this.drawn(name, ledger);
    const asked = `${node} ${column}`;
    const before = this.charges.get(asked);
    expectThat(before === undefined || amounts.fits(hold.charged.epsilon!, before), `${asked} was charged twice`);
    this.charges.set(asked, hold.charged.epsilon!);
    if (!('priced' in reservation)) return this.expectAnswer(asked, reservation.hold.answer as string);
    const { draws } = reservation.priced;
    expectThat(!this.answers.has(asked), `${asked} is run again though it was answered`);
    expectThat(draws[0].node === node, `${asked} is run on another draw`);
    const people = peopleOf((await drawKeys(draws, ledger.keys))[0]);
    const answer = `${people}: ${++this.answered}`;
    await ledger.settle(reservation.hold, answer);
    this.expectAnswer(asked, answer);
  }

  /** From the moment that it is said nobody counts on the name. */
  async retire(name: string, on: Deployment): Promise<void> {
    this.nodes.delete(name);
    await retireDraw(name, 'not needed', on);
  }

  async check(ledger: Ledger): Promise<void> {
    const { samples, spent } = ledger.state();
    expectThat(amounts.fits(this.seen, spent.epsilon!), 'spent fell');
    const charged = [...this.charges.values()].reduce(amounts.plus, amounts.none);
    expectThat(amounts.fits(charged, spent.epsilon!), 'an answer was not charged');
    this.seen = spent.epsilon!;
    for (const { name, retired } of samples.values()) if (retired === null) await this.drawn(name, ledger);
    for (const [name, node] of this.nodes) expectThat(samples.get(name)?.node === node, `${name} is not what it was`);
  }

  /** What is retired has no key any more. */
  checkErased(ledger: Ledger, folder: string): void {
    const { retired } = ledger.state() as Book;
    for (const [node, key] of this.keys) {
      const commitment = node.split('@')[1];
      const isThere = [...this.commitments].some(each => each.startsWith(commitment) && existsSync(join(folder, each)));
      expectThat(!retired.has(node) || !isThere, `${node} was retired, and its key ${key.slice(0, 4)} is still there`);
    }
  }

  private readonly commitments = new Set<string>();

  /** A name stands for one node, and a node for one key. */
  private async drawn(name: string, ledger: Ledger): Promise<string> {
    const sample = ledger.state().samples.get(name);
    if (sample === undefined || sample.commitment === null) throw new Error(`${name} is not there`);
    const key = await ledger.keys.read(sample.commitment);
    this.commitments.add(sample.commitment);
    const [knownKey, knownNode] = [this.keys.get(sample.node) ?? key, this.nodes.get(name) ?? sample.node];
    expectThat(key === knownKey, `${name} has another key than before`);
    expectThat(knownNode === sample.node, `${name} was drawn twice`);
    this.keys.set(sample.node, key);
    this.nodes.set(name, sample.node);
    return sample.node;
  }

  private expectAnswer(asked: string, answer: string): void {
    const before = this.answers.get(asked) ?? answer;
    expectThat(before === answer, `${asked} is told two answers`);
    this.answers.set(asked, answer);
  }
}

export const samplesTarget: TargetOf = (machine, seed) => {
  const { below } = machine;
  const place = placeOf(machine, seed, { policy: openingOf(policy).policy, anchored: below(2) === 0 });
  const clients = new SampleClients();
  const open = async (): Promise<Deployment> => {
    const ledger = await place.open();
    await clients.check(ledger);
    const engine = async () => ({ forget: async () => {} });
    return { ledger, policy, engine, present: async () => present } as unknown as Deployment;
  };
  const act = async (on: Deployment): Promise<void> => {
    const name = oneOf(below, NAMES);
    const chance = below(8);
    if (chance < 2) await clients.create(name, on);
    else if (chance < 6 || on.ledger.state().samples.get(name)?.retired !== null)
      await unlessInProgress(clients.ask(name, oneOf(below, ['count', 'number']), on));
    else await clients.retire(name, on);
  };
  const target: Target = {
    async live() {
      const on = await open();
      for (let turn = 2 + below(5); turn > 0; turn -= 1) await act(on);
    },
    async between() {},
    async last() {
      const on = await open();
      clients.checkErased(on.ledger, place.keys);
      for (const name of NAMES) for (const column of ['count', 'number']) await clients.ask(name, column, on);
      for (const name of NAMES) await clients.retire(name, on).catch(ignoreUnknown);
      await clients.check(on.ledger);
      clients.checkErased(on.ledger, place.keys);
      expectThat((await on.ledger.verify()).verified, 'the chain does not verify');
      await on.ledger.close();
    },
  };
  return target;
};

function ignoreUnknown(thrown: unknown): void {
  if (!(thrown instanceof Refusal && thrown.code === 'sample_unknown')) throw thrown;
}
