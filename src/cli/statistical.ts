/** `sortition statistical`: how private exact answers are against an adversary who knows only the distribution. One file a command. */
import type { Command } from 'commander';
import type { Talk } from './reply.ts';
import { addStatisticalProperty } from './statistical-property.ts';
import { addStatisticalSum } from './statistical-sum.ts';
import { addStatisticalTogether } from './statistical-together.ts';

export function addStatistical(program: Command, { say }: Talk): void {
  const statistical = program
    .command('statistical')
    .description('privacy of exact answers against an attacker who knows only the distribution');
  addStatisticalProperty(statistical, say);
  addStatisticalSum(statistical, say);
  addStatisticalTogether(statistical, say);
}
