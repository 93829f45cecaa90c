/** The most that a question may cost, as every command that charges for one takes it. */
import type { Command } from 'commander';
import { decimal, read } from './flags.ts';

export const withCostFlags = (command: Command): Command =>
  command
    .option('--epsilon <epsilon>', 'the most epsilon to charge', read(decimal, 'epsilon'))
    .option('--delta <delta>', 'the most delta to charge (default: 0)', read(decimal, 'delta'))
    .option(
      '--rho <rho>',
      'the most rho to charge, instead of epsilon, under a concentrated budget',
      read(decimal, 'rho'),
    );
