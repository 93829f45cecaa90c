/** `sortition collect`: asking people instead of a table. */
import type { Command } from 'commander';
import { addCollectPlan } from './collect-plan.ts';
import { addCollectSimulate } from './collect-simulate.ts';
import type { Say } from './reply.ts';

export function addCollect(program: Command, say: Say): void {
  const collect = program.command('collect').description('asking people instead of a table, by sampling their answers');
  addCollectPlan(collect, say);
  addCollectSimulate(collect, say);
}
