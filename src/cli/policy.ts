/**
 * `sortition policy accept`: a changed policy counts only after somebody gave a reason, which the ledger keeps. `sortition policy
 * check`: what the policy makes of the data, for whoever owns them.
 */
import type { Command } from 'commander';
import type { PolicyFit } from '../answer.ts';
import { placesIn } from '../source/index.ts';
import { withData } from './opened-data.ts';
import type { Talk } from './reply.ts';

interface Flags {
  readonly policy: string;
  readonly reason: string;
}

export function addPolicy(program: Command, { say, note }: Talk): void {
  const policyCommand = program.command('policy').description('check a policy, and manage its changes');
  policyCommand
    .command('accept')
    .description('accept the current policy in place of the one the ledger was created for')
    .requiredOption('--policy <file>', 'the policy; columns may be undecided')
    .requiredOption('--reason <words>', 'why; recorded in the ledger')
    .option('--json', 'one JSON object on standard output')
    .action(({ policy, reason }: Flags) =>
      withData({ policy, draft: true, note }, async ({ deployment }) => {
        const receipt = await deployment.ledger.acceptPolicy(reason);
        await say({ json: receipt, text: `Accepted in entry ${receipt.entry}: ${policy} applies from now on.` });
      }),
    );
  policyCommand
    .command('check')
    .description(
      'for the data owner: what the bounds, types and keys of the policy cut off; exact numbers, not for publication',
    )
    .requiredOption('--policy <file>', 'the policy')
    .option('--json', 'one JSON object on standard output')
    .action(async ({ policy }: Pick<Flags, 'policy'>) => {
      const placeOf = await placesIn(policy);
      await withData({ policy, note }, async ({ deployment }) => {
        const { policyFit, rememberCheck } = await import('../answer.ts');
        const fit = placed(await policyFit(deployment), placeOf);
        await rememberCheck(deployment.policy);
        await say({ json: fit, text: fitText(fit) });
      });
    });
}

function placed({ warnings, tables }: PolicyFit, placeOf: (place: readonly string[]) => string): PolicyFit<string> {
  const withPlaces = (found: PolicyFit['warnings']): PolicyFit<string>['warnings'] =>
    found.map(warning => ({ ...warning, place: placeOf(warning.place) }));
  return {
    warnings: withPlaces(warnings),
    tables: tables.map(table => ({ ...table, warnings: withPlaces(table.warnings) })),
  };
}

function fitText({ warnings, tables }: PolicyFit<string>): string {
  const described = (heading: string, found: PolicyFit<string>['warnings']): string =>
    [heading, ...found.map(({ place, message }) => `  ${place}\n    ${message}`)].join('\n');
  const number = [warnings, ...tables.map(table => table.warnings)].flat().length;
  return [
    ...(warnings.length > 0 ? [described('The policy:', warnings)] : []),
    ...tables.map(({ table, rows, warnings: found }) =>
      described(
        `Table ${table}, ${rows.toLocaleString('en')} rows: ${found.length === 0 ? 'everything fits.' : ''}`.trimEnd(),
        found,
      ),
    ),
    `${number === 1 ? '1 warning' : `${number} warnings`}. These are exact numbers about people: do not publish them.`,
  ].join('\n\n');
}
