/** Analysts at one ledger: the real code of reserving, settling, drawing and retiring, each in a process of its own, over one chain in memory. */
import { createHash } from 'node:crypto';
import { amounts } from '../../src/amounts/index.ts';
import type { Deployment } from '../../src/answer/deployment.ts';
import { createSample, retireDraw } from '../../src/answer/making.ts';
import { questionOf } from '../../src/answer/question.ts';
import { askingOf, reserved } from '../../src/answer/reservation.ts';
import { checkTogether } from '../../src/answer/workload.ts';
import type { AnchorFile, AnchorLine } from '../../src/ledger/anchor/anchor-file.ts';
import { anchoredStore } from '../../src/ledger/anchor/anchored-store.ts';
import { type Book, emptyBook } from '../../src/ledger/book.ts';
import { chainedLedger } from '../../src/ledger/chained-ledger.ts';
import { type Ledger, openingOf } from '../../src/ledger/index.ts';
import type { KeyStore } from '../../src/ledger/keys/sample-key.ts';
import { post } from '../../src/ledger/posting.ts';
import type { Plan } from '../../src/plan/index.ts';
import { loadPolicy } from '../../src/source/index.ts';
import { Refusal, type RefusalCode } from '../../src/vocabulary/index.ts';
import { type ChainPlace, memoryStore, newChain } from '../crash/memory-store.ts';
import { asking, costing, loss } from '../support/ledger-case.ts';
import { policy as clinic } from '../support/sampled-clinic.ts';
import type { Turns, World } from './schedules.ts';

/** What one program does, in words. */
export type Action =
  | { readonly do: 'ask'; readonly plan: string; readonly key?: string; readonly cost: string; readonly fails?: true }
  | { readonly do: 'ask sample' | 'ask part'; readonly name: string }
  | { readonly do: 'create' | 'retire'; readonly name: string }
  | { readonly do: 'grant'; readonly cost: string }
  /** The process of the program at this place is no more. */
  | { readonly do: 'kill'; readonly place: number };

export interface Scenario {
  readonly name: string;
  readonly budget: string;
  readonly anchored?: true;
  readonly actions: readonly Action[];
  /** Refusals that this scenario may end in, beside a question that is in progress. */
  readonly refused?: readonly RefusalCode[];
}

const policy = await loadPolicy({ ...clinic, ledger: 'sqlite:somewhere.ledger' });
const present = { states: { nameOf: () => 'now', live: false, announced: null }, version: '1' };
const clock = (): Date => new Date(0);

const planOf = (action: { do: string; name: string }): Plan => ({
  version: 1,
  input:
    action.do === 'ask part'
      ? {
          kind: 'part',
          input: { kind: 'scan', table: 'visits' },
          split: { kind: 'random', parts: ['left', 'right'].map(name => ({ name, rate: '0.5' })) },
          name: null,
          part: action.name,
        }
      : { kind: 'sample', input: { kind: 'scan', table: 'visits' }, scheme, name: action.name },
  grouping: { kind: 'none' },
  aggregates: [{ kind: 'units', name: 'units' }],
  afterwards: {},
});

const scheme = { kind: 'bernoulli', rate: '0.5' } as const;

/** Keys that are the same in every order. */
function keysOf(place: number, kept: Map<string, string>): KeyStore {
  let drawn = 0;
  return {
    draw() {
      const key = createHash('sha256').update(`${place} ${++drawn}`).digest('hex');
      const commitment = createHash('sha256').update(key).digest('hex');
      return { key, commitment };
    },
    async keep({ key, commitment }) {
      kept.set(commitment, key);
    },
    read: async commitment => {
      const key = kept.get(commitment);
      if (key === undefined) throw new Error('the key of a live sample is missing');
      return key;
    },
    async erase(commitment) {
      kept.delete(commitment);
    },
  };
}

function memoryAnchor(): AnchorFile {
  const lines: AnchorLine[] = [];
  const last = (): AnchorLine | undefined => lines.at(-1);
  return { last, lines: () => lines, keep: async line => void (last()?.head === line.head || lines.push(line)) };
}

export interface Outcome {
  readonly action: Action;
  answer?: string;
  refused?: RefusalCode;
}

export class ReservationWorld implements World {
  readonly programs = new Map<string, (turns: Turns) => Promise<void>>();
  readonly outcomes: Outcome[];
  private readonly chain: ChainPlace = newChain();
  private readonly keys = new Map<string, string>();
  private readonly book: Book = emptyBook();
  private readonly killed = new Set<number>();
  private readonly anchor = memoryAnchor();
  private readonly scenario: Scenario;

  private constructor(scenario: Scenario) {
    this.scenario = scenario;
    this.outcomes = scenario.actions.map(action => ({ action }));
  }

  static async of(scenario: Scenario): Promise<ReservationWorld> {
    const world = new ReservationWorld(scenario);
    for (const [place, action] of scenario.actions.entries()) {
      const gate: { turns?: Turns } = {};
      const ledger = await world.open(place, gate);
      world.programs.set(`${place}`, async turns => {
        gate.turns = turns;
        await world.run(ledger, action, place, turns);
      });
    }
    return world;
  }

  isDead(name: string): boolean {
    return this.killed.has(Number(name));
  }

  durable(): string {
    return `${this.chain.entries.at(-1)?.hash} ${[...this.keys.keys()].sort()} ${[...this.killed]}`;
  }

  /** Never overspent, one draw a name, one charge a question. */
  check(): void {
    for (const entry of this.chain.entries.slice(this.book.entries)) post(this.book, entry);
    const { spent, budget, samples } = this.book;
    if (!amounts.fits(spent.epsilon!, budget.epsilon)) throw new Error('overspent');
    const requests = [...this.book.charges.values()].filter(
      ({ nodes }) => !nodes.some(node => this.book.retired.has(node)),
    );
    // in each world all questions of a sample or part are one question
    const asked = requests.map(({ request, nodes }) => nodes.find(node => node.includes('@')) ?? request);
    if (new Set(asked).size !== asked.length) throw new Error('charged twice');
    for (const { retired, commitment } of samples.values())
      if (retired === null && !this.keys.has(commitment ?? '')) throw new Error('a live sample lost its key');
    const drawn = this.chain.entries.filter(({ kind }) => kind === 'sample-created').length;
    if (drawn !== samples.size + this.redrawn()) throw new Error('a name was drawn twice');
  }

  /** Everybody who was turned away asks once more; then equal questions have equal answers, and every answer its charge. */
  async end(): Promise<void> {
    for (const [place, outcome] of this.outcomes.entries())
      if (outcome.refused === 'in_progress' || outcome.refused === 'sample_retired')
        await this.run(await this.open(100 + place, {}), outcome.action, place, { wait: async () => {} });
    this.check();
    const answers = new Map<string, string>();
    for (const { action, answer } of this.outcomes) {
      if (action.do !== 'ask' || answer === undefined) continue;
      if ((answers.get(action.plan) ?? answer) !== answer) throw new Error('two answers to one question');
      answers.set(action.plan, answer);
    }
    const settled = [...this.book.charges.values()].filter(charge => charge.settled !== null).length;
    if (settled < answers.size) throw new Error('an answer without its charge');
  }

  /** What was charged in all, exactly. */
  spent(): string {
    return amounts.text(this.book.spent.epsilon!);
  }

  /** How often a name was drawn again after it was retired. */
  private redrawn(): number {
    const { retired, samples } = this.book;
    return [...retired.values()].filter(({ name, node }) => samples.get(name)?.node !== node).length;
  }

  private async open(place: number, gate: { turns?: Turns }): Promise<Ledger> {
    const store = memoryStore(this.chain, `holder ${place}`, {
      before: async call => {
        await gate.turns?.wait(call);
      },
      commit: () => {},
    });
    const { policy: opened } = openingOf(policy);
    const kept = this.scenario.anchored ? anchoredStore(store, this.anchor, clock) : store;
    const budget = loss(this.scenario.budget);
    return chainedLedger(kept, { policy: { ...opened, budget }, clock, keys: keysOf(place, this.keys) });
  }

  private async run(ledger: Ledger, action: Action, place: number, turns: Turns): Promise<void> {
    const outcome = this.outcomes[place];
    if (this.killed.has(place)) return;
    delete outcome.refused;
    try {
      await this.act(ledger, action, outcome, turns);
    } catch (thrown) {
      const mayBe = ['in_progress', 'sample_retired', 'hold_lost', ...(this.scenario.refused ?? [])];
      if (!(thrown instanceof Refusal && mayBe.includes(thrown.code))) throw thrown;
      outcome.refused = thrown.code;
    }
  }

  private async act(ledger: Ledger, action: Action, outcome: Outcome, turns: Turns): Promise<void> {
    const on = { ledger, policy, present: async () => present, engine: async () => ({ forget: async () => {} }) };
    const deployment = on as unknown as Deployment;
    switch (action.do) {
      case 'ask':
        return this.ask(ledger, action, outcome);
      case 'ask sample':
      case 'ask part': {
        const question = questionOf([planOf(action)], { epsilon: '0.1' }, 'ada');
        const { hold } = await reserved(askingOf(question, checkTogether(question.plans, policy), present), deployment);
        if (hold.kind === 'hold') await ledger.settle(hold, `entry ${hold.lease}`);
        return;
      }
      case 'create':
        return void (await createSample({ name: action.name, table: 'visits', scheme }, 'ada', deployment));
      case 'retire':
        return retireDraw(action.name, 'over', deployment);
      case 'grant':
        return void (await ledger.grant(loss(action.cost), 'more'));
      case 'kill':
        await turns.wait('kill');
        this.killed.add(action.place);
        this.chain.running.delete(`holder ${action.place}`);
    }
  }

  private async ask(ledger: Ledger, action: Action & { do: 'ask' }, outcome: Outcome): Promise<void> {
    const request = asking(action.plan, { idempotencyKey: action.key ?? null });
    const reservation = await ledger.reserve(request, costing(action.cost));
    if (reservation.kind === 'recorded') outcome.answer = reservation.answer as string;
    else if (action.fails) await ledger.fail(reservation, 'engine');
    else {
      const answer = `entry ${reservation.lease}`;
      await ledger.settle(reservation, answer);
      outcome.answer = answer;
    }
  }
}
