/**
 * How far a campaign is: which rounds take reports, and how many reports each aggregator has. Numbers of reports tell who
 * takes part, which is no secret here; sums of their shares would tell what was said, and are never asked for.
 */
import * as z from 'zod/mini';
import { Refusal } from '../../vocabulary/index.ts';
import { roundsOf } from '../protocol/index.ts';
import { type Collecting, glanceAtAll } from './calls.ts';

export interface ReceivedRound {
  readonly round: number;
  /** As all aggregators have it; they differ while an order has reached only some. */
  readonly state: 'waiting' | 'open' | 'closed' | 'differs' | 'unknown';
  readonly aggregators: readonly AtAggregator[];
}

interface AtAggregator {
  readonly address: string;
  /** `null`: it did not say. */
  readonly reports: number | null;
  readonly refused: { readonly code: string; readonly message: string } | null;
}

const shape = z.object({
  rounds: z.array(
    z.object({ round: z.int(), state: z.enum(['waiting', 'open', 'closed']), reports: z.int().check(z.gte(0)) }),
  ),
});

/** What each aggregator says of its rounds, in order; a refusal in the place of one that says nothing. */
export const saidOfRounds = async (collecting: Collecting): Promise<readonly Said[]> =>
  (await glanceAtAll(collecting, 'received')).map(understood);

type Said = z.infer<typeof shape> | Refusal;

export const receivedOf = async (collecting: Collecting): Promise<readonly ReceivedRound[]> =>
  roundsIn(collecting, await saidOfRounds(collecting));

export function roundsIn({ campaign }: Collecting, said: readonly Said[]): readonly ReceivedRound[] {
  return roundsOf(campaign).map(round => {
    const seen = said.map(each =>
      each instanceof Refusal ? each : (each.rounds.find(one => one.round === round) ?? SILENT),
    );
    const states = new Set(seen.flatMap(each => (each instanceof Refusal ? [] : [each.state])));
    const [first = 'unknown', ...others] = states;
    return {
      round,
      state: others.length > 0 ? 'differs' : first,
      aggregators: seen.map((each, place) => ({
        address: campaign.aggregators[place],
        reports: each instanceof Refusal ? null : each.reports,
        refused: each instanceof Refusal ? { code: each.code, message: each.message } : null,
      })),
    };
  });
}

const SILENT = new Refusal(
  'aggregator_unreachable',
  'This aggregator did not report on the round; it may run an older version.',
);

/** What an aggregator says is data from outside. */
function understood(said: unknown): Said {
  if (said instanceof Refusal) return said.code === 'route_unknown' ? SILENT : said;
  const parsed = shape.safeParse(said);
  return parsed.success ? parsed.data : SILENT;
}
