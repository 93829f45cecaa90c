/** Two long-lived processes race for the last of a budget, through the front door, round after round. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { amounts } from '../../src/amounts/index.ts';
import type { AskCommand } from './ask-worker.ts';
import { clinicPolicy, inClinic } from './clinic.ts';

const worker = fileURLToPath(new URL('ask-worker.ts', import.meta.url));

const question: AskCommand = { sql: 'SELECT count(*) FROM visits', epsilon: '0.1' };

const heard = async (child: ChildProcess): Promise<string> => String((await once(child, 'message'))[0]);

interface Finish {
  /** What the two were told in each round, in alphabetical order. */
  readonly rounds: readonly string[];
  readonly spent: number;
  readonly budget: number;
  readonly verified: boolean;
}

/** Each round begins with exactly one question's worth: 0.1, which no double is. */
export const raceToAsk = (rounds: number): Promise<Finish> =>
  inClinic(
    async clinic => {
      const start = (analyst: string) => fork(worker, [clinic.policy, analyst], { execArgv: ['--import', 'tsx'] });
      const custodian = await clinic.open();
      const { ledger } = custodian.deployment;
      const racers = ['ada', 'bob'].map(start);
      await Promise.all(racers.map(heard));
      const lines: string[] = [];
      for (let round = 0; round < rounds; round += 1) {
        if (round > 0) await ledger.grant({ epsilon: amounts.written('0.1'), delta: amounts.none }, 'another round');
        const outcomes = racers.map(heard);
        for (const racer of racers) racer.send(question);
        lines.push((await Promise.all(outcomes)).sort().join(', '));
      }
      for (const racer of racers) {
        racer.disconnect();
        await once(racer, 'exit');
      }
      const { spent, budget } = await ledger.budget();
      const { verified } = await ledger.verify();
      await custodian.close();
      return { rounds: lines, spent: spent.epsilon!, budget: budget.epsilon!, verified };
    },
    { ...clinicPolicy, budget: { epsilon: 0.1 } },
  );
