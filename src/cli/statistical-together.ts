/** `sortition statistical together`: what exact counts of several independent data bases tell about one person. */
import type { Command } from 'commander';
import { independentDelta, propertyDelta, type SampledProperty } from '../statistical/index.ts';
import { refuse } from '../vocabulary/index.ts';
import { asGiven, atLeast, atMost } from './digits.ts';
import { number, read } from './flags.ts';
import type { Reply, Say } from './reply.ts';
import { table } from './table.ts';

interface TogetherFlags {
  readonly epsilon: number;
  readonly independent?: true;
}

export function addStatisticalTogether(statistical: Command, say: Say): void {
  statistical
    .command('together')
    .description('what exact counts of several independent databases reveal together about one person')
    .argument('<counts...>', 'ENTRIES:PROBABILITY, or ENTRIES:PROBABILITY:SIZE of a sample without replacement')
    .requiredOption(
      '--epsilon <number>',
      "a person's odds move by a factor of at most e^epsilon",
      read(number, 'epsilon'),
    )
    .option('--independent', 'you vouch that the entries of the databases are independent of each other')
    .option('--json', 'one JSON object on standard output')
    .action((counts: readonly string[], flags: TogetherFlags) => say(togetherReply(counts.map(readCount), flags)));
}

function readCount(word: string): SampledProperty {
  const [entries, probability, size, ...rest] = word.split(':').map(part => number('A count', part));
  if (probability === undefined || rest.length > 0)
    return refuse(
      'value_out_of_range',
      `A count is ENTRIES:PROBABILITY or ENTRIES:PROBABILITY:SIZE; "${word}" is neither.`,
    );
  return {
    query: { entries, probability },
    sampling: size === undefined ? { kind: 'everything' } : { kind: 'without-replacement', size },
  };
}

function togetherReply(counts: readonly SampledProperty[], { epsilon, independent }: TogetherFlags): Reply {
  if (!independent)
    return refuse(
      'not_composable',
      'Exact answers about the same entries do not compose. Give --independent if the databases hold different, independent entries.',
    );
  const delta = independentDelta(counts)(epsilon);
  const alone = counts.map(({ query, sampling }) => propertyDelta(query, sampling)(epsilon).delta.exact);
  return {
    json: { delta, alone, composes: false },
    text: [
      `${counts.length} exact counts of independent databases, about one person who may be in all of them.`,
      `The bound of a factor e^${asGiven(epsilon)} on what they together do to anyone's odds fails with probability at most ${atMost(delta.upper)}.`,
      table([
        ['delta', 'at least', 'at most'],
        ...alone.map((each, i) => [`  count ${i + 1} alone`, '', atMost(each)]),
        ['  together', atLeast(delta.lower), atMost(delta.upper)],
      ]),
      'This holds only if the data are independent, which cannot be checked here. A second answer about the same entries is not\ncovered at all.',
    ].join('\n\n'),
  };
}
