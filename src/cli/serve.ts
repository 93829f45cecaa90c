/** `sortition serve`: the HTTP service over the data of a policy, until it is stopped. */
import type { Command } from 'commander';
import { refuse } from '../vocabulary/index.ts';
import { number, read } from './flags.ts';
import { interrupted } from './interruption.ts';
import { warnOfPlainHttp } from './plain-http.ts';
import type { Talk } from './reply.ts';
import { addCampaignFlags, type CampaignFlags, campaignsOf } from './serve-campaigns.ts';

interface Flags extends CampaignFlags {
  readonly policy: string;
  readonly host: string;
  readonly port: number;
  readonly timeout?: number;
  readonly requestsPerMinute?: number;
  readonly releases?: string;
  readonly hierarchies?: string;
}

export function addServe(program: Command, { note }: Talk): void {
  const serve = program
    .command('serve')
    .description('run the HTTP service: questions, prices and budgets for everyone with a token')
    .requiredOption('--policy <file>', 'the policy')
    .option('--host <address>', 'where to listen', '127.0.0.1')
    .option('--port <number>', 'where to listen; 0 picks a free port', read(number, 'port'), 8765)
    .option('--timeout <seconds>', 'the time limit of one question', read(number, 'timeout'))
    .option(
      '--requests-per-minute <number>',
      'the request limit of one token (default: 600)',
      read(number, 'requests-per-minute'),
    )
    .option('--releases <folder>', 'the folder for samples drawn over HTTP (default: <ledger>.releases)')
    .option(
      '--hierarchies <folder>',
      'the folder of hierarchy files that recoding rules may use over HTTP (default: none)',
    );
  addCampaignFlags(serve).action(
    async ({ policy, host, port, timeout, requestsPerMinute, releases, hierarchies, ...flags }: Flags) => {
      if (requestsPerMinute !== undefined && !(requestsPerMinute >= 1))
        refuse('value_out_of_range', `--requests-per-minute must be at least 1; it is ${requestsPerMinute}.`);
      const campaigns = campaignsOf(flags);
      const { startService } = await import('../service/index.ts');
      const limits = timeout === undefined ? {} : { timeoutMilliseconds: 1000 * timeout };
      const service = await startService({
        ...{ policy, host, port, requestsPerMinute, releases, hierarchies, campaigns },
        ...limits,
      });
      // whoever hears that it listens may stop it
      const stopped = interrupted();
      await warnOfPlainHttp(host, note);
      await note(`Listening at ${service.address}. Create tokens with sortition token create; press Ctrl-C to stop.`);
      await stopped;
      await note('Stopping once the running questions have finished.');
      await service.stop();
    },
  );
}
