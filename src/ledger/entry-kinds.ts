/**
 * What an entry of the chain may say: a closed list of kinds, each with its body.
 * Kinds are never removed or re-meant, so that the ledgers of every version stay readable.
 */
import { z } from 'zod';
import type { NodeState } from '../accounting/tree/index.ts';
import { amounts, spendings } from '../amounts/index.ts';
import type { Json } from '../json/index.ts';

const amount = z
  .string()
  .regex(/^\d+(\.\d+)?$/)
  .transform(amounts.written);
const components = { epsilon: amount, delta: amount };
const loss = z.strictObject(components);
/** Under a concentrated budget with its rho; epsilon is null where none bounds what was charged. */
const counted = { epsilon: amount.nullable(), delta: amount, rho: z.exactOptional(amount) };
const limit = z.strictObject({ name: z.string(), epsilon: amount.nullable(), delta: amount.nullable() });
/** Who is protected in each table; ledgers of version 2 and before do not say. */
const units = z.array(z.strictObject({ name: z.string(), unit: z.string() }));
const policy = z.strictObject({
  fingerprint: z.string(),
  budget: loss,
  /** Of a concentrated budget: the part of delta that mechanisms may fail with by themselves. Absent where it is pure. */
  failing: z.exactOptional(amount),
  analysts: z.array(limit),
  tables: z.array(limit),
  units: z.exactOptional(units),
  /** What the fingerprint is of: units, bounds and relations that prices follow from. Absent before version 4. */
  text: z.exactOptional(z.string()),
});
const spending = z.strictObject({ ...components, replace: amount, replaceDelta: amount });
/** Version 1 knew only the base, which passes nothing on. */
const nodeOfVersion1 = z
  .strictObject({ node: z.string(), ...spending.shape })
  .transform(({ node, ...spent }) => ({ node, spent, passed: spendings.nothing }));
const node = z.union([
  z.strictObject({
    node: z.string(),
    spent: spending,
    passed: spending,
    rho: z.exactOptional(z.strictObject({ spent: amount, passed: amount })),
  }),
  nodeOfVersion1,
]);
/** Bodies come from JSON, so whatever is there is JSON. */
const json = z.custom<Json>(value => value !== undefined);
const at = z.iso.datetime();
const reservation = z.int();
/** Who pays, and for what. */
const payment = {
  analyst: z.string(),
  tables: z.array(z.string()),
  charge: z.strictObject(counted),
  nodes: z.array(node),
};

export const bodies = {
  created: z.strictObject({ at, ledger: z.string(), policy }),
  reserved: z.strictObject({
    at,
    ...payment,
    question: json,
    request: z.string(),
    key: z.string().nullable(),
    /** The request whatever the state of the data, and that state. Absent before version 3. */
    asks: z.exactOptional(z.string()),
    state: z.exactOptional(z.string().nullable()),
    detail: json,
    holder: z.string(),
  }),
  /** `request`, `state`: as which it is answered now, where the data are in another state than it was charged for. */
  resumed: z.strictObject({
    at,
    reservation,
    holder: z.string(),
    request: z.exactOptional(z.string()),
    state: z.exactOptional(z.string().nullable()),
  }),
  'key-bound': z.strictObject({ at, reservation, analyst: z.string(), key: z.string(), request: z.string() }),
  settled: z.strictObject({ at, reservation, answer: z.string() }),
  /** `lost`: nobody resumes it. */
  failed: z.strictObject({ at, reservation, incident: z.string(), lost: z.exactOptional(z.literal(true)) }),
  granted: z.strictObject({ at, ...components, reason: z.string() }),
  'policy-accepted': z.strictObject({ at, policy, reason: z.string() }),
  'sample-created': z.strictObject({
    at,
    ...payment,
    name: z.string(),
    node: z.string(),
    definition: z.string(),
    described: z.strictObject({ input: json, scheme: z.object({ kind: z.string() }).catchall(json) }),
    commitment: z.string().nullable(),
    version: z.string().nullable(),
    /** Of the data, for draws that belong to one; null for those that follow their units. Absent before version 3. */
    state: z.exactOptional(z.string().nullable()),
    cap: spending.nullable(),
  }),
  'sample-retired': z.strictObject({ at, name: z.string(), node: z.string(), reason: z.string() }),
  /** `reason`: why a new anchor was begun in place of one that is gone. */
  anchored: z.strictObject({ at, reason: z.string().nullable() }),
  /** What may have been spent between here and the anchor's entry, which is not in this chain. */
  recovered: z.strictObject({
    at,
    reason: z.string(),
    entry: z.int(),
    head: z.string(),
    ...counted,
  }),
  'release-drawn': z.strictObject({
    at,
    ...payment,
    place: z.string(),
    schema: z.string(),
    order: json,
    reason: z.string().nullable(),
  }),
  /** `draw`: the entry of the draw; `output`: hash of the file. */
  'release-written': z.strictObject({ at, draw: z.int(), output: z.string() }),
  /** `state`: of the data; absent before version 3. */
  'size-recorded': z.strictObject({
    at,
    table: z.string(),
    version: z.string().nullable(),
    state: z.exactOptional(z.string()),
    units: z.int().min(0),
  }),
  /** The data at this place are in the state of this version from here on. */
  'version-announced': z.strictObject({ at, place: z.string(), version: z.string() }),
  /** Who the policy of a ledger of version 2 protects, written by the first program that knows it. */
  'units-recorded': z.strictObject({ at, units }),
  /** What the fingerprint of the policy of a ledger of version 3 is of, written by the first program that knows it. */
  'policy-text-recorded': z.strictObject({ at, text: z.string() }),
};

export type EntryKind = keyof typeof bodies;
export type Body<K extends EntryKind> = z.output<(typeof bodies)[K]>;
export type PolicyBody = z.output<typeof policy>;

/** An entry to be written: its body in the form that is stored, amounts as text. */
export type EntryDraft = {
  [K in EntryKind]: { readonly kind: K; readonly body: z.input<(typeof bodies)[K]> };
}[EntryKind];

/** What is added to nodes, as an entry stores it: exact decimals as text. */
export const storedNodes = (nodes: ReadonlyMap<string, NodeState>) =>
  [...nodes].map(([node, { spent, passed, rho }]) => ({
    node,
    spent: spendings.text(spent),
    passed: spendings.text(passed),
    ...(rho !== undefined && { rho: { spent: amounts.text(rho.spent), passed: amounts.text(rho.passed) } }),
  }));
