/** `sortition statistical property`: how private an exact count is against an adversary who knows only the distribution. */
import type { Command } from 'commander';
import { mixedDelta, type PropertyQuery, propertyDelta, tradeOffRows } from '../statistical/index.ts';
import { refuse } from '../vocabulary/index.ts';
import { number, read } from './flags.ts';
import type { Reply, Say } from './reply.ts';
import {
  ALARM_RATES,
  addCurves,
  type CurveFlags,
  checkAsked,
  epsilonsOf,
  type SamplingFlags,
  samplingOf,
} from './statistical-flags.ts';
import { plotReply } from './statistical-plot.ts';
import { type CurveRow, describeMixed, describeProperty } from './statistical-text.ts';

interface PropertyFlags extends SamplingFlags, CurveFlags {
  readonly entries: number;
  readonly probability: number | readonly PropertyQuery[];
}

export function addStatisticalProperty(statistical: Command, say: Say): void {
  const property = statistical
    .command('property')
    .description('what the exact count of a property reveals about one entry, with or without sampling')
    .requiredOption('--entries <number>', 'number of entries', read(number, 'entries'))
    .requiredOption(
      '--probability <number>',
      'that an entry has the property; Q:N,Q:N,... if entries differ',
      readProbability,
    );
  addCurves(property, say, propertyReply);
}

/** `0.1:500,0.3:500`: groups of entries that are alike. */
function readProbability(word: string): number | PropertyQuery[] {
  if (!word.includes(':')) return number('--probability', word);
  return word.split(',').map(part => {
    const [probability, entries, ...rest] = part.split(':').map(each => number('--probability', each));
    if (entries !== undefined && rest.length === 0) return { probability, entries };
    return refuse('value_out_of_range', `--probability takes Q, or Q:N,Q:N,...; "${part}" is neither.`);
  });
}

async function propertyReply(flags: PropertyFlags): Promise<Reply> {
  const { entries, probability, epsilon, curve: range } = flags;
  if (typeof probability !== 'number') return mixedReply(flags, probability);
  checkAsked(flags);
  const sampling = samplingOf(flags);
  const query = { entries, probability };
  const at = propertyDelta(query, sampling);
  const verdict = epsilon === undefined ? undefined : at(epsilon);
  const curveOf = (epsilons: readonly number[]): CurveRow[] =>
    epsilons.map(each => ({ epsilon: each, delta: at(each).delta }));
  const curve = range && curveOf(epsilonsOf(range));
  const tradeOff = flags.tradeOff ? tradeOffRows(query, sampling, ALARM_RATES) : undefined;
  const reply = {
    json: { ...verdict, ...(curve && { curve }), ...(tradeOff && { tradeOff }), composes: false },
    text: describeProperty({ query, sampling, epsilon, verdict, curve, tradeOff }),
  };
  return plotReply(reply, flags, sampling, {
    curve: curveOf,
    tradeOff: rates => tradeOffRows(query, sampling, rates),
  });
}

/** Unlike entries: how a sample would change what their count tells is not known to us. */
function mixedReply(flags: PropertyFlags, groups: readonly PropertyQuery[]): Reply {
  const { entries, epsilon, sampling, curve, tradeOff, plot } = flags;
  if (sampling !== undefined || curve !== undefined || tradeOff || plot !== undefined)
    return refuse(
      'sampling_unsupported',
      'Entries with different probabilities cannot be sampled and need one --epsilon.',
    );
  if (epsilon === undefined) return refuse('usage', 'Give --epsilon.');
  const grouped = groups.reduce((sum, group) => sum + group.entries, 0);
  if (grouped !== entries)
    return refuse(
      'value_out_of_range',
      `The groups of --probability have ${grouped} entries; --entries says ${entries}.`,
    );
  const delta = mixedDelta(groups)(epsilon);
  return {
    json: { delta: { unsampled: delta, bound: delta, exact: delta }, improves: false, composes: false },
    text: describeMixed(entries, epsilon, delta),
  };
}
