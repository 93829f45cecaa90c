/** `sortition serve`: the HTTP service over the data of a policy, until it is stopped. */
import type { Command } from 'commander';
import type { ServedCampaigns } from '../service/index.ts';
import { refuse } from '../vocabulary/index.ts';
import { decimal, number, read } from './flags.ts';
import { interrupted } from './interruption.ts';
import { warnOfPlainHttp } from './plain-http.ts';
import type { Talk } from './reply.ts';

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

/** For campaigns: their folder, and the ledger of all people whom they ask. */
interface CampaignFlags {
  readonly campaigns?: string;
  readonly collectLedger?: string;
  readonly collectBudgetEpsilon?: string;
  readonly collectBudgetDelta: string;
}

const addCampaignFlags = (serve: Command): Command =>
  serve
    .option('--campaigns <folder>', 'the folder of campaigns, one subfolder each, as collect create writes them')
    .option(
      '--collect-ledger <address>',
      'sqlite:FILE or postgres:env:NAME, one for all campaigns that ask the same people',
    )
    .option('--collect-budget-epsilon <number>', 'for all of them together', read(decimal, 'collect-budget-epsilon'))
    .option('--collect-budget-delta <number>', 'for those without noise', read(decimal, 'collect-budget-delta'), '0');

/** All three or none: without a ledger nothing could be published, and nobody would know before the end. */
function campaignsOf(flags: CampaignFlags): ServedCampaigns | undefined {
  const { campaigns: folder, collectLedger: ledger, collectBudgetEpsilon: epsilon, collectBudgetDelta: delta } = flags;
  if (folder === undefined && ledger === undefined && epsilon === undefined) return undefined;
  if (folder !== undefined && ledger !== undefined && epsilon !== undefined)
    return { folder, ledger, budget: { epsilon, delta } };
  return refuse('usage', '--campaigns, --collect-ledger and --collect-budget-epsilon go together. Give all three.');
}
