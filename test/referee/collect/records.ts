/** What the simulator itself saw: who sent what, what each aggregator was brought and said, and what was published. */
import type { Answered, Asked } from './wire.ts';

/** One share of one report, as it left a device. */
export interface SentShare {
  readonly person: number;
  readonly round: number;
  /** Id of the split. */
  readonly id: string;
  readonly place: number;
  readonly share: Buffer;
  /** Counts how often the memory of the device was lost before. */
  readonly epoch: number;
}

/** What left an honest aggregator when it was asked for its total. */
export interface ReleasedTotal {
  readonly place: number;
  readonly reports: string;
  readonly count: number;
  readonly total: readonly string[];
  /** People whose same split everybody had acknowledged then, in every round. */
  readonly acknowledged: readonly number[];
}

export interface Outcome {
  readonly what: string;
  /** Of the refusal; undefined where it was done. */
  readonly code: string | undefined;
  readonly result: unknown;
}

/** What was brought to one aggregator, by round and ticket. */
export interface Shelf {
  readonly brought: Map<string, Set<string>>;
  /** What it acknowledged, and must have. */
  acknowledged: Map<string, string>;
  restored: boolean;
}

export interface Records {
  readonly sent: SentShare[];
  readonly shelves: readonly Shelf[];
  readonly releases: ReleasedTotal[];
  /** Hashes of sets that each aggregator said to hold. */
  readonly held: readonly Set<string>[];
  readonly outcomes: Outcome[];
  /** Somebody asked an aggregator for more than the collector does. */
  dishonestAsk: boolean;
  /** People with two pages at once and no locks. */
  readonly twoPages: Set<number>;
  /** What must never be, as it was seen. */
  readonly wrong: { readonly name: string; readonly detail: string }[];
}

export const recordsOf = (places: readonly number[]): Records => ({
  sent: [],
  shelves: places.map(() => ({ brought: new Map(), acknowledged: new Map(), restored: false })),
  releases: [],
  held: places.map(() => new Set<string>()),
  outcomes: [],
  dishonestAsk: false,
  twoPages: new Set(),
  wrong: [],
});

export const keyOf = (round: number, number: string): string => `${round} ${number}`;

/** The report in a request: its round, its ticket's number and the id of its split. */
export function reportIn({ path, body }: Asked): { key: string; id: string } | undefined {
  const round = /rounds\/(\d)\/reports$/.exec(path)?.[1];
  if (round === undefined || body === undefined || body.length < 48) return undefined;
  return { key: keyOf(Number(round), body.toString('hex', 0, 16)), id: body.toString('hex', 32, 48) };
}

/** What may be said, and to whom: anything else would tell more than the documents say. */
const SAID: readonly (readonly [RegExp, readonly string[]])[] = [
  [/\/reports$/, ['accepted', 'refused']],
  [/\/rounds\/\d\/(open|close)$/, ['open', 'close']],
  [/\/received$/, ['rounds']],
  [/\/agree(\?|$)/, ['reports', 'count']],
  [/\/release$/, ['reports', 'count', 'total']],
];

/** Words of an answer that nobody may hear; undefined where there are none. */
export function indiscretion({ path }: Asked, { status, body }: Answered): string | undefined {
  if (status !== 200 || /\/(labels|shown|agreed|accepted)$/.test(path)) return undefined;
  const allowed = SAID.find(([pattern]) => pattern.test(path))?.[1] ?? [];
  const said = JSON.parse(body.toString()) as Record<string, unknown>;
  const more = Object.keys(said).filter(key => !allowed.includes(key));
  const rounds = ((said.rounds as object[] | undefined) ?? []).flatMap(Object.keys);
  const other = rounds.filter(key => !['round', 'state', 'reports'].includes(key));
  return more.length + other.length > 0 ? [...more, ...other].join() : undefined;
}
