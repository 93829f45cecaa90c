/** `sortition price OPERATOR`: what an operator charges to the table it stands on, and what it allows. */
import { type Command, Option } from 'commander';
import { inversePrice, price, type Sample } from '../accounting/index.ts';
import { type Cost, type Relation, refuse } from '../vocabulary/index.ts';
import { number, read } from './flags.ts';
import { type FlagName, flags, type OperatorFlags, samples, splits } from './price-operators.ts';
import { describeAllowance, describePrice, describeSplitPrice } from './price-text.ts';
import type { Reply, Talk } from './reply.ts';

interface Related {
  readonly relation?: Relation;
}

interface SampleFlags extends Related {
  readonly epsilon: number;
  readonly replace?: number;
  readonly inverse?: true;
  readonly replaceRatio?: number;
}

export function addPrice(program: Command, { say }: Talk): void {
  const parent = program
    .command('price')
    .description('what a sampling or partitioning operator charges, under pure differential privacy');
  for (const [name, { about, needs, takes = [], request }] of Object.entries(samples))
    withFlags(parent.command(name).description(about), needs, takes)
      .requiredOption(
        '--epsilon <epsilon>',
        'epsilon spent inside; with --inverse: epsilon to charge',
        read(number, 'epsilon'),
      )
      .option(
        '--replace <epsilon>',
        'replace-one epsilon spent inside (default: twice epsilon)',
        read(number, 'replace'),
      )
      .option('--inverse', 'find the largest epsilon allowed inside')
      .option('--replace-ratio <ratio>', 'with --inverse: replace over epsilon, 1 to 2', read(number, 'replace-ratio'))
      .action((given: OperatorFlags & SampleFlags) => say(replyForSample(request(given), given)));
  for (const [name, { about, needs, takes = [], request }] of Object.entries(splits))
    withFlags(parent.command(name).description(about), needs, takes).action((given: OperatorFlags & Related) => {
      const split = request(given);
      const charged = price({ ...split, relation: given.relation });
      return say({ json: charged, text: describeSplitPrice(split, charged, given.relation) });
    });
}

function withFlags(command: Command, needs: readonly FlagName[], takes: readonly FlagName[]): Command {
  for (const name of [...needs, ...takes]) {
    const { word, about, read } = flags[name];
    const option = new Option(`--${name} ${word}`, about).argParser(text => read(`--${name}`, text));
    command.addOption(option.makeOptionMandatory(needs.includes(name)));
  }
  return command
    .addOption(new Option('--relation <relation>', 'the neighbour relation').argParser(relation))
    .option('--json', 'one JSON object on standard output');
}

const relation = (word: string): Relation =>
  word === 'add-remove' || word === 'replace-one'
    ? word
    : refuse('value_out_of_range', `--relation must be add-remove or replace-one; "${word}" is neither.`);

function replyForSample(sample: Sample, { epsilon, replace, inverse, replaceRatio, relation }: SampleFlags): Reply {
  if (inverse) {
    if (replace !== undefined)
      return refuse('flags_conflict', '--inverse computes the cost inside: give --replace-ratio instead of --replace.');
    const allowed = inversePrice({ ...sample, epsilon, replaceRatio, relation });
    return { json: allowed, text: describeAllowance(sample, epsilon, allowed) };
  }
  if (replaceRatio !== undefined)
    return refuse('flags_conflict', '--replace-ratio needs --inverse. Give --replace instead.');
  const following: Cost = { epsilon, replace: replace ?? 2 * epsilon };
  const charged = price({ ...sample, cost: following, relation });
  return { json: charged, text: describePrice(sample, following, charged, relation) };
}
