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
    .description('exact counts of several independent data bases that one person may be in: what they tell together')
    .argument('<counts...>', 'ENTRIES:PROBABILITY, or ENTRIES:PROBABILITY:SIZE of a sample without replacement')
    .requiredOption(
      '--epsilon <number>',
      "a person's odds move by a factor of at most e^epsilon",
      read(number, 'epsilon'),
    )
    .option('--independent', 'you know that the other entries of each data base are independent of all the others')
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
      'Exact answers about the same entries do not compose. Say --independent if each data base has other entries, independent of the rest.',
    );
  const delta = independentDelta(counts)(epsilon);
  const alone = counts.map(({ query, sampling }) => propertyDelta(query, sampling)(epsilon).delta.exact);
  return {
    json: { delta, alone, composes: false },
    text: [
      `${counts.length} exact counts of independent data bases, about one person who may be in all of them.`,
      `The promise that together they move nobody's odds by more than a factor e^${asGiven(epsilon)} fails with a chance of at most ${atMost(delta.upper)}.`,
      table([
        ['delta', 'at least', 'at most'],
        ...alone.map((each, i) => [`  count ${i + 1} alone`, '', atMost(each)]),
        ['  together', atLeast(delta.lower), atMost(delta.upper)],
      ]),
      'This holds because the data are independent, which nobody can check for you. A second answer about the same entries has\nno promise at all.',
    ].join('\n\n'),
  };
}
