/**
 * What the clients of a ledger remember, outside everything that crashes: what they were told, and what may have happened when
 * they were told nothing. Each question is charged at most once and has at most one answer, for ever.
 */

import { amounts } from '../../src/amounts/index.ts';
import type { Book } from '../../src/ledger/book.ts';
import type { Hold, Ledger, Receipt } from '../../src/ledger/index.ts';
import { asking, costing } from '../support/ledger-case.ts';
import { expectThat } from './expectation.ts';

export interface ClientQuestion {
  readonly analyst: string;
  readonly plan: string;
  readonly key: string | null;
  readonly fresh: boolean;
  /** In thousandths. */
  readonly cost: number;
}

/** Of one question: whether it is charged, and every answer that it may have. */
interface Remembered {
  charged: 'no' | 'maybe' | 'yes';
  readonly cost: number;
  /** Nothing else may be told from here on. */
  answered: string | undefined;
  readonly tried: Set<string>;
}

export class Clients {
  /** Charges that somebody was told of, in thousandths. */
  private acknowledged = 0;
  private seen = 0;
  /** New noise is another question under every key; otherwise a key stands for the question that it was used with. */
  private readonly questions = new Map<string, Remembered>();
  private readonly wordings = new Set<string>();
  private receipts: Receipt[] = [];
  private answers = 0;
  /** What was lost with a ledger is another history. */
  private histories = 1;

  /** Asks, and does with the hold what `fate` says. */
  async ask(ledger: Ledger, question: ClientQuestion, fate: 'settle' | 'fail' | 'leave'): Promise<void> {
    const remembered = this.of(question);
    const { analyst, plan, key, fresh, cost } = question;
    const idempotencyKey = key === null ? null : `${key} of history ${this.histories}`;
    const request = asking(`${plan} of history ${this.histories}`, { analyst, idempotencyKey, fresh });
    const before = spentOf(ledger);
    if (remembered.charged === 'no') remembered.charged = 'maybe';
    const reservation = await ledger.reserve(request, costing(`${cost}e-3`));
    const isCharged = reservation.kind === 'hold' && !reservation.resumed;
    expectThat(!isCharged || remembered.charged === 'maybe', `${plan} was charged twice`);
    expectThat(spentOf(ledger) >= before + (isCharged ? cost : 0), `${plan} was given without its charge`);
    if (remembered.charged === 'maybe') this.acknowledged += cost;
    remembered.charged = 'yes';
    this.receipts.push({ entry: reservation.entry, head: reservation.head });
    if (reservation.kind === 'recorded') this.expectAnswer(remembered, reservation.answer as string, plan);
    else await this.answer(ledger, reservation, remembered, fate);
  }

  /** Everything that was told is still so. */
  async check(ledger: Ledger): Promise<void> {
    await ledger.budget();
    const spent = spentOf(ledger);
    const maybe = [...this.questions.values()].filter(({ charged }) => charged === 'maybe');
    const most = this.acknowledged + maybe.reduce((sum, { cost }) => sum + cost, 0);
    expectThat(spent >= this.seen, `spent fell from ${this.seen} to ${spent}`);
    expectThat(spent >= this.acknowledged, `spent is ${spent}, and ${this.acknowledged} was acknowledged`);
    expectThat(spent <= most, `spent is ${spent}, and at most ${most} was asked for`);
    this.seen = spent;
    const verified = await ledger.verify(this.receipts.at(-1));
    expectThat(verified.verified, verified.verified ? '' : verified.problem);
    const { heads } = ledger.state() as Book;
    for (const { entry, head } of this.receipts)
      expectThat(heads[entry - 1] === head, `the receipt of entry ${entry} is not honoured`);
  }

  /** After a gap was marked as spent: all that was acknowledged is in it, and whoever asks asks something new. */
  recovered(ledger: Ledger): void {
    const spent = spentOf(ledger);
    expectThat(spent >= this.acknowledged, `recovered ${spent}, and ${this.acknowledged} was acknowledged`);
    this.acknowledged = spent;
    this.seen = spent;
    this.receipts = [];
    this.questions.clear();
    this.wordings.clear();
    this.histories += 1;
  }

  /** All that was ever asked, to its end. */
  asked(): readonly ClientQuestion[] {
    return [...this.wordings].map(text => JSON.parse(text) as ClientQuestion);
  }

  /** Nobody is in doubt any more. */
  checkExact(ledger: Ledger): void {
    expectThat(spentOf(ledger) === this.acknowledged, `spent ${spentOf(ledger)} is not the sum ${this.acknowledged}`);
  }

  /** Of costs that are no questions', such as those of a release. */
  paid(cost: number): void {
    this.acknowledged += cost;
  }

  private of(question: ClientQuestion): Remembered {
    const { analyst, plan, key, fresh } = question;
    this.wordings.add(JSON.stringify(question));
    const name = JSON.stringify([analyst, fresh ? key : plan]);
    const remembered: Remembered = this.questions.get(name) ?? {
      charged: 'no',
      cost: question.cost,
      answered: undefined,
      tried: new Set(),
    };
    this.questions.set(name, remembered);
    return remembered;
  }

  private async answer(ledger: Ledger, hold: Hold, remembered: Remembered, fate: 'settle' | 'fail' | 'leave') {
    expectThat(remembered.answered === undefined, 'what was answered is given out again');
    if (fate === 'leave') return;
    if (fate === 'fail') return void (await ledger.fail(hold, 'engine'));
    const text = `answer ${++this.answers}`;
    remembered.tried.add(text);
    this.receipts.push(await ledger.settle(hold, text));
    this.expectAnswer(remembered, text, text);
  }

  private expectAnswer(remembered: Remembered, answer: string, plan: string): void {
    expectThat(remembered.tried.has(answer), `${plan} is told ${answer}, which nobody computed`);
    expectThat(remembered.answered === undefined || remembered.answered === answer, `${plan} is told two answers`);
    remembered.answered = answer;
  }
}

/** In thousandths. */
export const spentOf = (ledger: Ledger): number =>
  Math.round(amounts.number(ledger.state().spent.epsilon!, 'up') * 1000);
