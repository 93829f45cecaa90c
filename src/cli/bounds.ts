/** `sortition bounds`: sensible bounds of a column, found with noise and charged, for a policy that does not have them yet. */
import type { Command } from 'commander';
import type { AskOptions, FoundBounds } from '../answer.ts';
import { refuse } from '../vocabulary/index.ts';
import { describeLeft, describeSpent } from './answer-text.ts';
import { withCostFlags } from './cost-flags.ts';
import { describeExplanation } from './explain-text.ts';
import { untilInterrupted } from './interruption.ts';
import { withData } from './opened-data.ts';
import type { Talk } from './reply.ts';

interface Flags {
  readonly policy: string;
  readonly table: string;
  readonly column: string;
  readonly epsilon?: string;
  readonly delta?: string;
  readonly rho?: string;
  readonly fresh?: true;
  readonly analyst?: string;
  readonly idempotencyKey?: string;
  readonly explain?: true;
}

export function addBounds(program: Command, { say, note }: Talk): void {
  withCostFlags(
    program
      .command('bounds')
      .description('find bounds of a column for the policy, privately; the policy may be a draft')
      .requiredOption('--policy <file>', 'the policy; columns may be undecided')
      .requiredOption('--table <name>', 'the table')
      .requiredOption('--column <name>', 'its column of numbers, dates or timestamps'),
  )
    .option('--fresh', 'pay for new noise instead of returning the recorded bounds')
    .option('--analyst <name>', 'who asks (default: custodian)')
    .option('--idempotency-key <key>', 'retries with the same key are charged once')
    .option('--explain', 'show the cost and the SQL, and charge nothing')
    .option('--json', 'one JSON object on standard output')
    .action(async ({ policy, table, column, analyst, explain, ...flags }: Flags) => {
      if (flags.epsilon === undefined && flags.rho === undefined)
        refuse('usage', 'Give --epsilon or --rho: bounds need a limit on their cost. See sortition bounds --help.');
      await untilInterrupted(signal =>
        withData({ policy, analyst, draft: true, note }, async data => {
          const question = data.bounds(table, column);
          const options: AskOptions = { ...flags, signal };
          if (explain) {
            const explained = question.explain(options);
            return say({ json: explained, text: describeExplanation(explained) });
          }
          const found = await question.ask(options);
          await say({ json: found, text: describeBounds(found, { table, column }) });
        }),
      );
    });
}

interface Asked {
  readonly table: string;
  readonly column: string;
}

function describeBounds(found: FoundBounds, { table, column }: Asked): string {
  const { min, max, threshold, charged, remaining, recorded } = found;
  const place = `tables.${table}.columns.${column}`;
  const told =
    min === null
      ? [
          `No range of values of ${column} stands out from the noise: each may hold fewer than ${threshold} rows.`,
          'Give a larger epsilon, or write bounds that are public knowledge into the policy.',
        ]
      : [
          `Most values of ${column} lie between ${min} and ${max}. Ranges of values with fewer than ${threshold} rows may lie outside; they would be clamped.`,
          `Write this into ${place} of the policy, then run sortition policy accept:`,
          `  "min": ${JSON.stringify(min)}, "max": ${JSON.stringify(max)}`,
        ];
  const left = `${describeLeft(remaining)} is left of the budget`;
  const paid = recorded
    ? `These bounds were found before, at no charge now (--fresh pays for new noise); ${left}.`
    : `Charged ${describeSpent(charged)}; ${left}.`;
  return [...told, paid].join('\n');
}
