/** An aggregator that lies: it takes every report, and then says what suits it. */
import { type Chance, chanceOf } from './chance.ts';
import { type LiarKind, type Setup, VALUES } from './program.ts';
import { reportIn } from './records.ts';
import type { Answered, Asked, Handle } from './wire.ts';

export interface Lying {
  readonly setup: Setup;
  readonly place: number;
  readonly kind: LiarKind;
  /** What it may ask another aggregator, with its own token. */
  readonly ask: (place: number, path: string) => Promise<Answered | undefined>;
  /** The set that the honest ones agreed on, if it could know. */
  readonly agreed: () => { readonly reports: string; readonly count: number } | undefined;
}

export function liarOf(lying: Lying): Handle {
  const chance = chanceOf('liar', lying.setup.seed);
  const labels = new Map<string, Buffer[]>();
  return async asked => {
    const report = reportIn(asked);
    if (report !== undefined && asked.body !== undefined) {
      const [round] = report.key.split(' ');
      const label = Buffer.concat([asked.body.subarray(0, 16), asked.body.subarray(32, 48)]);
      labels.set(round, [...(labels.get(round) ?? []), label]);
      return json({ accepted: 1, refused: [] });
    }
    if (lying.kind === 'silent' && chance.below(2) === 0) return undefined;
    if (lying.kind === 'garbage') return garbage(chance);
    return lie(lying, chance, labels, asked);
  };
}

async function lie(
  lying: Lying,
  chance: Chance,
  labels: ReadonlyMap<string, readonly Buffer[]>,
  asked: Asked,
): Promise<Answered | undefined> {
  const { setup, kind } = lying;
  const asking = Number(asked.from?.name.split(' ')[1] ?? 0);
  const round = /rounds\/(\d)\/labels$/.exec(asked.path)?.[1];
  if (round !== undefined) return bytes(Buffer.concat(named(kind, chance, asking, labels.get(round) ?? [])));
  // it holds whatever the others hold
  if (asked.path.endsWith('/agreed')) return lying.ask(asking, asked.path);
  const { reports, count } = lying.agreed() ?? { reports: '0'.repeat(64), count: 0 };
  if (/\/agree(\?|$)/.test(asked.path)) return json({ reports, count });
  if (asked.path.endsWith('/release')) return json({ reports, count, total: VALUES.map(() => String(chance.word())) });
  if (asked.path.endsWith('/received')) {
    const many = { state: 'closed', reports: 1000 };
    return json({
      rounds: [1, 2].slice(0, setup.protocol === 'two-rounds' ? 2 : 1).map(round => ({ round, ...many })),
    });
  }
  return /\/(shown|accepted)$/.test(asked.path) ? bytes(Buffer.alloc(0)) : json({ open: 1 });
}

/** The reports that it says to have. */
function named(kind: LiarKind, chance: Chance, asking: number, labels: readonly Buffer[]): readonly Buffer[] {
  if (kind === 'names a victim') return labels.slice(0, 1);
  const without = kind === 'other sets' ? asking : chance.below(labels.length + 1);
  return labels.filter((_, place) => place !== without);
}

const GARBAGE = [
  '',
  'null',
  '{"code":5}',
  '{"refused":7}',
  '[]',
  '<html>',
  '{"reports":"x","count":-1}',
  '{"rounds":{}}',
];

const garbage = (chance: Chance): Answered => ({
  status: chance.pick([200, 200, 400, 401, 404, 409, 500, 503]),
  body: chance.below(3) === 0 ? chance.bytes(chance.below(100)) : Buffer.from(chance.pick(GARBAGE)),
});

const json = (said: object): Answered => ({ status: 200, body: Buffer.from(JSON.stringify(said)) });
const bytes = (body: Buffer): Answered => ({ status: 200, body });
