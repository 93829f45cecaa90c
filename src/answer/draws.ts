/**
 * The draws of a question: which node of the accountant's tree each of them is, and the secrets of the random ones.
 * A name stands for one draw until it is retired; without a name a sample is drawn anew for every question.
 */
import { createHash, randomBytes } from 'node:crypto';
import type { Spending } from '../accounting/index.ts';
import { canonicalJson } from '../json/index.ts';
import type { Described, Json, KeyStore, Ledger, NewSample, SampleRecord, State } from '../ledger/index.ts';
import type { Draw } from '../plan/index.ts';
import type { States } from '../source/index.ts';
import { refuse } from '../vocabulary/index.ts';

/** A draw with its place in the tree. */
export interface PlacedDraw {
  readonly draw: Draw;
  readonly node: string;
  /** What it is whatever the state of the data: what is drawn from it, and who asks again, know it by this. */
  readonly identity: string;
  /** For this question alone: nothing was spent on it, and nothing will be. */
  readonly fresh: boolean;
  /** Of the data, where the draw belongs to one; null where it follows its units, or is for this question alone. */
  readonly state: string | null;
  /** SHA-256 of the key; null where there is none to keep. */
  readonly commitment: string | null;
  readonly cap: Spending | null;
  /** What the ledger must be told, where the name is new. */
  readonly creates: NewSample | null;
}

/** Commitments to keys for names that are still free, by place. */
export type Candidates = ReadonlyMap<number, string>;

type Known = Pick<State, 'samples'>;

/** The data as they are: which state they are in, and what their source calls it. */
export interface Present {
  readonly states: States;
  readonly version: string | null;
}

/** After the data are looked at: whoever changes them announces the new version only then. */
export async function announceVersion({ ledger }: { readonly ledger: Ledger }, { states }: Present): Promise<void> {
  if (states.announced !== null) await ledger.announce(states.announced);
}

/** From the base outwards, as the ledger knows them by now. */
export function placedDraws(draws: readonly Draw[], known: Known, candidates: Candidates, present: Present): Placed {
  const work = placing(draws, known, present);
  for (let step = work.next(); ; step = work.next(candidateAt(candidates, step.value)))
    if (step.done) return step.value;
}

/** The draws of a question whose names are all known: only such a question can have been answered before. */
export function knownDraws(draws: readonly Draw[], known: Known, present: Present): Placed | undefined {
  const first = placing(draws, known, present).next();
  return first.done ? first.value : undefined;
}

const candidateAt = (candidates: Candidates, place: number): string =>
  candidates.get(place) ??
  refuse('sample_retired', 'A sample of this question was retired this moment; ask again, and it is drawn anew.');

/** Keys for the names that are still free, durable before the ledger may mention them. */
export function candidatesFor(draws: readonly Draw[], known: Known, keys: KeyStore, present: Present): Candidates {
  const candidates = new Map<number, string>();
  const work = placing(draws, known, present);
  for (let step = work.next(); !step.done; ) {
    const { commitment } = keys.prepare();
    candidates.set(step.value, commitment);
    step = work.next(commitment);
  }
  return candidates;
}

type Placed = readonly PlacedDraw[];

/** Asks for a commitment at every place whose name is new. What a draw is depends on what the draws below it are. */
function* placing(draws: readonly Draw[], { samples }: Known, present: Present): Generator<number, Placed, string> {
  const placed: PlacedDraw[] = [];
  const named = new Set<string>();
  for (const draw of draws) {
    const drawn = drawnIn(draw, placed, present);
    checkUnused(drawn, named);
    const record = drawn.name === null ? undefined : samples.get(drawn.name);
    if (placed.some(({ fresh }) => fresh)) placed.push(derivedFromFresh(draw));
    else if (drawn.name === null) placed.push(draw.random ? fresh(draw) : fixed(draw, drawn));
    else if (record !== undefined && record.retired === null) placed.push(known(draw, record, drawn));
    else placed.push(created(draw, { ...drawn, name: drawn.name, commitment: yield draw.place }, present));
  }
  return placed;
}

/** While none of them is drawn yet nothing else tells them apart: both would be made, and the second take the place of the first. */
function checkUnused({ name }: Drawn, named: Set<string>): void {
  if (name === null) return;
  if (named.has(name))
    refuse(
      'sample_differs',
      `${name} would be two draws in one question, one of the other. Give each a name of its own.`,
    );
  named.add(name);
}

interface Drawn {
  readonly name: string | null;
  /** Of what is drawn from what. */
  readonly definition: string;
  /** Of the data, where the draw belongs to one; null where it follows its units. */
  readonly state: string | null;
}

function drawnIn(draw: Draw, below: Placed, { states }: Present): Drawn {
  const { definition: described, acrossStates, tables } = draw;
  const definition = hashOf({ definition: described as unknown as Json, below: below.map(({ identity }) => identity) });
  const state = acrossStates ? null : states.nameOf(tables);
  const name = nameOf(draw, definition, state);
  if (name !== null && state !== null && states.live && !below.some(({ fresh }) => fresh)) return refuseLive(draw);
  return { name, definition, state };
}

const hashOf = (value: Json): string => createHash('sha256').update(canonicalJson(value)).digest('hex');

/** Parts of one split must be of one draw, also tomorrow: without a name they share that of their definition. */
function nameOf({ kind, random, name }: Draw, definition: string, state: string | null): string | null {
  if (name !== null || !random || kind !== 'split') return name;
  return `split-${(state === null ? definition : hashOf({ definition, state })).slice(0, 12)}`;
}

/** Nobody could ever ask it again: by then the data are others. */
const refuseLive = ({ scheme }: Draw): never =>
  refuse(
    'version_needed',
    `A ${scheme.kind} draw belongs to one state of the data, and these change without a name. Give the source a version in the ` +
      'policy, draw by bernoulli or split at random, or leave the name out, so that it is drawn for one question.',
  );

const fresh = (draw: Draw): PlacedDraw => {
  const node = `fresh@${draw.place}`;
  return { draw, node, identity: node, fresh: true, state: null, commitment: null, cap: null, creates: null };
};

/** Of one state: the same order or key is another table in another one. */
const fixed = (draw: Draw, { definition, state }: Drawn): PlacedDraw => ({
  ...fresh(draw),
  node: `${draw.scheme.kind}@${hashOf({ definition, state })}`,
  identity: `${draw.scheme.kind}@${definition}`,
  fresh: false,
  state,
});

/** Whatever is derived from a draw of this question is of this question too. */
function derivedFromFresh(draw: Draw): PlacedDraw {
  if (draw.name === null) return fresh(draw);
  return refuse(
    'sample_unknown',
    `${draw.name} is of a sample without a name, which is never the same; name that too.`,
  );
}

function known(draw: Draw, { name, node, ...record }: SampleRecord, { definition, state }: Drawn): PlacedDraw {
  if (record.state === undefined)
    return refuse(
      'sample_version',
      `${name} was drawn by an older version, which did not keep the state of the data: nothing more can be asked of it. ` +
        'What it cost stays charged; retire it, and draw another one.',
    );
  if (record.definition !== definition)
    return refuse(
      'sample_differs',
      `${name} is another draw: of other rows, by another scheme or at another rate. Choose another name, or retire it.`,
    );
  if (record.state !== state)
    return refuse(
      'sample_version',
      `${name} is of the data as they were${record.version === null ? '' : ` in version ${record.version}`}: since then they, ` +
        'a public table that is joined, or the policy changed. Draw another one under another name, or retire this one first.',
    );
  const { commitment, cap } = record;
  return { draw, node, identity: node, fresh: false, state, commitment, cap, creates: null };
}

interface New extends Drawn {
  readonly name: string;
  readonly commitment: string;
}

function created(draw: Draw, { name, definition, state, commitment }: New, { version }: Present): PlacedDraw {
  const node = `${name}@${commitment.slice(0, 16)}`;
  const { input, scheme } = draw.definition;
  const described = { input, scheme } as unknown as Described;
  const creates = { name, node, definition, described, commitment, version, state, cap: null };
  return { draw, node, identity: node, fresh: false, state, commitment, cap: null, creates };
}

/** What is kept of a draw with the charge: a resumed question asks the same units, and whoever recomputes the charge knows them. */
export type KeptDraw = Pick<PlacedDraw, 'node' | 'commitment' | 'fresh' | 'state'>;

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
