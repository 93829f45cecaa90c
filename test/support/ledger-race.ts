/** A race for the last of a budget, round after round, between processes that stay. */

import { loss, policyOf } from './ledger-case.ts';
import type { Start } from './ledger-process.ts';
import type { LedgerStoreCase } from './ledger-stores.ts';

interface Race {
  readonly processes: number;
  readonly rounds: number;
}

interface Result {
  readonly rounds: number;
  /** Rounds in which another number won than the budget pays for, with who won. */
  readonly overspent: readonly string[];
}

/** Before each round a few questions' worth is granted; then all ask at once. The amounts have no exact double. */
export const race = (
  start: Start,
  { inFolder, openAt, database }: LedgerStoreCase,
  { processes, rounds }: Race,
): Promise<Result> =>
  inFolder(async folder => {
    const ledger = await openAt(folder, policyOf(loss('0')));
    // half of them write in a thread of their own: both kinds wait for each other
    const racers = Array.from({ length: processes }, (_, number) =>
      start(folder, '0', { apart: number % 2 === 0, database }),
    );
    for (const racer of racers) await racer.opened();
    const overspent: string[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      const places = 1 + (round % 3);
      await ledger.grant(loss(`0.${places}`), 'another round');
      for (const [number, racer] of racers.entries()) {
        racer.send({ do: 'reserve', plan: `round ${round} of ${number}`, cost: '0.1' });
      }
      const lines = await Promise.all(racers.map(racer => racer.next()));
      const outcomes = lines.map(line => line?.[0]);
      const winners = outcomes.filter(outcome => outcome === 'charged').length;
      const losers = outcomes.filter(outcome => outcome === 'budget_exhausted').length;
      if (winners !== places || losers !== processes - places) overspent.push(`round ${round}: ${outcomes.join(', ')}`);
    }
    await Promise.all(racers.map(racer => racer.end()));
    const { spent, budget } = await ledger.budget();
    if (spent.epsilon !== budget.epsilon) overspent.push(`in all ${spent.epsilon} of ${budget.epsilon}`);
    const { verified } = await ledger.verify();
    if (!verified) overspent.push('the chain broke');
    await ledger.close();
    return { rounds, overspent };
  });
