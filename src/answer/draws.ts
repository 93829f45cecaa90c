/**
 * The draws of a question: which node of the accountant's tree each of them is, and the secrets of the random ones.
 * A name stands for one draw until it is retired; without a name a sample is drawn anew for every question.
 */

import { randomBytes } from 'node:crypto';
import type { Spending } from '../amounts/index.ts';
import type { Json } from '../json/index.ts';
import type { Ledger, SampleRecord, State } from '../ledger/index.ts';
import type { PlanDraw } from '../plan/index.ts';
import type { States } from '../source/index.ts';
import { fingerprintOf } from '../text/index.ts';
import { refuse } from '../vocabulary/index.ts';

/** A draw with its place in the tree. */
export interface PlacedDraw {
  readonly draw: PlanDraw;
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
  readonly creates: Omit<SampleRecord, 'entry' | 'retired'> | null;
}

/** A state of the ledger, as far as draws depend on it. */
type KnownNames = Pick<State, 'head' | 'samples'>;

/** The data as they are: which state they are in, and what their source calls it. */
export interface Present {
  readonly states: States;
  readonly version: string | null;
}

/** After the data are looked at: whoever changes them announces the new version only then. */
export async function announceVersion({ ledger }: { readonly ledger: Ledger }, { states }: Present): Promise<void> {
  if (states.announced !== null) await ledger.announce(states.announced);
}

/**
 * The draws of one question from the base outwards. Which nodes they are depends on the state of the ledger, and is worked out once
 * in each, whoever asks for it there: before the question, and again inside the transaction that charges it.
 */
export interface ResolvedDraws {
  /** Undefined where a name is new: only a question whose names are all known can have been answered before. */
  known(state: KnownNames): Placed | undefined;
  /** Gives the names that are still free a key, of which this is the commitment. */
  prepare(state: KnownNames, commitmentAt: (place: number) => string): void;
  /** With new names drawn by the keys that were prepared. */
  placed(state: KnownNames): Placed;
  /**
   * Erases the keys that no sample came of: somebody else was faster, or nothing was charged. Where the ledger cannot be read just
   * now they stay: a key that nobody needs does no harm, one that is missed does.
   */
  eraseUnused(ledger: Ledger): Promise<void>;
}

export function resolvedDraws(draws: readonly PlanDraw[], present: Present): ResolvedDraws {
  const commitments = new Map<number, string>();
  let last: Resolution | undefined;
  /** As far as names and keys are known. */
  const resolved = (state: KnownNames): Resolution => {
    const found = last?.head === state.head ? last : begun(state, placing(draws, state, present));
    last = undefined; // what is refused on the way is refused again
    while (!found.step.done) {
      const commitment = commitments.get(found.step.value);
      if (commitment === undefined) break;
      found.step = found.work.next(commitment);
    }
    last = found;
    return found;
  };
  const done = (state: KnownNames): Placed | undefined => {
    const { step } = resolved(state);
    return step.done ? step.value : undefined;
  };
  return {
    known: state => {
      const placed = done(state);
      return placed?.some(({ creates }) => creates !== null) ? undefined : placed;
    },
    prepare(state, commitmentAt) {
      let { step } = resolved(state);
      while (!step.done) {
        commitments.set(step.value, commitmentAt(step.value));
        ({ step } = resolved(state));
      }
    },
    placed: state =>
      done(state) ??
      refuse('sample_retired', 'A sample of this question has just been retired. Ask again, and a new one is drawn.'),
    eraseUnused: ledger => eraseUnused(commitments, ledger),
  };
}

/** The work of resolving in one state, which stops where a new name has no key yet. */
interface Resolution {
  readonly head: string;
  readonly work: Resolving;
  step: IteratorResult<number, Placed>;
}

type Resolving = Generator<number, Placed, string>;

const begun = ({ head }: KnownNames, work: Resolving): Resolution => ({ head, work, step: work.next() });

type Placed = readonly PlacedDraw[];

/** Asks for a commitment at every place whose name is new. What a draw is depends on what the draws below it are. */
function* placing(draws: readonly PlanDraw[], { samples }: KnownNames, present: Present): Resolving {
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
      `${name} names two draws in one question, one of them drawn from the other. Give each its own name.`,
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

function drawnIn(draw: PlanDraw, below: Placed, { states }: Present): Drawn {
  const { definition: described, acrossStates, tables } = draw;
  const definition = fingerprintOf({
    definition: described as unknown as Json,
    below: below.map(({ identity }) => identity),
  });
  const state = acrossStates ? null : states.nameOf(tables);
  const name = nameOf(draw, definition, state);
  if (name !== null && state !== null && states.live && !below.some(({ fresh }) => fresh)) return refuseLive(draw);
  return { name, definition, state };
}

/** Parts of one split must be of one draw, also tomorrow: without a name they share that of their definition. */
function nameOf({ kind, random, name }: PlanDraw, definition: string, state: string | null): string | null {
  if (name !== null || !random || kind !== 'split') return name;
  return `split-${(state === null ? definition : fingerprintOf({ definition, state })).slice(0, 12)}`;
}

/** Nobody could ever ask it again: by then the data are others. */
const refuseLive = ({ scheme }: PlanDraw): never =>
  refuse(
    'version_needed',
    `A named ${scheme.kind} draw belongs to one state of the data, and this source has no version. Give the source a version in the ` +
      'policy, use bernoulli or a random split, or leave the name out to draw for one question only.',
  );

const fresh = (draw: PlanDraw): PlacedDraw => {
  const node = `fresh@${draw.place}`;
  return { draw, node, identity: node, fresh: true, state: null, commitment: null, cap: null, creates: null };
};

/** Of one state: the same order or key is another table in another one. */
const fixed = (draw: PlanDraw, { definition, state }: Drawn): PlacedDraw => ({
  ...fresh(draw),
  node: `${draw.scheme.kind}@${fingerprintOf({ definition, state })}`,
  identity: `${draw.scheme.kind}@${definition}`,
  fresh: false,
  state,
});

/** Whatever is derived from a draw of this question is of this question too. */
function derivedFromFresh(draw: PlanDraw): PlacedDraw {
  if (draw.name === null) return fresh(draw);
  return refuse(
    'sample_unknown',
    `${draw.name} is drawn from a sample without a name, which is new for every question. Name that sample too.`,
  );
}

function known(draw: PlanDraw, { name, node, ...record }: SampleRecord, { definition, state }: Drawn): PlacedDraw {
  if (record.state === undefined)
    return refuse(
      'sample_version',
      `${name} was drawn by an older version that did not record the state of the data, so it cannot be used any more. ` +
        'What it cost stays charged. Retire it and draw a new one.',
    );
  if (record.definition !== definition)
    return refuse(
      'sample_differs',
      `${name} already exists with a different definition (rows, scheme or rate). Choose another name, or retire it.`,
    );
  if (record.state !== state)
    return refuse(
      'sample_version',
      `${name} belongs to an earlier state of the data${record.version === null ? '' : ` (version ${record.version})`}: the data, ` +
        'a joined public table or the policy have changed since. Draw a new one under another name, or retire this one first.',
    );
  const { commitment, cap } = record;
  return { draw, node, identity: node, fresh: false, state, commitment, cap, creates: null };
}

interface New extends Drawn {
  readonly name: string;
  readonly commitment: string;
}

function created(draw: PlanDraw, { name, definition, state, commitment }: New, { version }: Present): PlacedDraw {
  const node = `${name}@${commitment.slice(0, 16)}`;
  const { input, scheme } = draw.definition;
  const described = { input, scheme } as unknown as SampleRecord['described'];
  const creates = { name, node, definition, described, commitment, version, state, cap: null };
  return { draw, node, identity: node, fresh: false, state, commitment, cap: null, creates };
}

/** What is kept of a draw with the charge: a resumed question asks the same units, and whoever recomputes the charge knows them. */
export type KeptDraw = Pick<PlacedDraw, 'node' | 'commitment' | 'fresh' | 'state'>;

/** The key of every draw by its place: from the store, or for this question from the system. */
export const drawKeys = (draws: readonly KeptDraw[], keys: Ledger['keys']): Promise<readonly string[]> =>
  Promise.all(
    draws.map(({ commitment }) => (commitment === null ? randomBytes(32).toString('hex') : keys.read(commitment))),
  );

/** Keys for the names that are still free: durable before the ledger may mention them. */
export async function prepareKeys(
  draws: ResolvedDraws,
  { state, keys }: Pick<Ledger, 'state' | 'keys'>,
): Promise<void> {
  const drawn: ReturnType<typeof keys.draw>[] = [];
  draws.prepare(state(), () => {
    const key = keys.draw();
    drawn.push(key);
    return key.commitment;
  });
  for (const key of drawn) await keys.keep(key);
}

async function eraseUnused(commitments: ReadonlyMap<number, string>, ledger: Ledger): Promise<void> {
  if (commitments.size === 0) return;
  const current = await ledger.current().catch(() => undefined);
  if (current === undefined) return;
  const used = new Set([...current.samples.values()].map(({ commitment }) => commitment));
  for (const commitment of commitments.values()) if (!used.has(commitment)) await ledger.keys.erase(commitment);
}
