/** `sortition collect`: asking people instead of a table. */
import type { Command } from 'commander';
import { addCollectCreate } from './collect-create.ts';
import { addCollectOpen } from './collect-open.ts';
import { addCollectPlan } from './collect-plan.ts';
import { addCollectPublish } from './collect-publish.ts';
import { addCollectServe } from './collect-serve.ts';
import { addCollectSimulate } from './collect-simulate.ts';
import { addCollectTickets } from './collect-tickets.ts';
import type { Talk } from './reply.ts';

export function addCollect(program: Command, { say, note }: Talk): void {
  const collect = program.command('collect').description('collect answers from people instead of a table, by sampling');
  addCollectPlan(collect, say);
  addCollectSimulate(collect, say);
  addCollectCreate(collect, say);
  addCollectTickets(collect, say);
  addCollectServe(collect, say, note);
  addCollectOpen(collect, say);
  addCollectPublish(collect, say, note);
}
