/** What making and retiring samples, and recording sizes and versions, does to the book. Pure, like reserving. */
import { counts, losses, spendings } from '../amounts/index.ts';
import type { Announced } from '../source/index.ts';
import { invariant, refuse } from '../vocabulary/index.ts';
import type { Book } from './book.ts';
import type { EntryDraft } from './entry-kinds.ts';
import { storedNodes } from './entry-kinds.ts';
import type { Created, CreateRequest, Creation, PublicSize, Receipt, Retired, State } from './ledger.ts';
import { checkLimits, remaining } from './limits.ts';
import type { SampleEntry, SampleRecord } from './sample-record.ts';
import type { LedgerStep } from './store.ts';

/** The entry that makes a sample. A name is drawn once: whoever decides to draw has seen that it is free. */
export function creationDraft(
  book: Book,
  request: CreateRequest,
  creation: Omit<Creation, 'below'>,
  at: string,
): EntryDraft {
  const { sample, charge, nodes } = creation;
  const { cap, described, name, node, definition, commitment, version, state = null } = sample;
  invariant(liveSample(book, name) === undefined, 'a sample is drawn only while its name is free');
  invariant(commitment === null || !book.retired.has(node), 'every draw by chance is a node of its own');
  return {
    kind: 'sample-created',
    body: {
      at,
      analyst: request.analyst,
      tables: [...request.tables],
      name,
      node,
      definition,
      described,
      commitment,
      version,
      state,
      cap: cap && spendings.text(cap),
      charge: counts.text(charge),
      nodes: storedNodes(nodes),
    },
  };
}

export function creatingSample(
  book: Book,
  request: CreateRequest,
  decide: (state: State) => Creation,
  at: string,
): LedgerStep<Created> {
  const creation = decide(book);
  const { name } = creation.sample;
  const existing = liveSample(book, name);
  if (existing !== undefined) checkSame(existing, creation.sample);
  else checkLimits(book, request, creation.charge);
  const below = creation.below.map(sample =>
    creationDraft(book, request, { sample, charge: losses.none, nodes: new Map() }, at),
  );
  return {
    drafts: existing === undefined ? [...below, creationDraft(book, request, creation, at)] : [],
    result: (written, after) => {
      const entry = existing?.entry ?? written[written.length - 1].sequence;
      return Object.freeze({
        ...receiptOf(after, entry),
        sample: existing ?? Object.freeze({ ...creation.sample, entry, retired: null }),
        existed: existing !== undefined,
        charged: existing === undefined ? creation.charge : losses.none,
        remaining: remaining(after),
      });
    },
  };
}

export function retiringSample(book: Book, name: string, reason: string, at: string): LedgerStep<Retired> {
  const sample = knownSample(book, name);
  const { node } = sample;
  return {
    drafts: sample.retired === null ? [{ kind: 'sample-retired', body: { at, name, node, reason } }] : [],
    // by then the name may stand for another draw, which somebody else made
    result: (written, after) => {
      const retired = sample.retired ?? written[0].sequence;
      return Object.freeze({ ...receiptOf(after, retired), sample: Object.freeze({ ...sample, retired }) });
    },
  };
}

/** Nothing to write where the same number is known already. */
export function recordingSize(book: Book, { table, version, state, units }: PublicSize, at: string): LedgerStep<void> {
  const known = book.sizes.get(table)?.get(state);
  if (known !== undefined && known !== units) {
    return refuse(
      'size_differs',
      `The number of units of table ${table} differs from the one recorded for this version of the source. ` +
        'Give the changed data a new version in the policy.',
    );
  }
  const draft: EntryDraft = { kind: 'size-recorded', body: { at, table, version, state, units } };
  return { drafts: known === undefined ? [draft] : [], result: () => undefined };
}

/**
 * A process that was started before the data changed still says the old version: what it reads is of the new one, and would be
 * priced as if it were of the old.
 */
export function announcing({ versions }: Book, { place, version }: Announced, at: string): LedgerStep<void> {
  const known = versions.get(place) ?? [];
  const isNewest = known[known.length - 1] === version;
  if (!isNewest && known.includes(version))
    refuse(
      'version_superseded',
      `Version ${version} of the data was replaced by ${known[known.length - 1]}. Open the data again with the current ` +
        'policy; data that were reverted need a new version.',
    );
  const draft: EntryDraft = { kind: 'version-announced', body: { at, place, version } };
  return { drafts: isNewest ? [] : [draft], result: () => undefined };
}

const receiptOf = ({ heads }: Book, entry: number): Receipt => ({ entry, head: heads[entry - 1] });

function knownSample({ samples }: Book, name: string): SampleRecord {
  return (
    samples.get(name) ?? refuse('sample_unknown', `There is no sample named ${name}. List them with sortition samples.`)
  );
}

function liveSample({ samples }: Book, name: string): SampleRecord | undefined {
  const sample = samples.get(name);
  return sample?.retired === null ? sample : undefined;
}

function checkSame(known: SampleRecord, asked: SampleEntry): void {
  if (known.definition === asked.definition && known.state === (asked.state ?? null) && sameCap(known, asked)) return;
  refuse(
    'sample_differs',
    `A sample named ${asked.name} already exists with another definition or cap. Choose another name, or retire it.`,
  );
}

const sameCap = ({ cap: known }: SampleRecord, { cap: asked }: SampleEntry): boolean =>
  known === null || asked === null ? known === asked : spendings.equals(known, asked);
