/**
 * Entries of the chain: a closed list of kinds, each with its body, and the hash that ties an entry to all before it.
 * Kinds are never removed or re-meant, and what this version does not know it refuses to read.
 */
import { z } from 'zod';
import { refuse } from '../vocabulary/index.ts';
import { written } from './amount.ts';
import { canonicalJson, type Json, sha256 } from './canonical-json.ts';

const amount = z
  .string()
  .regex(/^\d+(\.\d+)?$/)
  .transform(written);
const limit = z.strictObject({ name: z.string(), epsilon: amount.nullable(), delta: amount.nullable() });
const policy = z.strictObject({
  fingerprint: z.string(),
  budget: z.strictObject({ epsilon: amount, delta: amount }),
  analysts: z.array(limit),
  tables: z.array(limit),
});
const node = z.strictObject({
  node: z.string(),
  epsilon: amount,
  replace: amount,
  delta: amount,
  replaceDelta: amount,
});
const json: z.ZodType<Json, Json> = z.json() as z.ZodType<Json, Json>;
const at = z.iso.datetime();
const reservation = z.int();

const bodies = {
  created: z.strictObject({ at, ledger: z.string(), policy }),
  reserved: z.strictObject({
    at,
    analyst: z.string(),
    question: json,
    request: z.string(),
    key: z.string().nullable(),
    tables: z.array(z.string()),
    charge: z.strictObject({ epsilon: amount, delta: amount }),
    nodes: z.array(node),
    detail: json,
    holder: z.string(),
  }),
  resumed: z.strictObject({ at, reservation, holder: z.string() }),
  'key-bound': z.strictObject({ at, reservation, analyst: z.string(), key: z.string(), request: z.string() }),
  settled: z.strictObject({ at, reservation, answer: z.string() }),
  failed: z.strictObject({ at, reservation, incident: z.string() }),
  granted: z.strictObject({ at, epsilon: amount, delta: amount, reason: z.string() }),
  'policy-accepted': z.strictObject({ at, policy, reason: z.string() }),
};

export type Kind = keyof typeof bodies;
export type Body<K extends Kind> = z.infer<(typeof bodies)[K]>;
export type PolicyBody = z.infer<typeof policy>;

/** An entry to be written: its body in the form that is stored, amounts as text. */
export type Draft = { [K in Kind]: { readonly kind: K; readonly body: z.input<(typeof bodies)[K]> } }[Kind];

/** An entry as it lies in the store. */
export interface StoredEntry {
  readonly sequence: number;
  readonly kind: string;
  readonly body: string;
  readonly hash: string;
}

export type Entry = { [K in Kind]: { readonly sequence: number; readonly kind: K; readonly body: Body<K> } }[Kind];

/** Where the chain starts. */
export const noHead = '0'.repeat(64);

/** The parts cannot run into each other: a hash has 64 digits, a number none but digits, a kind and JSON no line break. */
const chained = (previous: string, sequence: number, kind: string, body: string): string =>
  sha256(`sortition ledger 1\n${previous}\n${sequence}\n${kind}\n${body}`);

/** The entry that follows the given head. */
export function store({ kind, body }: Draft, sequence: number, previous: string): StoredEntry {
  const text = canonicalJson(body);
  return Object.freeze({ sequence, kind, body: text, hash: chained(previous, sequence, kind, text) });
}

/** Reads the entry that must follow; whatever was edited, removed, inserted or moved breaks the chain here. */
export function read(stored: StoredEntry, sequence: number, previous: string): Entry {
  const { kind, body, hash } = stored;
  if (stored.sequence !== sequence || hash !== chained(previous, sequence, kind, body)) return broken(sequence);
  if (!Object.hasOwn(bodies, kind)) {
    return refuse('ledger_newer', `Entry ${sequence} is of a kind that this version does not know; use a newer one.`);
  }
  const parsed = bodies[kind as Kind].safeParse(JSON.parse(body));
  if (!parsed.success) {
    return refuse('ledger_newer', `Entry ${sequence} says more than this version knows; use a newer one.`);
  }
  return Object.freeze({ sequence, kind, body: parsed.data }) as Entry;
}

const broken = (sequence: number): never =>
  refuse(
    'ledger_damaged',
    `The chain breaks at entry ${sequence}: an entry was edited, removed or moved. Restore the ledger from a copy.`,
  );
