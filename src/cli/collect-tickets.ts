/** `sortition collect tickets`: one for each person who may take part. */
import type { Command } from 'commander';
import { readCampaignFile, readOrganiser } from '../collect/organiser/index.ts';
import { refuse } from '../vocabulary/index.ts';
import { number, read } from './flags.ts';
import { checkWritable, writeOutOwnerOnly } from './output-file.ts';
import type { Say } from './reply.ts';

interface Flags {
  readonly campaign: string;
  readonly organiser: string;
  readonly count: number;
  readonly out: string;
}

const COUNT_MAX = 10_000_000;

export function addCollectTickets(collect: Command, say: Say): void {
  collect
    .command('tickets')
    .description('tickets to hand out: each lets one person report once')
    .requiredOption('--campaign <file>', 'the public file of the campaign')
    .requiredOption('--organiser <file>', "the organiser's secrets")
    .requiredOption('--count <number>', 'how many', read(number, 'count'))
    .requiredOption('--out <file>', 'the file for the tickets, one per line')
    .option('--json', 'one JSON object on standard output')
    .action(async ({ campaign: path, organiser, count, out }: Flags) => {
      if (!(Number.isSafeInteger(count) && count >= 1 && count <= COUNT_MAX))
        refuse('value_out_of_range', `--count must be a whole number from 1 to ${COUNT_MAX}; it is ${count}.`);
      const { fingerprintOf } = await import('../collect/protocol/index.ts');
      const { issueTickets, readTicketKey, ticketKeyFor } = await import('../collect/tickets/index.ts');
      const [campaign, { ticketKey }] = await Promise.all([readCampaignFile(path), readOrganiser(organiser)]);
      await checkWritable(out);
      const key = ticketKeyFor(readTicketKey(ticketKey), await fingerprintOf(campaign));
      await writeOutOwnerOnly(out, `${issueTickets(key, count).join('\n')}\n`);
      return say({
        json: { count, out },
        text: `${count} tickets are in ${out}. Anyone who knows who got which ticket can find out who took part, but not what they answered.`,
      });
    });
}
