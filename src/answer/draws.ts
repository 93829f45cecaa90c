/**
 * The draws of a question: which node of the accountant's tree each of them is, and the secrets of the random ones.
 * A name stands for one draw until it is retired; without a name a sample is drawn anew for every question.
 */
import { createHash, randomBytes } from 'node:crypto';
import type { Spending } from '../accounting/index.ts';
import { canonicalJson } from '../json/index.ts';
import type { Described, KeyStore, Ledger, NewSample, SampleRecord, State } from '../ledger/index.ts';
import type { Draw } from '../plan/index.ts';
import { refuse } from '../vocabulary/index.ts';

/** A draw with its place in the tree. */
export interface PlacedDraw {
  readonly draw: Draw;
  readonly node: string;
  /** For this question alone: nothing was spent on it, and nothing will be. */
  readonly fresh: boolean;
  /** SHA-256 of the key; null where there is none to keep. */
  readonly commitment: string | null;
  readonly cap: Spending | null;
  /** What the ledger must be told, where the name is new. */
  readonly creates: NewSample | null;
}

/** Commitments to keys for names that are still free, by place. */
export type Candidates = ReadonlyMap<number, string>;

type Known = Pick<State, 'samples'>;

/** From the base outwards, as the ledger knows them by now. */
export function placedDraws(draws: readonly Draw[], known: Known, candidates: Candidates, version: Version): Placed {
  const work = placing(draws, known, version);
  for (let step = work.next(); ; step = work.next(candidateAt(candidates, step.value)))
    if (step.done) return step.value;
}

/** The draws of a question whose names are all known: only such a question can have been answered before. */
export function knownDraws(draws: readonly Draw[], known: Known, version: Version): Placed | undefined {
  const first = placing(draws, known, version).next();
  return first.done ? first.value : undefined;
}

const candidateAt = (candidates: Candidates, place: number): string =>
  candidates.get(place) ??
  refuse('sample_retired', 'A sample of this question was retired this moment; ask again, and it is drawn anew.');

/** Keys for the names that are still free, durable before the ledger may mention them. */
export function candidatesFor(draws: readonly Draw[], known: Known, keys: KeyStore, version: Version): Candidates {
  const candidates = new Map<number, string>();
  const work = placing(draws, known, version);
  for (let step = work.next(); !step.done; ) {
    const { commitment } = keys.prepare();
    candidates.set(step.value, commitment);
    step = work.next(commitment);
  }
  return candidates;
}

type Version = string | null;
type Placed = readonly PlacedDraw[];

/** Asks for a commitment at every place whose name is new. What a draw is depends on what the draws below it are. */
function* placing(draws: readonly Draw[], { samples }: Known, version: Version): Generator<number, Placed, string> {
  const placed: PlacedDraw[] = [];
  for (const draw of draws) {
    const definition = definitionOf(draw, placed);
    const name = nameOf(draw, definition);
    const record = name === null ? undefined : samples.get(name);
    if (placed.some(({ fresh }) => fresh)) placed.push(derivedFromFresh(draw));
    else if (name === null) placed.push(draw.random ? fresh(draw) : fixed(draw, definition));
    else if (record !== undefined && record.retired === null) placed.push(known(draw, record, definition, version));
    else placed.push(created(draw, { name, definition, commitment: yield draw.place }, version));
  }
  return placed;
}

const definitionOf = ({ definition }: Draw, below: Placed): string =>
  sha256(canonicalJson({ definition: definition as unknown as Described, below: below.map(({ node }) => node) }));

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Parts of one split must be of one draw, also tomorrow: without a name they share that of their definition. */
const nameOf = ({ kind, random, name }: Draw, definition: string): string | null =>
  name ?? (random && kind === 'split' ? `split-${definition.slice(0, 12)}` : null);

const fresh = (draw: Draw): PlacedDraw => {
  const node = `fresh@${draw.place}`;
  return { draw, node, fresh: true, commitment: null, cap: null, creates: null };
};

const fixed = (draw: Draw, definition: string): PlacedDraw => ({
  ...fresh(draw),
  node: `${draw.scheme.kind}@${definition.slice(0, 16)}`,
  fresh: false,
});

/** Whatever is derived from a draw of this question is of this question too. */
function derivedFromFresh(draw: Draw): PlacedDraw {
  if (draw.name === null) return fresh(draw);
  return refuse(
    'sample_unknown',
    `${draw.name} is of a sample without a name, which is never the same; name that too.`,
  );
}

function known(draw: Draw, { name, node, ...record }: SampleRecord, definition: string, version: Version): PlacedDraw {
  if (record.definition !== definition)
    return refuse(
      'sample_differs',
      `${name} is another draw: of other rows, by another scheme or at another rate. Choose another name, or retire it.`,
    );
  if (record.version !== versionOf(draw, version))
    return refuse(
      'sample_version',
      `${name} is so many units of version ${record.version} of the data. Draw another one from version ${version}.`,
    );
  const { commitment, cap } = record;
  return { draw, node, fresh: false, commitment, cap, creates: null };
}

interface New {
  readonly name: string;
  readonly definition: string;
  readonly commitment: string;
}

function created(draw: Draw, { name, definition, commitment }: New, version: Version): PlacedDraw {
  const node = `${name}@${commitment.slice(0, 16)}`;
  const { input, scheme } = draw.definition;
  const described = { input, scheme } as unknown as Described;
  const creates = { name, node, definition, described, commitment, version: versionOf(draw, version), cap: null };
  return { draw, node, fresh: false, commitment, cap: null, creates };
}

/** Coins follow a unit from version to version; a number of units is of one. */
const versionOf = ({ scheme }: Draw, version: Version): Version =>
  scheme.kind === 'fixed-size' || scheme.kind === 'fraction' ? version : null;

/** What is kept of a draw with the charge, so that a resumed question asks the same units. */
export type KeptDraw = Pick<PlacedDraw, 'node' | 'commitment' | 'fresh'>;

/** The key of every draw by its place: from the store, or for this question from the system. */
export const drawKeys = (draws: readonly KeptDraw[], keys: KeyStore): readonly string[] =>
  draws.map(({ commitment }) => (commitment === null ? randomBytes(32).toString('hex') : keys.read(commitment)));

/**
 * Erases the candidates that no sample came of: somebody else was faster, or nothing was charged. Where the ledger cannot be
 * read just now they stay: a key that nobody needs does no harm, one that is missed does.
 */
export async function eraseUnused(candidates: Candidates, ledger: Ledger): Promise<void> {
  if (candidates.size === 0) return;
  const isUpToDate = await ledger.budget().then(
    () => true,
    () => false,
  );
  const used = new Set([...ledger.state().samples.values()].map(({ commitment }) => commitment));
  for (const commitment of candidates.values()) if (isUpToDate && !used.has(commitment)) ledger.keys.erase(commitment);
}
