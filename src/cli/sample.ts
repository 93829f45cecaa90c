/** `sortition samples` and `sortition sample create|retire`: the draws that are kept, and what was spent on each. */
import type { Command } from 'commander';
import type { CreatedSample, NewSample } from '../answer.ts';
import type { BudgetReport } from '../ledger/index.ts';
import { bernoulli, fixedSize, fraction } from '../query/index.ts';
import { type PrivacyLoss, refuse } from '../vocabulary/index.ts';
import { describeLeft, describeSpent } from './answer-text.ts';
import { asGiven } from './digits.ts';
import { printable } from './estimate-text.ts';
import { number, rate, read } from './flags.ts';
import { withData } from './opened-data.ts';
import type { Note, Say, Talk } from './reply.ts';
import { table } from './table.ts';

interface CreateFlags {
  readonly policy: string;
  readonly table: string;
  readonly bernoulli?: number;
  readonly fraction?: number;
  readonly fixedSize?: number;
  readonly capEpsilon?: number;
  readonly capDelta?: number;
  readonly analyst?: string;
}

interface RetireFlags {
  readonly policy: string;
  readonly reason: string;
}

export function addSample(program: Command, { say, note }: Talk): void {
  program
    .command('samples')
    .description('list the named samples and splits, with what was spent on each')
    .requiredOption('--policy <file>', 'the policy')
    .option('--json', 'one JSON object on standard output')
    .action(({ policy }: RetireFlags) =>
      withData({ policy, note }, async data => {
        const samples = await data.samples();
        await say({ json: { samples }, text: describeSamples(samples) });
      }),
    );
  const sample = program.command('sample').description('create and retire samples');
  addCreate(sample, say, note);
  sample
    .command('retire <name>')
    .description('erase the key and the copies of a sample; what was spent on it stays spent')
    .requiredOption('--policy <file>', 'the policy')
    .requiredOption('--reason <words>', 'why; recorded in the ledger')
    .option('--json', 'one JSON object on standard output')
    .action((name: string, { policy, reason }: RetireFlags) =>
      withData({ policy, note }, async data => {
        await data.retire(name, reason);
        await say({
          json: { retired: name },
          text: `Retired: ${name}. Its key was erased; what was spent on it stays spent.`,
        });
      }),
    );
}

function addCreate(sample: Command, say: Say, note: Note): void {
  sample
    .command('create <name>')
    .description('draw a named sample of a table; SQL refers to it with REPEATABLE (name)')
    .requiredOption('--policy <file>', 'the policy')
    .requiredOption('--table <table>', 'the table of people')
    .option('--bernoulli <rate>', 'Bernoulli sampling at this rate, above 0 and at most 1', read(rate, 'bernoulli'))
    .option('--fraction <rate>', 'exactly this share of the units', read(rate, 'fraction'))
    .option('--fixed-size <units>', 'exactly this number of units', read(number, 'fixed-size'))
    .option(
      '--cap-epsilon <epsilon>',
      'reserve this epsilon inside the sample; charged immediately',
      read(number, 'cap-epsilon'),
    )
    .option('--cap-delta <delta>', 'reserve this delta as well (default: 0)', read(number, 'cap-delta'))
    .option('--analyst <name>', 'who creates it (default: custodian)')
    .option('--json', 'one JSON object on standard output')
    .action((name: string, flags: CreateFlags) => {
      const { policy, table, analyst } = flags;
      return withData({ policy, analyst, note }, async data => {
        const created = await data.create({ name, table, scheme: schemeOf(flags), cap: capOf(flags) });
        await say({ json: created, text: describeCreated(created) });
      });
    });
}

function schemeOf(flags: CreateFlags): NewSample['scheme'] {
  const asked = [
    ...(flags.bernoulli === undefined ? [] : [bernoulli(flags.bernoulli)]),
    ...(flags.fraction === undefined ? [] : [fraction(flags.fraction)]),
    ...(flags.fixedSize === undefined ? [] : [fixedSize(flags.fixedSize)]),
  ];
  if (asked.length === 1) return asked[0];
  return refuse('flags_conflict', 'Give one of --bernoulli, --fraction and --fixed-size.');
}

function capOf({ capEpsilon, capDelta = 0 }: CreateFlags): PrivacyLoss | null {
  if (capEpsilon !== undefined) return { epsilon: capEpsilon, delta: capDelta };
  return capDelta === 0 ? null : refuse('flags_conflict', '--cap-delta needs --cap-epsilon.');
}

function describeSamples(samples: BudgetReport['samples']): string {
  if (samples.length === 0) return 'There are no named samples yet.';
  const rows = samples.map(({ name, scheme, rate, spent, retired }) => [
    printable(name),
    scheme,
    rate === null ? '' : asGiven(rate),
    describeSpent(spent),
    retired ? 'retired' : '',
  ]);
  return table([['sample', 'scheme', 'rate', 'spent inside', ''], ...rows]);
}

const describeCreated = ({ name, existed, charged, remaining }: CreatedSample): string =>
  existed
    ? `${printable(name)} already exists with the same definition; nothing was charged.`
    : `Drawn: ${printable(name)}. Charged ${describeSpent(charged)}; ${describeLeft(remaining)} is left of the budget.`;
